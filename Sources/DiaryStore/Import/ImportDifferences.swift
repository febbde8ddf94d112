package import DiaryModel

/// The fields in which a file and the diary's beers differ.
package struct ImportDifferences: Hashable, Sendable {
  /// What an import does with a field that differs.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The diary takes the file's value.
    case changed
    /// Both were changed since the last import; the diary keeps the user's value.
    case conflict
    /// The diary keeps its value, as it is not known what the file said at its last import.
    case kept
    /// Only the diary's value was changed since the last import, and stays.
    case edited
    /// The import changes no beer that the diary has.
    case skipped
  }

  /// One field of a beer.
  package struct Field: Hashable, Sendable {
    /// A column of `beer`, or the name of a custom field.
    package let name: String
    /// The diary's value before the import; `nil` for none.
    package let diary: JSONValue?
    package let file: JSONValue?
    package internal(set) var outcome: Outcome
  }

  /// One beer, with all its fields that differ.
  package struct Beer: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let name: String?
    package let fields: [Field]
  }

  package static let maxExamples = 10

  /// How many beers differ in a field, by outcome and the field's name.
  package private(set) var counts: [Outcome: [String: Int]] = [:]
  /// The first beers, at most ``maxExamples``.
  package private(set) var examples: [Beer] = []

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ beer: Beer) {
    for field in beer.fields { counts[field.outcome, default: [:]][field.name, default: 0] += 1 }
    if examples.count < Self.maxExamples { examples.append(beer) }
  }

  static func += (differences: inout ImportDifferences, others: ImportDifferences) {
    differences.counts.merge(others.counts) { $0.merging($1, uniquingKeysWith: +) }
    differences.examples += others.examples.prefix(maxExamples - differences.examples.count)
  }
}
