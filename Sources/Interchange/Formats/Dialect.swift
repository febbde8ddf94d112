/// A kind of file: which program wrote it, how it is recognized, and what its columns mean.
///
/// Each format is a value in a file of its own. Properties that it does not set have the values of ``plain``.
package struct Dialect: Sendable {
  /// The name of the format in JSON and telemetry, such as `untappd`; also the source of its beers in the diary.
  package let id: String
  /// The name of such a file in a sentence.
  package let name: String
  /// Returns whether a file with these column names, as ``Header/fieldKeys`` has them, is of the format.
  let isRecognized: @Sendable (_ keys: Set<String>) -> Bool
  /// The source that the diary records for imported beers.
  private(set) var source: String
  /// The keys of the columns that mean a field, the most certain first, if they differ from the defaults.
  private(set) var headings: [BeerField: [String]] = [:]
  /// Whether an alcohol, bitterness or rating of 0 means "not known".
  private(set) var zeroIsUnknown = true
  /// Whether alcohol, ratings and dates are always written in the same way, so that the columns need not be profiled.
  private(set) var hasKnownUnits = false
  /// The keys of custom fields that always hold numbers, if the columns are not profiled.
  private(set) var numberKeys: Set<String> = []
  /// The keys of columns that become custom fields and whose values are known: ids and text, and those of `numberKeys`.
  private(set) var knownKeys: Set<String> = []
  /// The keys of columns with an id of the check-in, or a link to it, the most certain first.
  private(set) var checkInKeys: [String] = []

  /// All dialects but ``plain``; the first that recognizes a header decides.
  static let all: [Dialect] = [.beerDiary, .untappd, .beerAdvocate, .rateBeer, .catalog]

  /// Any other table.
  package static let plain = Dialect(
    "plain", "a table of beers", source: "csv", zeroIsUnknown: false, isRecognized: { _ in false })

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - source: The same as the id if `nil`.
  ///   - extraKeys: The keys of columns with ids and text that become custom fields.
  init(
    _ id: String, _ name: String, source: String? = nil, headings: [BeerField: [String]] = [:],
    zeroIsUnknown: Bool = true, hasKnownUnits: Bool = false, numberKeys: Set<String> = [],
    extraKeys: Set<String> = [], checkInKeys: [String] = [],
    isRecognized: @escaping @Sendable (_ keys: Set<String>) -> Bool
  ) {
    self.id = id
    self.name = name
    self.source = source ?? id
    self.headings = headings
    self.zeroIsUnknown = zeroIsUnknown
    self.hasKnownUnits = hasKnownUnits
    self.numberKeys = numberKeys
    self.checkInKeys = checkInKeys
    self.isRecognized = isRecognized
    knownKeys = extraKeys.union(numberKeys)
  }

  init(_ header: Header) {
    let keys = Set(header.fieldKeys)
    self = Self.all.first { $0.isRecognized(keys) } ?? .plain
  }
}

extension Dialect: Hashable {
  /// Compares the ids, which are unique.
  package static func == (a: Dialect, b: Dialect) -> Bool { a.id == b.id }

  /// Hashes the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
