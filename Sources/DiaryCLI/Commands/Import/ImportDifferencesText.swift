import DiaryModel
import DiaryStore
import DiaryText

/// Describes in which fields a file and the diary's beers differ.
struct ImportDifferencesText {
  private static let maxFields = 8
  private static let maxBeers = 5
  private static let maxValueLength = 40
  /// The name of the field that has the time at which a beer was moved to the trash.
  private static let trash = "deleted_at"
  /// The name of the field that has the ids and captions of photos in their order.
  private static let captions = "captions"

  private let differences: ImportDifferences
  private let isPlan: Bool

  /// Creates the description.
  ///
  /// - Parameter isPlan: Whether nothing was imported yet.
  init(_ differences: ImportDifferences, isPlan: Bool) {
    self.differences = differences
    self.isPlan = isPlan
  }

  /// The sentences, and a line for each of the first beers.
  var lines: [String] {
    var lines = ImportDifferences.Outcome.allCases.compactMap(sentence)
    lines += differences.examples.prefix(Self.maxBeers).map { "  " + line($0) }
    return lines
  }

  private func sentence(_ outcome: ImportDifferences.Outcome) -> String? {
    guard let counts = differences.counts[outcome] else { return nil }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var fields = sorted.prefix(Self.maxFields).map { "\(Self.name($0.key)) (\(NumberText.count($0.value)))" }
    if sorted.count > Self.maxFields { fields.append("\(sorted.count - Self.maxFields) other fields") }
    return "\(introduction(outcome)): \(fields.joined(separator: ", "))."
  }

  /// Returns the words before the names of the fields.
  private func introduction(_ outcome: ImportDifferences.Outcome) -> String {
    switch outcome {
    case .changed: isPlan ? "To change" : "Changed"
    case .conflict: "Your edits are kept, although the file changed as well"
    case .kept: "The diary's values are kept"
    case .edited: "Your edits are kept"
    case .emptied: "Empty in the file now, and kept in the diary"
    case .skipped: "Different in the file"
    }
  }

  private func line(_ beer: ImportDifferences.Beer) -> String {
    let name = BeerText.readable(beer.name).map { "“\(Self.cut($0))”" } ?? "Beer \(beer.id)"
    return "\(name): " + beer.fields.prefix(Self.maxFields).map(Self.text).joined(separator: "; ")
  }

  private static func text(_ field: ImportDifferences.Field) -> String {
    if field.name == trash { return trashText(field) }
    // Its values are lists with ids, which say nothing to users. A custom field of this name has a text.
    if field.name == captions, case .array? = field.file { return Self.name(captions) }
    let diary = value(field.diary)
    let file = value(field.file)
    let name = name(field.name)
    return field.outcome == .changed ? "\(name) \(diary) → \(file)" : "\(name) \(diary), in the file \(file)"
  }

  /// Returns whether a beer is in the trash; the time at which it was moved there says nothing about the difference.
  private static func trashText(_ field: ImportDifferences.Field) -> String {
    let isInFile = field.file != nil
    if field.outcome == .changed { return isInFile ? "moved to the trash" : "restored from the trash" }
    return "in the trash only in the \(isInFile ? "file" : "diary")"
  }

  private static func value(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "none"
    case .text(let text)?: "“\(cut(text))”"
    case let value?: cut(value.display)
    }
  }

  private static func cut(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= maxValueLength ? line : line.prefix(maxValueLength - 1) + "…"
  }

  private static func name(_ field: String) -> String {
    switch field {
    case "drunk_at": "date"
    case trash: "moved to the trash"
    case captions: "captions or order of photos"
    default: field
    }
  }
}
