import DiaryModel
import DiaryProcess
import Terminal

/// A table whose first rows decide how wide the columns are, so that it has any number of rows and holds few of them.
///
/// On a terminal, text is cut so that the rows fit; in a pipe or a file, nothing is cut.
struct StreamedTable {
  struct Cell {
    var text: String
    var isNumber: Bool

    init(_ text: String, isNumber: Bool = false) {
      self.text = text
      self.isNumber = isNumber
    }

    init(_ value: JSONValue?) { self.init(value?.display ?? "", isNumber: value?.number != nil) }
  }

  private static let sampleSize = 1000
  private static let gap = 2
  /// Text is not cut to fewer columns.
  private static let narrowest = 6

  private let console: Console
  private let heading: [String]
  private let showsHeading: Bool
  private var sample: [[Cell]] = []
  private var table: TextTable?

  /// Creates a table without rows.
  init(_ heading: [String], showsHeading: Bool, on console: Console) {
    self.heading = heading
    self.showsHeading = showsHeading
    self.console = console
  }

  /// Prints a row, or keeps it until the widths are known.
  mutating func write(_ row: [Cell]) {
    if let table { return print(row, table) }
    sample.append(row)
    if sample.count == Self.sampleSize { printSample() }
  }

  /// Prints the rows that are not printed yet; on a terminal, an empty table has no heading.
  mutating func end() {
    if table == nil, !(sample.isEmpty && console.isTerminal) { printSample() }
  }

  private mutating func printSample() {
    let table = TextTable(columns: columns)
    self.table = table
    if showsHeading { console.line(table.line(heading)) }
    for row in sample { print(row, table) }
    sample = []
  }

  private func print(_ row: [Cell], _ table: TextTable) { console.line(table.line(row.map(\.text))) }

  private var columns: [TextTable.Column] {
    var columns = heading.indices.map { index in
      let cells = sample.map { $0[index] }
      let filled = cells.filter { !$0.text.isEmpty }
      let isNumeric = !filled.isEmpty && filled.allSatisfy(\.isNumber)
      let width = TextTable.width(of: cells.map(\.text) + (showsHeading ? [heading[index]] : []))
      return TextTable.Column(width: max(1, width), alignment: isNumeric ? .trailing : .leading, cuts: false)
    }
    guard console.isTerminal, let width = console.columns else { return columns }
    let texts = columns.indices.filter { columns[$0].alignment == .leading }
    let numbers = columns.filter { $0.alignment == .trailing }.map(\.width).reduce(0, +)
    var room = width - numbers - (columns.count - 1) * Self.gap
    // Short texts leave the room that they do not need to the others.
    for (index, column) in texts.sorted(by: { columns[$0].width < columns[$1].width }).enumerated() {
      let share = max(Self.narrowest, room / (texts.count - index))
      columns[column].width = min(columns[column].width, share)
      columns[column].cuts = true
      room -= columns[column].width
    }
    return columns
  }
}
