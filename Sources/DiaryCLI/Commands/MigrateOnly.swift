import DiaryProcess
import DiaryStore
import Foundation
import Telemetry
import Terminal

/// Migrates a diary without a screen.
struct MigrateOnly {
  /// Whether the background work is finished too.
  let finishes: Bool
  let printsJSON: Bool

  func run(_ options: StoreOptions) throws {
    // What is still to be printed may wait for its reader, and can be stopped as usual.
    let report = try InterruptNotice.throughout { try migrate(options) }
    let console = Console.standardOutput
    console.write(report.text)
    console.flush()
    for warning in report.warnings { Console.standardError.sentence(warning) }
  }

  /// Returns what is to be printed; the diary is closed then.
  ///
  /// - Throws: `EndedBySignal` where a signal came that could not stop the migration any more.
  private func migrate(_ options: StoreOptions) throws -> (text: String, warnings: [String]) {
    // A current diary need not wait for another program's write lock.
    let isDone = try !finishes && Diary.isCurrent(at: options.changeablePath())
    let opened = try OpenedDiary(options, isDone ? .reading : .migrating, mode: .migrateOnly)
    defer { opened.recorder.flush() }
    let diary = opened.diary
    let backgroundSeconds = finishes ? try finish(diary, opened.recorder) : nil
    let text: String
    if printsJSON {
      text = try MigrationJSON(diary, backgroundSeconds: backgroundSeconds).text
    } else {
      let summary = diary.migration.map { MigrationSummary(path: diary.path, report: $0).sentence }
      text = (summary ?? "\(diary.path) is up to date.").safeForTerminal
    }
    try diary.close()
    if let ended = InterruptNotice.ending {
      Console.standardError.line(
        "beerdiary: \(diary.path) is migrated: that was already complete when it was stopped.")
      throw ended
    }
    return (text + "\n", printsJSON ? [] : diary.migration?.warnings ?? [])
  }

  /// Does the background work to its end and returns how many seconds that took.
  ///
  /// What is done stays done where it is stopped.
  private func finish(_ diary: Diary, _ recorder: TelemetryRecorder) throws -> Double {
    let progress = ProgressLine()
    defer { progress.end() }
    let start = ContinuousClock.now
    let isFinished = try InterruptNotice.handlingTermination { isCancelled in
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
