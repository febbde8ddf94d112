import Foundation
import GRDB
import Pictures
import Synchronization

/// A store as it is seen before it is opened: the first rows of a list, sooner than all that opening takes.
///
///     guard let glance = DiaryGlance(at: path) else { return try Diary.open(at: path) }
///     show(glance.rows(BeerQuery(), first: 24))
///     return try glance.open()
///
/// It reads with one connection that never waits for others, and leaves everything as it is.
package final class DiaryGlance: Sendable {
  private let path: String
  private let place: ReadOnlyAccess
  private let queue: DatabaseQueue?
  private let openDatabase: OpenDatabase
  private let isClosed = Mutex(false)

  /// Looks at a store that is plainly a current one; `nil` for any other.
  ///
  /// To be made before anything of this process has the store open, whose locks a look at its file would end.
  package init?(at path: String) {
    let file = StoreFile.resolved(path)
    // Beside a store that cannot be written to nothing is to be made.
    guard StoreInspection.looksCurrent(file), access(file, W_OK) == 0 else { return nil }
    self.path = path
    place = ReadOnlyAccess(file: file)
    var configuration = Configuration.hardened()
    // One that may write nothing at all could not take away what it has made beside the file.
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA query_only = 1")
      db.add(function: LocalTimeSQL.function(.autoupdatingCurrent))
    }
    configuration.busyMode = .immediateError
    openDatabase = OpenDatabase(path: file)
    queue = try? DatabaseQueue(path: file, configuration: configuration)
  }

  /// The first beers of a list, fewer where it ends before; `nil` where they cannot be read at once.
  ///
  /// Why that is opening the store tells.
  package func rows(_ query: BeerQuery, first count: Int) -> [BeerRow]? {
    try? queue?.read { db in
      try BeerLists().first(count, db, query) { true }.map { try BeerRows(db, query.order).rows($0) }
    }
  }

  /// Ends `rows` early, from any thread.
  package func giveUp() { isClosed.withLock { if !$0 { queue?.interrupt() } } }

  /// Opens the store, and ends the glance.
  ///
  /// - Throws: What ``Diary/open(at:createsMissing:clock:progress:isCancelled:freeSpace:)`` would, before anything is
  ///   written; `.needsMigration` where it is not current.
  package func open() throws(DiaryError) -> Diary {
    defer { close() }
    return try Diary.openCurrent(at: path)
  }

  /// Ends the glance; `rows` must not follow.
  package func close() {
    isClosed.withLock { $0 = true }
    try? queue?.close()
    openDatabase.close()
    // On a full disk, SQLite leaves what it could not make whole.
    place.removeCreatedFiles()
  }
}
