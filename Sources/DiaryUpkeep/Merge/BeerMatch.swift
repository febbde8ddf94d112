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
  /// When the beer was added to its diary; `nil` if the migration of the copy had to invent that.
  let created: String?
  let name: String?
  let notes: String?
  let origin: Origin?
  let isInTrash: Bool

  /// Reads a beer of the copy.
  ///
  /// - Parameter creationOfUndatedBeers: See ``StagedStore/creationOfUndatedBeers``.
  init(_ db: Database, _ id: Int64, creationOfUndatedBeers: String?) throws {
    let row = try Row.fetchOne(db, sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?", arguments: [id])
    guard let row else { throw EditError.noSuchBeer(String(id)) }
    self.row = row
    self.id = id
    uuid = try row.value(forColumn: "uuid")
    let created = try row.value(String.self, forColumn: "created_at")
    self.created = created == creationOfUndatedBeers ? nil : created
    name = try row.value(forColumn: "name")
    notes = try row.value(forColumn: "notes")
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
  private static func match(_ beer: MergedBeer, _ origin: Origin, _ db: Database) throws -> BeerMatch {
    let sql = "SELECT id, created_at, name, notes FROM beer WHERE source = ? AND source_id = ?"
    guard let found = try Row.fetchOne(db, sql: sql, arguments: [origin.source, origin.id]) else {
      return .new(origin)
    }
    guard try isAnother(beer, than: found) else { return .known(try found.value(forColumn: "id")) }
    let separateOrigin = Origin(source: origin.source, id: "\(origin.id)@\(beer.created ?? "undated")")
    let row = try Row.fetchOne(db, sql: sql, arguments: [separateOrigin.source, separateOrigin.id])
    return try row.map { .known(try $0.value(forColumn: "id")) } ?? .new(separateOrigin)
  }

  /// Returns whether a beer is another one than the diary's beer of the same origin.
  ///
  /// Two copies of an iOS store that were used separately have different beers with the same id. Those have different
  /// names and creation times. A beer that was edited in one of them still has one of the two. Without a creation time,
  /// a beer that was renamed is the same, unless its notes are others, too.
  private static func isAnother(_ beer: MergedBeer, than found: Row) throws -> Bool {
    let isRenamed = try found.value(String?.self, forColumn: "name") != beer.name
    guard let created = beer.created else {
      return try isRenamed && haveDifferentNotes(beer, found)
    }
    return try isRenamed && found.value(String.self, forColumn: "created_at") != created
  }

  /// Returns whether both beers have notes, and these differ.
  private static func haveDifferentNotes(_ beer: MergedBeer, _ found: Row) throws -> Bool {
    guard let notes = beer.notes, let others = try found.value(String?.self, forColumn: "notes") else {
      return false
    }
    return notes != others && !notes.isEmpty && !others.isEmpty
  }
}
