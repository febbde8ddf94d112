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
    let backgroundSeconds = finishes ? try finish(diary) : nil
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
  private func finish(_ diary: Diary) throws -> Double {
    let progress = ProgressLine()
    defer { progress.end() }
    let start = ContinuousClock.now
    while let slice = try diary.workInBackground() { progress.show(slice) }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
