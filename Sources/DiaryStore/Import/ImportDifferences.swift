package import DiaryModel

/// The fields in which a file and the diary's beers differ.
package struct ImportDifferences: Hashable, Sendable {
  /// What an import does with a field that differs.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The diary gets the file's value.
    case changed
    /// Both were changed since the last import; the diary keeps the user's value.
    case conflict
    /// The diary keeps its value, because the file's value at its last import is unknown.
    case kept
    /// Only the diary's value has changed since the last import, and it stays.
    case edited
    /// The file had a value at its last import and has none now; the diary keeps its value.
    case emptied
    /// The policy of the import is not to change beers that the diary has, or another row of the file decides.
    case skipped
  }

  /// One field of a beer.
  package struct Field: Hashable, Sendable {
    /// The name of a column of `beer` or of a custom field.
    package let name: String
    /// The diary's value before the import; `nil` if it has none.
    package let diary: JSONValue?
    /// The file's value; `nil` if it has none.
    package let file: JSONValue?
    /// What the import does with the field.
    package internal(set) var outcome: Outcome
  }

  /// A beer with the fields that differ.
  package struct Beer: Hashable, Sendable, Identifiable {
    /// The id of the diary's beer.
    package let id: Int64
    /// The diary's name of the beer before the import; `nil` if it has none.
    package let name: String?
    /// All fields that differ: those of the table in its order, then custom fields by name, then `deleted_at` if only
    /// the diary or only the file has the beer in the trash, then `captions` if photos get the captions and the order
    /// of the file.
    package let fields: [Field]
  }

  /// The maximum number of beers in `examples`.
  static let maxExamples = 10

  /// How many beers differ in a field, by outcome and by the field's name.
  package private(set) var counts: [Outcome: [String: Int]] = [:]
  /// The first beers, at most ``maxExamples``.
  package private(set) var examples: [Beer] = []

  /// Creates an empty record.
  package init() {}

  /// Whether no field of any beer differs.
  package var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ beer: Beer) {
    if beer.fields.isEmpty { return }
    for field in beer.fields { counts[field.outcome, default: [:]][field.name, default: 0] += 1 }
    if examples.count < Self.maxExamples { examples.append(beer) }
  }

  static func += (differences: inout ImportDifferences, others: ImportDifferences) {
    differences.counts.merge(others.counts) { $0.merging($1, uniquingKeysWith: +) }
    differences.examples += others.examples.prefix(maxExamples - differences.examples.count)
  }
}
