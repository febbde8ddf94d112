import DiaryStore
import DiaryText
import Interchange
import Terminal

/// The preview of a file: its columns, its first beers, and what cannot be read.
struct ImportPage {
  /// What a file needs in which no column is the beer's name.
  static let nameRequest = "Choose the column with the beer's name."

  private static let beersShown = 5
  private static let maxNameWidth = 24
  private static let fieldColumns = "custom field".count

  let preview: ImportPreview
  /// The lines of the columns.
  let rows: [ImportRow]
  let appearance: Appearance
  let width: Int
  /// What the key that imports does, for the line that is read first; `nil` without words.
  let keyAdvice: String?

  var lines: [StyledLine] {
    let rest = readings + [.blank] + beers + Self.unreadable(preview.counts, appearance.theme)
    return heading + columnTitles + rows.map(line) + rest.flatMap { $0.wrapped(to: width) }
  }

  /// The index of the line of the first row.
  var firstRow: Int { heading.count + columnTitles.count }

  /// The index of the line that says what would be imported.
  var summaryLine: Int { format.wrapped(to: width).count }

  private var format: StyledLine {
    StyledLine(preview.format.prefix(1).uppercased() + preview.format.dropFirst(), appearance.theme.secondary)
  }

  private var heading: [StyledLine] {
    let theme = appearance.theme
    let expected =
      preview.hasName
      ? ImportText.expected(preview.counts) + (keyAdvice.map { ". " + $0 } ?? "") : Self.nameRequest
    let warnings = preview.warnings.map { StyledLine($0, theme.problem) }
    let advice = [ImportText.updateAdvice(preview.counts)].compactMap(\.self)
      .map { StyledLine($0, theme.secondary) }
    let photos = [preview.photosFound].compactMap(\.self).map { StyledLine($0, theme.name) }
    return
      ([format, StyledLine(expected, theme.name)] + advice + photos + warnings + [.blank])
      .flatMap { $0.wrapped(to: width) }
  }

  private var readings: [StyledLine] {
    let lines = preview.readings.map { StyledLine($0, appearance.theme.secondary) }
    return lines.isEmpty ? [] : [.blank] + lines
  }

  /// Returns why rows were skipped, and which values became custom fields.
  static func unreadable(_ counts: DisplayedImportCounts, _ theme: Theme) -> [StyledLine] {
    list("Skipped", counts.rejections, of: counts.rejected, "more row", theme)
      + list(
        "Values that could not be fully read", counts.firstKeptValues, of: counts.keptValues,
        "more value", theme)
  }

  /// Returns sentences below a title, and how many more there are; nothing if there is no sentence.
  private static func list(
    _ title: String, _ sentences: [String], of count: Int, _ more: String, _ theme: Theme
  ) -> [StyledLine] {
    if sentences.isEmpty { return [] }
    let rest = count - sentences.count
    return [.blank, StyledLine(title, theme.title)] + sentences.map { StyledLine($0, theme.problem) }
      + (rest > 0 ? [StyledLine("and \(NumberText.count(rest, more))", theme.secondary)] : [])
  }

  private var columnTitles: [StyledLine] {
    let title = appearance.theme.title
    let hasColumns = rows.contains { if case .column = $0 { true } else { false } }
    return hasColumns ? [line("Column", "Field", "Example", (title, title, title))] : []
  }

  private func line(_ row: ImportRow) -> StyledLine {
    let theme = appearance.theme
    switch row {
    case .column(let index):
      let column = preview.columns[index]
      let becomes = column.kind == .field ? theme.accent : theme.secondary
      return line(column.name, column.role.title, column.sample, (theme.plain, becomes, theme.secondary))
    case .group(let kind, let columns):
      let names = columns.map { preview.columns[$0].name }
      return StyledLine(ColumnText.group(kind, names, width: width), theme.secondary)
    }
  }

  private func line(
    _ name: String, _ becomes: String, _ sample: String, _ styles: (Style, Style, Style)
  ) -> StyledLine {
    let used = nameColumns + Self.fieldColumns + 4
    return [
      .init(name.fitted(to: nameColumns, ellipsis: ellipsis) + "  ", styles.0),
      .init(becomes.fitted(to: Self.fieldColumns, ellipsis: ellipsis) + "  ", styles.1),
      .init(sample.truncated(to: max(0, width - used), ellipsis: ellipsis), styles.2),
    ]
  }

  private var nameColumns: Int {
    let names = rows.compactMap { row in
      if case .column(let index) = row { preview.columns[index].name.columns } else { nil }
    }
    return min((names + ["Column".columns]).max() ?? 0, Self.maxNameWidth, max(8, width / 3))
  }

  private var ellipsis: String { String(appearance.glyphs.ellipsis) }

  private var beers: [StyledLine] {
    let theme = appearance.theme
    guard !preview.beers.isEmpty else { return [] }
    let table = BeerTable(
      Array(preview.beers.prefix(Self.beersShown)), width: width, dates: appearance.dates,
      ellipsis: ellipsis, rating: appearance.stars)
    return [StyledLine("First beers", theme.title), StyledLine(table.heading, theme.secondary)]
      + table.rows.map { [.init($0.name, theme.name), .init($0.rest, theme.secondary)] }
  }
}
