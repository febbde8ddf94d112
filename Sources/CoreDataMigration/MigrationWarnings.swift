package import GRDB
import SQLiteKit

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

// MARK: - Other tables and columns

/// Warnings about tables and columns of an old store that do not become fields of beers or photos.
struct OtherTableWarnings {
  private static let maxNameCount = 20
  private static let maxNameLength = 40

  private let db: Database
  private let schema: LegacySchema
  private let links: LegacyLinks

  init(_ db: Database, _ schema: LegacySchema, _ links: LegacyLinks) {
    self.db = db
    self.schema = schema
    self.links = links
  }

  /// A sentence about imported rows of other tables; empty if there are none.
  var importedRows: [String] {
    let sentence = Self.sentence("Rows of other tables were imported as custom fields", importedRowTexts())
    return [sentence].compactMap(\.self)
  }

  /// Returns sentences about data that stays in the old tables only.
  ///
  /// Call this after the beers were read and before tables are dropped.
  func unmigratedData() throws -> [String] {
    let related = Set(schema.relations.map(\.table) + links.links.compactMap(\.target?.table))
    let linked = Set(links.links.map(\.table))
    let unknown = try LegacyTables.others(db).filter { !related.contains($0) && !linked.contains($0) }
    return [
      Self.sentence(
        "Rows of other tables belong to no beer and stay in the file",
        try unusedRows(excluding: related)
          + related.sorted().map { Self.counted(Self.shortened($0), try unusedCount($0)) }),
      Self.sentence(
        "Unknown tables stay in the file",
        try unknown.map { Self.counted(Self.shortened($0), try count($0)) }),
      Self.sentence("Unknown columns stay in the file", try unknownColumns()),
    ].compactMap(\.self)
  }

  /// Returns a sentence about dropped views and triggers; empty if there are none.
  func dropped(_ names: [String]) -> [String] {
    let sentence = Self.sentence(
      "Views and triggers of the old diary were not kept", names.map(Self.shortened))
    return [sentence].compactMap(\.self)
  }

  /// Returns a sentence such as `What: A (3 rows) and B (1 row).`; `nil` if all parts are empty.
  private static func sentence(_ what: String, _ parts: [String]) -> String? {
    let parts = parts.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    return "\(what): \(WarningText.list(Array(parts.prefix(maxNameCount)), of: parts.count))."
  }

  private static func counted(_ name: String, _ count: Int) -> String {
    count == 0 ? "" : "\(name) (\(WarningText.count(count, "row")))"
  }

  /// Returns a name, shortened to ``maxNameLength`` characters: it comes from the file.
  static func shortened(_ name: String) -> String {
    name.count > maxNameLength ? name.prefix(maxNameLength - 1) + "…" : name
  }

  private func count(_ table: String) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedIdentifier)") ?? 0
  }

  private func importedRowTexts() -> [String] {
    zip(links.links, links.importedRowCounts).map { link, count in
      let rows = WarningText.count(count, "row")
      return count == 0 ? "" : "\(Self.shortened(link.table)) (\(rows), as \(Self.shortened(link.name)))"
    }
  }

  private func unusedRows(excluding related: Set<String>) throws -> [String] {
    try zip(links.links, links.importedRowCounts).filter { !related.contains($0.0.table) }.map {
      link, imported in
      Self.counted(Self.shortened(link.table), try count(link.table) - imported)
    }
  }

  /// Returns the number of rows of a related table that no beer refers to.
  private func unusedCount(_ table: String) throws -> Int {
    let joins = links.links.compactMap { link in
      link.target.flatMap { $0.table == table ? ($0.keyColumn.quotedIdentifier, link.table) : nil }
    }.map { "SELECT \($0) FROM \($1.quotedIdentifier) WHERE typeof(\($0)) = 'integer'" }
    let unused = Self.isInNone(of: keysOfImportedRows(table) + joins)
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedIdentifier) WHERE \(unused)") ?? 0
  }

  /// Returns queries for the keys of rows whose columns were all imported.
  private func keysOfImportedRows(_ table: String) -> [String] {
    let relations = schema.relations.filter { $0.table == table }.map { relation in
      let key = relation.column.quotedIdentifier
      return "SELECT \(key) FROM ZBEER WHERE typeof(\(key)) = 'integer'"
    }
    let entries = links.links.filter { $0.table == table && $0.target == nil }.map { _ in
      """
      SELECT Z_PK FROM \(table.quotedIdentifier)
      WHERE typeof(ZBEER) = 'integer' AND ZBEER IN (SELECT Z_PK FROM ZBEER)
      """
    }
    return relations + entries
  }

  /// Returns a condition that holds for rows whose key is in the result of none of the queries.
  private static func isInNone(of queries: [String]) -> String {
    queries.isEmpty ? "1" : "(Z_PK IS NULL OR Z_PK NOT IN (\(queries.joined(separator: " UNION "))))"
  }

  private func unknownColumns() throws -> [String] {
    let photos = try schema.unknownPhotoColumns(db).map {
      ("ZPHOTO.\($0)", try valueCount($0, "photo_image"))
    }
    let others = try links.links.compactMap(\.target).flatMap { target in
      let isUnused = Self.isInNone(of: keysOfImportedRows(target.table))
      return try target.others.map {
        ("\(target.table).\($0.column)", try valueCount($0.column, target.table, where: isUnused))
      }
    }
    return (photos + others).map { name, count in
      count == 0 ? "" : "\(Self.shortened(name)) (\(WarningText.count(count, "value")))"
    }
  }

  /// Returns the number of values that are not NULL; `typeof` does not read them.
  private func valueCount(_ column: String, _ table: String, where condition: String = "1") throws -> Int {
    let sql = """
      SELECT total(typeof(\(column.quotedIdentifier)) <> 'null') FROM \(table.quotedIdentifier) WHERE \(condition)
      """
    return Int(try Double.fetchOne(db, sql: sql) ?? 0)
  }
}
