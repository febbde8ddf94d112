import DiaryStore
import DiaryUI
import Foundation
import Telemetry

/// Brings a diary up to date without a screen.
struct MigrateOnly {
  /// Whether the background work is done to its end, too.
  let finishes: Bool
  let printsJSON: Bool

  func run(_ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .migrating, mode: .migrateOnly)
    defer { opened.recorder.flush() }
    let diary = opened.diary
    let backgroundSeconds = finishes ? try finish(diary, opened.recorder) : nil
    let console = Console.standardOutput
    if printsJSON {
      console.write(try MigrationJSON(diary, backgroundSeconds: backgroundSeconds).text + "\n")
    } else {
      let summary = diary.migration.map { MigrationSummary(path: diary.path, report: $0).sentence }
      console.line(summary ?? "\(diary.path) is up to date.")
    }
    try diary.close()
    console.flush()
    guard !printsJSON else { return }
    for warning in diary.migration?.warnings ?? [] { Console.standardError.sentence(warning) }
  }

  /// Does the background work to its end and returns how many seconds that took.
  ///
  /// What is done stays done where it is stopped.
  private func finish(_ diary: Diary, _ recorder: TelemetryRecorder) throws -> Double {
    let progress = ProgressLine()
    defer { progress.end() }
    let start = ContinuousClock.now
    let isFinished = try InterruptNotice.fromFirstQuestion { isCancelled in
      while !isCancelled() {
        guard let slice = try diary.workInBackground() else { return true }
        progress.show(slice)
      }
      return false
    }
    if !isFinished, let ended = InterruptNotice.ending {
      progress.end()
      try diary.close()
      Console.standardError.line(
        "beerdiary: Stopped; \(diary.path) is migrated, and the rest is done when it is next opened.")
      throw ended
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
