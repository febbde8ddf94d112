import Foundation
import GRDB
import Synchronization

/// A lease on the store's background work, so that only one program does it at a time.
///
/// A row in the store names the holder and the expiry. The lease is renewed during the work and expires if the program
/// is killed. It only avoids duplicate work: every slice rechecks under the write lock, so nothing depends on clocks.
final class BackgroundLease: Sendable {
  /// The time until a lease expires, in seconds.
  private static let duration: TimeInterval = 2

  private let name = "claim:" + UUID().uuidString
  private let heldUntil = Mutex(Date.distantPast)

  var isHeld: Bool { heldUntil.withLock { $0 > Date() } }

  /// Whether the lease is valid for long enough that it need not be renewed yet.
  var isFresh: Bool {
    let left = heldUntil.withLock { $0.timeIntervalSinceNow }
    return left > Self.duration / 2 && left <= Self.duration
  }

  /// Acquires or renews the lease; returns `false` if another program holds it.
  ///
  /// Ignores a lease that expires later than any valid one can, because the clock was set back after it was acquired.
  func acquire(_ db: Database) throws -> Bool {
    let now = Date()
    let end = now + Self.duration
    let isHeldByOther = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM background_work
          WHERE name GLOB 'claim:*' AND name <> ? AND position > ? AND position <= ?)
        """, arguments: [name, Self.milliseconds(now), Self.milliseconds(end)])
    guard isHeldByOther == false else { return false }
    try db.execute(sql: "DELETE FROM background_work WHERE name GLOB 'claim:*'")
    try db.execute(
      sql: "INSERT INTO background_work (name, position) VALUES (?, ?)",
      arguments: [name, Self.milliseconds(end)])
    heldUntil.withLock { $0 = end }
    return true
  }

  func release(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM background_work WHERE name = ?", arguments: [name])
    heldUntil.withLock { $0 = .distantPast }
  }

  private static func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1000) }
}
