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
  let created: String
  let name: String?
  let origin: Origin?
  let isInTrash: Bool

  init(_ db: Database, _ id: Int64) throws {
    let row = try Row.fetchOne(db, sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?", arguments: [id])
    guard let row else { throw EditError.noSuchBeer(String(id)) }
    self.row = row
    self.id = id
    uuid = try row.value(forColumn: "uuid")
    created = try row.value(forColumn: "created_at")
    name = try row.value(forColumn: "name")
    origin = try Origin(row: row)
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
    if let id = try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [beer.uuid]) {
      self = .known(id)
    } else if let origin = beer.origin {
      self = try Self.match(beer, origin, db)
    } else if beer.name == CoreDataMigration.orphansName {
      // Each migration creates this beer again; its photos are compared one by one.
      let sql = "SELECT id FROM beer WHERE source IS NULL AND name = ? ORDER BY id LIMIT 1"
      let id = try Int64.fetchOne(db, sql: sql, arguments: [beer.name])
      self = id.map { .known($0) } ?? .new(nil)
    } else {
      self = .new(nil)
    }
  }

  /// Compares a beer with the diary's beer of the same origin.
  ///
  /// Two copies of an iOS store that were used separately have different beers with the same id. Those have different
  /// names and creation times. A beer that was edited on the phone still has one of the two.
  private static func match(_ beer: MergedBeer, _ origin: Origin, _ db: Database) throws -> BeerMatch {
    let sql = "SELECT id, created_at, name FROM beer WHERE source = ? AND source_id = ?"
    guard let found = try Row.fetchOne(db, sql: sql, arguments: [origin.source, origin.id]) else {
      return .new(origin)
    }
    let isAnother =
      try found.value(String.self, forColumn: "created_at") != beer.created
      && found.value(String?.self, forColumn: "name") != beer.name
    if !isAnother { return .known(try found.value(forColumn: "id")) }
    let separateOrigin = Origin(source: origin.source, id: "\(origin.id)@\(beer.created)")
    let row = try Row.fetchOne(db, sql: sql, arguments: [separateOrigin.source, separateOrigin.id])
    return try row.map { .known(try $0.value(forColumn: "id")) } ?? .new(separateOrigin)
  }
}
