import DiaryStore
import Foundation
import GRDB

/// The beers that another beer with the same origin keeps from having it, within a transaction.
///
/// They are recorded in `sync_setting`, because finding them would require reading the registers of all beers.
struct WaitingOrigins {
  private let db: Database

  init(_ db: Database) { self.db = db }

  private static let word = "waiting_origin"

  /// Records a beer.
  func insert(_ beer: UUID) throws {
    try SyncSetting(db, "\(Self.word):\(beer.uuidString)").set(1)
  }

  /// Removes and returns all beers, in ascending order.
  func removeAll() throws -> [UUID] {
    let names = try SyncSetting.names(db, beginningWith: Self.word)
    for name in names { try SyncSetting(db, name).remove() }
    return names.compactMap { UUID(uuidString: String($0.dropFirst(Self.word.count + 1))) }.sorted()
  }
}
