import CoreDataMigration
import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// A beer of the store that is merged.
struct MergedBeer {
  let row: Row
  let id: Int64
  let uuid: UUID
  /// When the beer was added to its diary; `nil` if a migration had to invent that.
  let created: String?
  let name: String?
  let notes: String?
  let origin: Origin?
  let isInTrash: Bool

  /// Reads a beer of the copy.
  ///
  /// - Parameter creationOfUndatedBeers: See ``StagedStore/creationOfUndatedBeers``.
  init(_ db: Database, _ id: Int64, creationOfUndatedBeers: String?) throws {
    let beers = try db.cachedStatement(sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?")
    let row = try Row.fetchOne(beers, arguments: [id])
    guard let row else { throw EditError.noSuchBeer(String(id)) }
    self.row = row
    self.id = id
    uuid = try row.value(forColumn: "uuid")
    name = try BeerMatch.text(row, "name")
    notes = try BeerMatch.text(row, "notes")
    origin = try Origin(row: row)
    let created = try row.value(String.self, forColumn: "created_at")
    self.created = created == creationOfUndatedBeers || origin?.isOfOrphans == true ? nil : created
    isInTrash = try row.value(String?.self, forColumn: "deleted_at") != nil
  }
}

/// Whether a diary already has a beer.
enum BeerMatch {
  /// The id of the diary's beer.
  case known(Int64)
  /// The beer is to be added, with this origin.
  case new(Origin?)

  init(_ beer: MergedBeer, in db: Database) throws {
    let ids = try db.cachedStatement(sql: "SELECT id FROM beer WHERE uuid = ?")
    if let id = try Int64.fetchOne(ids, arguments: [beer.uuid]) {
      self = .known(id)
    } else {
      let match = try beer.origin.map { try Self.match(beer, $0, db) } ?? .new(nil)
      if case .new = match, let id = try Self.beerForOrphans(beer, db) {
        self = .known(id)
      } else {
        self = match
      }
    }
  }

  private static func beer(of origin: Origin, _ db: Database) throws -> Row? {
    let sql = "SELECT \(Beer.columns) FROM beer WHERE source = ? AND source_id = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [origin.source, origin.id])
  }

  /// Compares a beer with the diary's beer of the same origin, and with the one that was added as a separate beer.
  ///
  /// The separate one stays if the other one is deleted.
  private static func match(_ beer: MergedBeer, _ origin: Origin, _ db: Database) throws -> BeerMatch {
    let found = try Self.beer(of: origin, db)
    if let found, try !isAnother(beer, than: found) { return .known(try found.value(forColumn: "id")) }
    let separateOrigin = Origin(source: origin.source, id: "\(origin.id)@\(beer.created ?? "undated")")
    let separate = try Self.beer(of: separateOrigin, db)
    if let separate, try !isAnother(beer, than: separate) {
      return .known(try separate.value(forColumn: "id"))
    }
    if found == nil { return .new(origin) }
    // Beers without a creation time of three copies may all be different.
    return separate == nil ? .new(separateOrigin) : try match(beer, separateOrigin, db)
  }

  /// Returns the beer that the diary has for photos without a beer, if the merged beer is that of its store.
  ///
  /// Version 1.0.0 gave it no origin, so it is recognized by its name. Its photos are compared one by one.
  private static func beerForOrphans(_ beer: MergedBeer, _ db: Database) throws -> Int64? {
    guard beer.origin?.isOfOrphans ?? (beer.name == CoreDataMigration.orphansName) else { return nil }
    return try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM beer WHERE name = ?1 AND (source IS NULL OR ?2 AND source = ?3 AND source_id LIKE '%/' || ?4)
        ORDER BY id LIMIT 1
        """,
      arguments: [
        CoreDataMigration.orphansName, beer.origin == nil, CoreDataMigration.originSource,
        CoreDataMigration.orphansKey,
      ])
  }

  /// Returns whether a beer is another one than the diary's beer of the same origin.
  ///
  /// Two copies of an iOS store that were used separately have different beers with the same id. Those have different
  /// creation times, and different names or notes. A beer that was edited in one of them has the same creation time, and
  /// one whose date was changed still has the same name. In case of doubt it is another beer: one that is added once too
  /// often loses nothing and is reported, one that is not added loses what was written.
  ///
  /// Without a creation time, only the same name, or everything else, shows that it is the same.
  private static func isAnother(_ beer: MergedBeer, than found: Row) throws -> Bool {
    // There is one such beer in each store, whatever its name is.
    if beer.origin?.isOfOrphans == true { return false }
    let name = try text(found, "name")
    let hasSameName = name != nil && name == beer.name
    guard let created = beer.created else {
      return !hasSameName && !hasSameFacts(beer.row, found, atLeast: name == beer.name ? 0 : 2)
    }
    if try found.value(String.self, forColumn: "created_at") == created { return false }
    let notes = try text(found, "notes")
    return !hasSameName || notes != nil && beer.notes != nil && notes != beer.notes
  }

  /// Returns whether two beers are the same in everything but their names.
  ///
  /// - Parameter minCount: How many facts they must have next to their names; a few may be the same by chance.
  private static func hasSameFacts(_ beer: Row, _ other: Row, atLeast minCount: Int) -> Bool {
    let facts = BeerColumn.values.map(\.name).filter { $0 != "name" }
    guard facts.allSatisfy({ fact(beer, $0) == fact(other, $0) }) else { return false }
    // A position is one fact.
    return facts.count { $0 != "longitude" && !fact(beer, $0).isNull } >= minCount
  }

  /// Returns the value of a column; `NULL` for an empty text, and for 0, which Core Data stores for a number that was
  /// not entered.
  private static func fact(_ row: Row, _ column: String) -> DatabaseValue {
    let value: DatabaseValue = row[column]
    return value == "".databaseValue || value == 0.databaseValue ? .null : value
  }

  /// Returns the text of a column; `nil` if it has none.
  fileprivate static func text(_ row: Row, _ column: String) throws -> String? {
    try row.value(String?.self, forColumn: column).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Origin {
  /// Whether it is the origin of the beer that a migration has created for photos without a beer.
  var isOfOrphans: Bool {
    source == CoreDataMigration.originSource && id.hasSuffix("/\(CoreDataMigration.orphansKey)")
  }
}
