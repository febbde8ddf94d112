import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The lines of a year in review, and where they are on a page that can be longer than the screen.
///
/// At the top are the year in large digits and its figures. Below are the months, and next to them, or before them on a
/// narrow screen, what stands out. On a large screen the best beers are at the bottom, with their pictures.
struct YearLayout {
  /// What an item is, whatever the size of the screen.
  enum ItemID: Hashable, Sendable {
    /// A figure of the year by its index.
    case figure(Int)
    /// A month, 0...11.
    case month(Int)
    /// One of the best beers by its index.
    case best(Int)
    /// Something new by its index.
    case novelty(Int)
    case longestBreak, note
  }

  /// A part of the page with beers, which the cursor comes to.
  struct Item: Hashable {
    let id: ItemID
    let label: String
    /// More about the item, appended to the label in the status line; empty if there is nothing.
    var details = ""
    /// The number of beers; `nil` if it is not known, or if the item is a single beer.
    let count: Int?
    /// How a figure differs from that of the year before, such as `+12`; `nil` if there is nothing to compare with.
    var change: String?
    let filter: String
    var isDistinct = false
    /// Where the item is on the page.
    var row = 0
    var column = 0
    var width = 0
    var height = 1
    /// Where its words begin, which are under the cursor.
    var textRow = 0
    var textColumn = 0

    /// The rows with its words, to the end.
    var textRows: Range<Int> { textRow..<row + height }

    /// Returns how a figure has changed, in words: `2 fewer than in 2024`; `nil` if there is nothing to compare with.
    func comparison(with year: String) -> String? {
      guard let change else { return nil }
      let number = String(change.dropFirst())
      guard number.contains(where: { "1"..."9" ~= $0 }) else { return "the same as in \(year)" }
      // Of the figures, only averages have decimals.
      let (up, down) = number.contains(".") ? ("higher", "lower") : ("more", "fewer")
      return "\(number) \(change.hasPrefix("+") ? up : down) than in \(year)"
    }

    var isMonth: Bool { if case .month = id { true } else { false } }

    func contains(_ point: Point) -> Bool {
      (row..<row + height).contains(point.row) && (column..<column + width).contains(point.column)
    }
  }

  /// A line of a column of the page.
  struct Line: Hashable {
    let row: Int
    let column: Int
    let width: Int
    let text: StyledLine
  }

  private static let minWidthForTwoColumns = 70
  private static let minWidthForDigits = 60
  private static let minRowsForDigits = 14
  /// The least size of the content for the best beers with pictures below the rest.
  ///
  /// The screen has 102 columns and 35 rows then, with the margins and the lines above and below, as the guide says.
  private static let minSizeForPictures = Size(width: 100, height: 30)
  private static let gap = 3
  /// The least rows of the note, with the name of its beer.
  private static let minNoteRows = 3
  /// The most columns of a beer in a month's bar: a square and a blank.
  ///
  /// Several squares would look like several beers.
  private static let maxCellColumns = 2
  /// The least rows for a blank row after each month.
  private static let minRowsForBlanks = 24
  /// The width of the words before what stands out.
  private static let gutter = 7

  private(set) var items: [Item] = []
  private(set) var lines: [Line] = []
  private(set) var height = 0
  /// How many beers a cell of a month's bar stands for.
  private(set) var beersPerCell = 1
  /// Whether the best beers are shown with their pictures.
  let hasPictures: Bool

  private let text: YearText
  private let selected: ItemID?
  private let context: ScreenContext
  private var review: YearInReview { text.review }
  private var appearance: Appearance { context.appearance }
  private var theme: Theme { context.theme }
  private var ellipsis: String { String(appearance.glyphs.ellipsis) }

  /// Lays out a page.
  ///
  /// - Parameter selected: The item under the cursor; `nil` for the first one.
  init(_ review: YearInReview, selected: ItemID?, in context: ScreenContext) {
    text = YearText(review, dates: context.appearance.dates)
    self.selected = selected ?? .figure(0)
    self.context = context
    let width = context.layout.contentWidth
    let rows = context.layout.body.count
    hasPictures =
      !context.appearance.usesWords && width >= Self.minSizeForPictures.width
      && rows >= Self.minSizeForPictures.height
      && review.best.contains { $0.thumbnailID != nil }
    let top = addHeader(width: width, rows: rows)
    if width >= Self.minWidthForTwoColumns {
      let left = max(30, width * 2 / 5)
      let right = left + Self.gap
      let hasBlanks = !hasPictures && rows - top >= Self.minRowsForBlanks
      let monthsEnd = addMonths(row: top, width: left, pitch: hasBlanks ? 2 : 1)
      let end = addHighlights(row: top, column: right, width: width - right, rows: rows - top)
      if hasPictures { addPictures(row: max(monthsEnd, end) + 1, width: width, rows: rows) }
    } else {
      let end = addHighlights(row: top, column: 0, width: width, rows: 0)
      _ = addMonths(row: end + 1, width: width, pitch: 1)
    }
    height = lines.map { $0.row + 1 }.max() ?? 0
  }

  // MARK: - Items

  /// Returns the index of an item; 0 if there is no such item.
  func index(of id: ItemID?) -> Int { items.firstIndex { $0.id == id } ?? 0 }

  /// Returns an item, or the first one if there is no such item.
  func item(_ id: ItemID?) -> Item? { items.first { $0.id == id } ?? items.first }

  private mutating func add(_ text: StyledLine, row: Int, column: Int = 0, width: Int) {
    lines.append(Line(row: row, column: column, width: width, text: text))
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - textRow: The first row with words; `nil` if that is the first row.
  ///   - textColumn: Where the words begin; `nil` if that is the first column.
  private mutating func add(
    _ item: Item, row: Int, column: Int, width: Int, height: Int = 1, textRow: Int? = nil,
    textColumn: Int? = nil
  ) {
    var item = item
    item.row = row
    item.column = column
    item.width = width
    item.height = height
    item.textRow = textRow ?? row
    item.textColumn = textColumn ?? column
    items.append(item)
  }

  // MARK: - Header

  /// Adds the year and its figures, and returns the next row.
  private mutating func addHeader(width: Int, rows: Int) -> Int {
    let figures = text.figures
    let digits = BlockDigits.lines(text.year, glyphs: appearance.glyphs)
    let hasDigits =
      !appearance.usesWords && width >= Self.minWidthForDigits && rows >= Self.minRowsForDigits
    let column = hasDigits ? (digits.map(\.columns).max() ?? 0) + Self.gap : 0
    if hasDigits {
      for (row, line) in digits.enumerated() { add(StyledLine(line, theme.stars), row: row, width: width) }
    }
    let valueWidth = figures.prefix(4).map(\.value.columns).max() ?? 0
    // A screen reader comes to all of them, one by one.
    let shown = min(appearance.usesWords ? figures.count : 3, figures.count)
    for (index, figure) in figures.prefix(shown).enumerated() {
      let blanks = valueWidth - figure.value.columns
      add(figure, at: index, column: column + blanks, width: width - column - blanks)
    }
    let others = figures.dropFirst(shown).map { figure -> StyledLine in
      let change = figure.change.map { " \($0)" } ?? ""
      return [
        .init(figure.value, theme.name), .init(" " + figure.name),
        .init(width - column >= 70 ? change : "", theme.secondary),
      ]
    }
    let flowed = others.flowed(to: width - column - valueWidth + 1, gap: 2).prefix(2)
    for (index, line) in flowed.enumerated() {
      // The first number ends where those above it end.
      let blanks = max(0, valueWidth - (line.spans.first?.text.columns ?? 0))
      add(line, row: shown + index, column: column + blanks, width: width - column - blanks)
    }
    return max(hasDigits ? digits.count : 0, shown + flowed.count) + 1
  }

  /// Adds a figure in a row of its own, as an item.
  ///
  /// - Parameter index: The index of the figure, which is that of its row.
  private mutating func add(_ figure: YearText.Figure, at index: Int, column: Int, width: Int) {
    // The others are compared with the same year.
    let comparison = index == 0 ? " vs. \(NumberText.padded(review.year - 1, to: 4))" : ""
    let change = figure.change.map { "  " + $0 + comparison } ?? ""
    let line: StyledLine = [
      .init(figure.value, theme.name), .init(" " + figure.name, theme.plain),
      .init(change, theme.secondary),
    ]
    add(line, row: index, column: column, width: width)
    let item = Item(
      id: .figure(index),
      label: index >= 2 ? "\(text.year), \(figure.value) \(figure.name)" : text.year,
      count: index == 1 ? review.figures.labels : review.figures.beers, change: figure.change,
      filter: figure.filter, isDistinct: figure.isDistinct)
    add(item, row: index, column: column, width: width)
  }

  // MARK: - Months

  /// Adds a bar of cells in the colors of the beers for each month, and what a cell without a color means; returns the next
  /// row.
  ///
  /// - Parameter pitch: The rows from one month to the next.
  private mutating func addMonths(row: Int, width: Int, pitch: Int) -> Int {
    let numberWidth = NumberText.count(text.maxMonthCount).columns
    let room = max(1, width - 5 - numberWidth)
    let usesWords = appearance.usesWords
    if !usesWords { beersPerCell = text.beersPerCell(cells: room) }
    // If there is room, a blank is between two cells.
    let cellColumns = max(1, min(Self.maxCellColumns, room / max(1, text.maxMonthCount)))
    for (index, month) in review.months.enumerated() {
      let id = ItemID.month(index)
      let count = month.colors.count
      let colors = usesWords ? [] : text.cells(ofMonth: index, beersPerCell: beersPerCell)
      let cells = colors.flatMap { srm in
        let cell = appearance.cell(srm: Int(srm), isSelected: id == selected)
        return [.init(cell.text, cell.style), .init(cellColumns > 1 ? " " : "")] as [StyledLine.Span]
      }
      let line: StyledLine =
        [.init(text.monthName(index) + " ")] + StyledLine(cells)
        + [.init((!cells.isEmpty && cellColumns == 1 ? " " : "") + NumberText.count(count), theme.secondary)]
      add(line, row: row + index * pitch, width: width)
      add(
        Item(
          id: id, label: "\(text.monthName(index)) \(text.year)", count: count,
          filter: text.monthFilter(index)),
        row: row + index * pitch, column: 0, width: width)
    }
    let next = row + (review.months.count - 1) * pitch + 1
    let hasUnknown = !usesWords && review.months.contains { $0.colors.contains(0) }
    guard hasUnknown, let unknown = appearance.glyphs.squares.first else { return next }
    add(StyledLine("    \(unknown) unknown color", theme.secondary), row: next, width: width)
    return next + 1
  }

  // MARK: - What stands out

  private struct Highlight {
    let heading: String
    let lines: [(text: StyledLine, item: Item)]
  }

  /// Adds the best beers, unless they have pictures, what was new, the longest break and the longest note; returns the
  /// next row.
  ///
  /// - Parameter rows: The rows in which all of it should be: blank rows are left out, and the note is cut for that; 0 for
  ///   any number.
  private mutating func addHighlights(row: Int, column: Int, width: Int, rows: Int) -> Int {
    var parts = [hasPictures ? nil : best, novelties, longestBreak].compactMap { $0 }
      .filter { !$0.lines.isEmpty }
    let used = parts.reduce(0) { $0 + $1.lines.count }
    let room = rows == 0 ? Int.max : max(Self.minNoteRows, rows - used)
    if let note = note(width: width - Self.gutter, rows: room) { parts.append(note) }
    let count = parts.reduce(0) { $0 + $1.lines.count }
    let gap = count + parts.count - 1 <= rows ? 1 : 0
    var row = row
    for part in parts {
      add(StyledLine(part.heading, theme.title), row: row, column: column, width: width)
      for (text, item) in part.lines {
        add(text, row: row, column: column + Self.gutter, width: width - Self.gutter)
        if let index = items.lastIndex(where: { $0.id == item.id }) {
          items[index].height += 1
        } else {
          add(item, row: row, column: column, width: width, textColumn: column + Self.gutter)
        }
        row += 1
      }
      row += gap
    }
    return row - gap
  }

  private func item(ofBest index: Int) -> Item {
    let beer = review.best[index]
    let brewery = BeerText.readable(beer.brewery).map { " (\($0))" } ?? ""
    let rating = beer.rating.map { " " + BeerText.rating($0) } ?? ""
    return Item(
      id: .best(index), label: BeerText.readable(beer.name) ?? BeerText.missingName,
      details: brewery + rating, count: nil, filter: "id:\(beer.id)")
  }

  private func stars(_ beer: BeerListItem) -> StyledLine {
    StyledLine(
      appearance.stars(beer.rating).fitted(to: 5), theme.rating(beer.rating))
  }

  private var best: Highlight {
    Highlight(
      heading: "Best",
      lines: review.best.indices.map { index in
        let beer = review.best[index]
        let item = item(ofBest: index)
        let swatch: StyledLine =
          appearance.showsSwatches
          ? [appearance.swatch(ofStyle: beer.style, isSelected: item.id == selected), .init(" ")] : .blank
        let brewery = BeerText.readable(beer.brewery).map { "  " + $0 } ?? ""
        return (
          stars(beer) + [.init(" ")] + swatch + StyledLine(item.label, theme.name)
            + StyledLine(brewery, theme.secondary), item
        )
      })
  }

  private var novelties: Highlight {
    let counts = [
      review.newStyles, review.newBreweries, review.newCountries,
    ].map { $0.reduce(0) { $0 + $1.beers } }.filter { $0 > 0 }
    let offset = review.newLabels > 0 ? 1 : 0
    return Highlight(
      heading: "New",
      lines: text.novelties.enumerated().map { index, novelty in
        let isBeers = index < offset
        let item = Item(
          id: .novelty(index), label: "\(novelty.title) new in \(text.year)",
          details: novelty.names.isEmpty ? "" : " (\(novelty.names.joined(separator: ", ")))",
          count: isBeers ? review.newLabels : counts[index - offset], filter: novelty.filter,
          isDistinct: isBeers)
        let names = novelty.names.isEmpty ? "" : "  " + novelty.names.joined(separator: ", ")
        return (StyledLine(novelty.title) + StyledLine(names, theme.secondary), item)
      })
  }

  private var longest: StyledLine { StyledLine("Longest: ", theme.secondary) }

  private var longestBreak: Highlight? {
    guard let rest = review.longestBreak, let days = text.breakDays, let filter = text.breakFilter else {
      return nil
    }
    let length = NumberText.count(rest.days, "day")
    let item = Item(
      id: .longestBreak, label: "Break of \(length)", details: ", \(days)", count: nil, filter: filter)
    return Highlight(
      heading: "Break",
      lines: [(longest + StyledLine(length) + StyledLine(", " + days, theme.secondary), item)])
  }

  private func note(width: Int, rows: Int) -> Highlight? {
    guard let note = review.longestNote, let first = text.noteSentence else { return nil }
    let sentence = first + (text.noteGoesOn ? " " + ellipsis : "")
    let name = BeerText.readable(note.beer.name) ?? BeerText.missingName
    let item = Item(
      id: .note, label: "Longest note, \(name)", details: ": \(sentence)", count: nil,
      filter: "id:\(note.beer.id)")
    let title = longest + StyledLine(name.truncated(to: max(8, width - longest.columns), ellipsis: ellipsis))
    var lines = sentence.wrapped(to: max(1, width))
    if lines.count > rows - 1 {
      let last = lines[rows - 2].truncated(to: width - 1, ellipsis: "") + ellipsis
      lines = lines.prefix(rows - 2) + [last]
    }
    return Highlight(heading: "Note", lines: [(title, item)] + lines.map { (StyledLine($0), item) })
  }

  // MARK: - Pictures

  /// Adds the best beers next to each other, each below its picture, or below a glass if it has no photo.
  private mutating func addPictures(row: Int, width: Int, rows: Int) {
    let tileGap = 2
    let tileWidth = (width - (YearInReview.maxBest - 1) * tileGap) / YearInReview.maxBest
    let pictureRows = min(14, max(6, rows - row - 4))
    add(StyledLine("Best", theme.title), row: row, width: width)
    for (index, beer) in review.best.enumerated() {
      let column = index * (tileWidth + tileGap)
      let item = item(ofBest: index)
      let picture =
        beer.thumbnailID == nil
        ? BeerGlass(
          srm: beer.style.flatMap { StyleFamily.of(style: String($0.prefix(100))) }?.middleSRM ?? 0,
          appearance: appearance
        ).lines(columns: tileWidth, rows: pictureRows)
        : PictureBox(
          photo: beer.thumbnailID, picture: beer.thumbnailID.flatMap { context.pictures[$0] },
          metadata: beer.thumbnail, appearance: appearance, renderings: context.renderings
        ).lines(columns: tileWidth, rows: pictureRows)
      for (offset, line) in picture.enumerated() {
        add(line, row: row + 1 + offset, column: column, width: tileWidth)
      }
      let end = row + 1 + pictureRows
      let name = item.label.truncated(to: tileWidth, ellipsis: ellipsis)
      add(StyledLine(name, theme.name), row: end, column: column, width: tileWidth)
      let brewery = StyledLine(BeerText.readable(beer.brewery) ?? "", theme.secondary)
      add(stars(beer) + [.init(" ")] + brewery, row: end + 1, column: column, width: tileWidth)
      add(item, row: row + 1, column: column, width: tileWidth, height: pictureRows + 2, textRow: end)
    }
  }
}
