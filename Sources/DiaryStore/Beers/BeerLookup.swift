import Foundation
import GRDB
import SQLiteKit

/// Finds the ids of beers.
struct BeerLookup: DiaryComponent {
  let database: DiaryDatabase

  func beersInTrash() throws(StoreError) -> [Int64] {
    try read { try Int64.fetchAll($0, sql: "SELECT id FROM beer WHERE deleted_at IS NOT NULL ORDER BY id") }
  }

  func beers(named name: String, inTrash: Bool) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql:
          "SELECT id FROM beer WHERE deleted_at IS \(inTrash ? "NOT NULL" : "NULL") AND name = ? COLLATE NOCASE ORDER BY id",
        arguments: [name])
    }
  }

  func beers(uuidPrefix: String, inTrash: Bool) throws(StoreError) -> [Int64] {
    guard let bounds = UUID.bounds(ofPrefix: uuidPrefix) else { return [] }
    return try read { db in
      try Int64.fetchAll(
        db,
        sql:
          "SELECT id FROM beer WHERE deleted_at IS \(inTrash ? "NOT NULL" : "NULL") AND uuid BETWEEN ? AND ? ORDER BY id",
        arguments: [bounds.first, bounds.last])
    }
  }

  func newestBeer(inTrash: Bool) throws(StoreError) -> Int64? {
    try read {
      try Int64.fetchOne(
        $0,
        sql:
          "SELECT id FROM beer WHERE deleted_at IS \(inTrash ? "NOT NULL" : "NULL") ORDER BY id DESC LIMIT 1")
    }
  }
}
