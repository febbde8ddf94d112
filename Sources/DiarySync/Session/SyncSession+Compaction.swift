import DiaryStore
import Foundation
import SQLiteKit
import Sync

extension SyncSession {
  /// The age from which segments are merged, in seconds: 30 days.
  ///
  /// By then, nearly all devices have them, and need not get them again.
  private static let compactionAge: TimeInterval = 30 * 86_400

  /// Merges objects of this device that have been in the store for a month, some at a time.
  ///
  /// The diary records which segment is the last one, and when that was. A month later all segments up to it are old, and
  /// the next one is recorded. So nearly all synchronizations only read this record.
  ///
  /// If it fails, nothing is lost, and the next attempt is a month later.
  func compactOldSegments(
    of diary: Diary, _ keys: SyncKeys, isCancelled: @escaping () -> Bool
  ) throws {
    let (mark, last) = try diary.read { db in
      (try SyncSettings(db).compactionMark, try ReplicaTables(db).lastOwnSegment?.sequence)
    }
    let age = mark.map { diary.now.timeIntervalSince($0.time) }
    // A time in the future is that of a clock that was wrong.
    if let age, (0..<Self.compactionAge).contains(age) { return }
    guard let last else { return }
    try diary.write { try SyncSettings($0).setCompactionMark((last, diary.now)) }
    guard let mark, let age, age >= Self.compactionAge else { return }
    let hasMerged = try withStore(of: keys, onProgress: { _ in }, isCancelled: isCancelled) { exchange in
      var synced = SyncedDiary(diary)
      return try Synchronizer(exchange, envelope: SealedEnvelope(key: keys.diary, device: keys.device))
        .compact(&synced, through: mark.sequence)
    }
    // There may be more, for the next synchronization.
    if hasMerged { try diary.write { try SyncSettings($0).setCompactionMark(mark) } }
  }
}
