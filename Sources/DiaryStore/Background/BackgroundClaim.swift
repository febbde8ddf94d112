import Foundation
import GRDB
import Synchronization

/// The claim of an open diary to the store's background work, so that one program at a time does it.
///
/// A row in the store names the holder and says until when the claim holds. It is renewed during the work, and ends by
/// itself if the program is killed. It only spares doing things twice: every slice checks again, under the write lock,
/// that there still is something to do, so that nothing depends on clocks.
final class BackgroundClaim: Sendable {
  /// In seconds.
  private static let duration: TimeInterval = 2

  private let name = "claim:" + UUID().uuidString
  private let heldUntil = Mutex(Date.distantPast)

  var isHeld: Bool { heldUntil.withLock { $0 > Date() } }

  /// Whether the claim holds for long enough that it need not be renewed.
  var isFresh: Bool {
    let left = heldUntil.withLock { $0.timeIntervalSinceNow }
    return left > Self.duration / 2 && left <= Self.duration
  }

  /// Takes or renews the claim; `false` if another one holds it.
  ///
  /// One that holds for longer than any can was made before the clock was set back, and does not count.
  func take(_ db: Database) throws -> Bool {
    let now = Date()
    let end = now + Self.duration
    let isTaken = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM background_work
          WHERE name GLOB 'claim:*' AND name <> ? AND position > ? AND position <= ?)
        """, arguments: [name, Self.milliseconds(now), Self.milliseconds(end)])
    guard isTaken == false else { return false }
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
