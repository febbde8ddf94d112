import DiaryModel

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
  package private(set) var source: String
  /// What the source is called after “from”, such as `Untappd`.
  private(set) var sourceName: String
  /// The keys of the columns that mean a field, the most certain first, if they differ from the defaults.
  private(set) var headings: [BeerField: [String]] = [:]
  /// The fields in which 0 means "not known".
  private(set) var unknownZeros: Set<BeerField> = []
  /// Whether alcohol, ratings and dates are always written in the same way, so that the columns need not be profiled.
  private(set) var hasKnownUnits = false
  /// Whether the date of a beer is also when its entry was made, as a check-in is made when the beer is drunk.
  private(set) var createsEntryWhenDrunk = false
  /// The keys of custom fields that always hold numbers, if the columns are not profiled.
  private(set) var numberKeys: Set<String> = []
  /// The keys of columns that become custom fields and whose values are known: ids and text, and those of `numberKeys`.
  private(set) var knownKeys: Set<String> = []
  /// The keys of columns with an id of the check-in, or a link to it, the most certain first.
  private(set) var checkInKeys: [String] = []
  /// The key of the column that comes first in the ids that earlier versions made from all columns; `nil` if none does.
  private(set) var firstKeyOfEarlierIDs: String?

  /// All dialects but ``plain``; the first that recognizes a header decides.
  package static let all: [Dialect] = [.beerDiary, .untappd, .beerAdvocate, .rateBeer, .catalog]

  /// Any other table.
  package static let plain = Dialect(
    "plain", "a table of beers", source: "csv", zeroIsUnknown: false, isRecognized: { _ in false })

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - source: The same as the id if `nil`.
  ///   - sourceName: The same as the name if `nil`.
  ///   - zeroIsUnknown: Whether an alcohol, bitterness or rating of 0 means "not known".
  ///   - extraKeys: The keys of columns with ids and text that become custom fields.
  init(
    _ id: String, _ name: String, source: String? = nil, sourceName: String? = nil,
    headings: [BeerField: [String]] = [:], zeroIsUnknown: Bool = true, hasKnownUnits: Bool = false,
    createsEntryWhenDrunk: Bool = false, numberKeys: Set<String> = [], extraKeys: Set<String> = [],
    checkInKeys: [String] = [], firstKeyOfEarlierIDs: String? = nil,
    isRecognized: @escaping @Sendable (_ keys: Set<String>) -> Bool
  ) {
    self.id = id
    self.name = name
    self.source = source ?? id
    self.sourceName = sourceName ?? name
    self.headings = headings
    unknownZeros = zeroIsUnknown ? [.abv, .ibu, .rating] : []
    self.hasKnownUnits = hasKnownUnits
    self.createsEntryWhenDrunk = createsEntryWhenDrunk
    self.numberKeys = numberKeys
    self.checkInKeys = checkInKeys
    self.firstKeyOfEarlierIDs = firstKeyOfEarlierIDs
    self.isRecognized = isRecognized
    knownKeys = extraKeys.union(numberKeys)
  }

  /// Finds the format of a file by its column names.
  init(_ header: Header) {
    let keys = Set(header.fieldKeys)
    self = Self.all.first { $0.isRecognized(keys) } ?? .plain
  }

  /// Returns the keys of the column names that mean a field, the most certain first.
  ///
  /// A community's average (`global_rating_score`, `average rating`) is not the user's rating and therefore not listed.
  func keys(of field: BeerField) -> [String] {
    if let keys = headings[field] { return keys }
    if self == .beerDiary {
      return field.isScore || field == .city || field == .country ? [] : [Header.key(field.rawValue)]
    }
    if field.isScore || field.isExportOnly { return [] }
    switch field {
    // A plain `city` or `country` may just as well be the brewery's, so only names with `venue` mean a part of it.
    case .city: return ["venuecity"]
    case .country: return ["venuecountry"]
    case .createdAt: return ["createdat"]
    // Headings are compared without accents.
    default: return field.column?.headings ?? []
    }
  }

  /// Returns whether a column with this key could be any field.
  func hasField(withKey key: String) -> Bool { BeerField.all.contains { keys(of: $0).contains(key) } }

  /// Returns what a source is called after “from”; `nil` for a source of no format.
  package static func sourceName(of source: String) -> String? {
    all.first { $0.source == source }?.sourceName
  }
}

extension Dialect: Hashable {
  /// Compares the ids, which are unique.
  package static func == (a: Dialect, b: Dialect) -> Bool { a.id == b.id }

  /// Hashes the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
