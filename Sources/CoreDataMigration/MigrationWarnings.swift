package import GRDB

/// Collects warnings about the beers of an old store.
struct MigrationWarnings {
  private var outOfRange = MentionedBeers()
  private var malformedTexts = MentionedBeers()
  private var dangling = MentionedBeers()
  private var externalFiles = MentionedBeers()
  private var deleted = MentionedBeers()

  mutating func note(_ beer: LegacyBeer) {
    if beer.rejectedValueCount > 0 { outOfRange.add(beer.primaryKey) }
    if beer.malformedTextCount > 0 { malformedTexts.add(beer.primaryKey) }
    if beer.danglingReferenceCount > 0 { dangling.add(beer.primaryKey) }
    for _ in 0..<beer.externalFileCount { externalFiles.add(beer.primaryKey) }
    if beer.isDeleted { deleted.add(beer.primaryKey) }
  }

  func sentences(_ db: Database) throws -> [String] {
    try [
      ("Values that are out of range or of another type are kept as custom fields", outOfRange),
      (
        "The readable part of damaged texts is shown, and their bytes are kept as custom fields (base64)",
        malformedTexts
      ),
      (
        "References to missing breweries, styles, and the like are kept as custom fields", dangling
      ),
    ].filter { $0.1.count > 0 }.map { "\($0.0), on \(try $0.1.text(db))." }
      + (externalFiles.count > 0
        ? [
          """
          Values in separate files stay in the folder next to the diary: \
          \(WarningText.count(externalFiles.count, "file")) of \(try externalFiles.text(db)).
          """
        ] : [])
      + (deleted.count > 0 ? ["Beers marked as deleted are now in the trash: \(try deleted.text(db))."] : [])
  }
}

/// The beers that a warning is about: their number, the first few of them, and the number of things on them.
///
/// Needs the same memory for any number of beers.
package struct MentionedBeers {
  private static let maxNameCount = 5
  /// Longer names are shortened.
  private static let maxNameLength = 30

  /// The number of things, such as photos.
  package private(set) var count = 0
  private var beerCount = 0
  private var first: [Int64] = []
  private var last: Int64?

  /// Creates an empty list.
  package init() {}

  /// Counts a thing on a beer; call this for all things of one beer before the next beer.
  package mutating func add(_ beer: Int64) {
    count += 1
    if beer == last { return }
    last = beer
    beerCount += 1
    if first.count < Self.maxNameCount { first.append(beer) }
  }

  /// Returns text such as `2 beers: “Märzen” and “Stout”`.
  ///
  /// - Throws: `DatabaseError`.
  package func text(_ db: Database) throws -> String {
    "\(WarningText.count(beerCount, "beer")): "
      + WarningText.list(try first.map { try Self.name($0, db) }, of: beerCount)
  }

  private static func name(_ beer: Int64, _ db: Database) throws -> String {
    let name = try String.fetchOne(db, sql: "SELECT name FROM beer WHERE id = ?", arguments: [beer])
    guard let name, !name.isEmpty else { return "beer \(beer)" }
    return "“\(name.count > maxNameLength ? name.prefix(maxNameLength - 1) + "…" : name[...])”"
  }
}

/// Parts of the sentences that warn the user.
package enum WarningText {
  /// Returns a number with a noun, such as `3 photos` or `1 photo`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a list such as `a, b and 3 more`.
  static func list(_ names: [String], of count: Int) -> String {
    var parts = names
    if count > names.count { parts.append("\(count - names.count) more") }
    let end = parts.popLast() ?? ""
    return parts.isEmpty ? end : parts.joined(separator: ", ") + " and " + end
  }
}
