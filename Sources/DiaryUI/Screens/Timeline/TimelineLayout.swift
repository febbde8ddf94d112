import DiaryText
import Terminal

/// The columns of the years, and where the figures of the month under the cursor are: next to the years, below them, or
/// nowhere if there is no room.
///
/// A year has a column for its name, twelve for the months, and one for its number of beers if there is room.
struct TimelineLayout {
  /// Four digits and a blank.
  private static let labelColumns = 5
  private static let maxPitch = 9
  private static let totalGap = 2
  /// The least size for figures next to the years.
  private static let minSizeForPanel = Size(width: 100, height: 12)
  private static let maxPanelWidth = 48
  private static let panelGap = 3
  /// The least rows for figures below the years.
  private static let minRowsForFigures = 3
  /// The least and the most rows of the bars of a year, without its heading.
  private static let barRows = 3...24

  /// The columns of the years.
  let width: Int
  /// The columns of a month.
  let pitch: Int
  let hasTotals: Bool
  /// Whether the months have their numbers of beers next to a square, or alone in words; otherwise squares fill their
  /// columns.
  let hasCounts: Bool
  /// Whether the months are shown; in words, only if there is room for their numbers, and otherwise those of the years are.
  let hasMonths: Bool
  /// The columns of the greatest number of beers in a year.
  let totalColumns: Int
  /// The column and the width of the figures next to the years; `nil` if they are not there.
  let panel: (column: Int, width: Int)?
  /// The rows of the screen for the figures below the years; empty if they are not there.
  let figureRows: Range<Int>
  /// The rows of the screen for the bars of the year under the cursor, after a heading; empty if there is no room.
  let barRows: Range<Int>
  /// The row of the legend; `nil` if the years need the room.
  let legendRow: Int?

  /// Creates the layout for a screen; in words, it has neither squares nor bars.
  init(_ rows: TimelineRows, _ context: ScreenContext) {
    let (layout, usesWords) = (context.layout, context.appearance.usesWords)
    let body = layout.body
    let hasPanel =
      layout.contentWidth >= Self.minSizeForPanel.width && body.count >= Self.minSizeForPanel.height
    let panelWidth = min(Self.maxPanelWidth, layout.contentWidth / 3)
    width = layout.contentWidth - (hasPanel ? panelWidth + Self.panelGap : 0)
    panel = hasPanel ? (width + Self.panelGap, panelWidth) : nil
    totalColumns = rows.years.map { NumberText.count($0.figures(ofMonth: nil).beerCount).columns }.max() ?? 0
    let room = width - Self.labelColumns
    hasTotals = room >= 12 + Self.totalGap + totalColumns
    pitch = max(1, min(Self.maxPitch, (room - (hasTotals ? Self.totalGap + totalColumns : 0)) / 12))
    // A square, two blanks and the number; in words, a blank and the number.
    hasCounts = NumberText.count(rows.maxCount).columns + (usesWords ? 1 : 3) <= pitch

    hasMonths = hasCounts || !usesWords

    // Everything below the years follows a blank row.
    let legend = body.lowerBound + Self.headerHeight(layout) + rows.rows.count + 1
    legendRow = rows.maxCount > 0 && !usesWords && legend < body.upperBound ? legend : nil
    let rest = min(body.upperBound, usesWords ? legend : legend + 2)..<body.upperBound
    figureRows = !hasPanel && rest.count >= Self.minRowsForFigures ? rest : rest.upperBound..<rest.upperBound
    let bars = rest.lowerBound + 1..<max(rest.lowerBound + 1, rest.upperBound)
    barRows =
      hasPanel && rows.maxCount > 0 && !usesWords && bars.count >= Self.barRows.lowerBound
      ? bars.prefix(Self.barRows.upperBound) : bars.upperBound..<bars.upperBound
  }

  /// The rows above the years.
  static func headerHeight(_ layout: Layout) -> Int { layout.body.count > 2 ? 1 : 0 }

  /// The columns of what is shown for a month, without the blank after it.
  var cellColumns: Int { max(1, pitch - 1) }

  /// Returns the first column of a month, or of the year's number for `nil`, from the left of the page.
  func column(ofMonth month: Int?) -> Int {
    Self.labelColumns + (month.map { ($0 - 1) * pitch } ?? 12 * pitch + Self.totalGap)
  }

  /// Returns the month at a column, `nil` for the whole year.
  ///
  /// - Parameter other: What is at the column of the year's name.
  func month(atColumn column: Int, else other: Int?) -> Int? {
    guard column >= Self.labelColumns else { return other }
    let month = (column - Self.labelColumns) / pitch + 1
    return month <= 12 ? month : hasTotals ? nil : 12
  }
}
