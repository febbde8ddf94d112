import Foundation
import GRDB

/// The beers that another beer with the same origin keeps from having it, within a transaction.
///
/// They are recorded in `sync_setting`, because finding them would require reading the registers of all beers.
struct WaitingOrigins {
  private let db: Database

  init(_ db: Database) { self.db = db }

  private static let prefix = "waiting_origin:"

  /// Records a beer.
  func insert(_ beer: UUID) throws {
    try SyncSetting(db, Self.prefix + beer.uuidString).set(1)
  }

  /// Removes and returns all beers, in ascending order.
  func removeAll() throws -> [UUID] {
    let names = try String.fetchAll(
      db, sql: "DELETE FROM sync_setting WHERE name >= ? AND name < ? RETURNING name",
      arguments: [Self.prefix, "waiting_origin;"])
    return names.compactMap { UUID(uuidString: String($0.dropFirst(Self.prefix.count))) }.sorted()
  }
}
