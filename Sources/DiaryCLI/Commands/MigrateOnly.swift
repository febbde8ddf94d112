import DiaryProcess
import DiaryStore
import Telemetry
import Terminal

/// Migrates a diary without a screen.
struct MigrateOnly {
  let options: StoreOptions
  /// Whether the background work is finished too.
  let finishes: Bool
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    // What is still to be printed may wait for its reader, and can be stopped as usual.
    let report = try InterruptNotice.throughout { try migrate(in: context) }
    context.output.write(report.text + "\n")
    for warning in report.warnings { context.errors.sentence(warning) }
  }

  /// Returns what is to be printed; the diary is closed then.
  ///
  /// - Throws: `EndedBySignal` where a signal came that could not stop the migration any more.
  private func migrate(in context: CommandContext) throws -> (text: String, warnings: [String]) {
    // A current diary need not wait for another program's write lock.
    let isDone = try !finishes && Diary.isCurrent(at: context.changeablePath(options))
    return try context.withDiary(options, isDone ? .reading : .migrating, mode: .migrateOnly) { diary in
      let backgroundSeconds = finishes ? try finish(diary, in: context) : nil
      let text: String
      if output.json {
        text = try MigrationJSON(diary, backgroundSeconds: backgroundSeconds).text
      } else {
        let summary = diary.migration.map { MigrationSummary(path: diary.path, report: $0).sentence }
        text = (summary ?? "\(diary.path) is up to date.").safeForTerminal
      }
      try diary.close()
      if InterruptNotice.isInterrupted {
        throw context.stopped(
          diary.migration == nil
            ? "beerdiary: \(diary.path) is up to date."
            : "beerdiary: Migrated \(diary.path). The signal came after the migration was complete."
        )
      }
      return (text, output.json ? [] : diary.migration?.warnings ?? [])
    }
  }

  /// Does the background work to its end and returns how many seconds that took.
  ///
  /// What is done stays done where it is stopped.
  private func finish(_ diary: Diary, in context: CommandContext) throws -> Double {
    let start = ContinuousClock.now
    let isFinished = try context.cancellable { isCancelled in
      while !isCancelled() {
        guard let slice = try diary.workInBackground() else { return true }
        context.progress.show(slice)
      }
      return false
    }
    if !isFinished {
      try diary.close()
      throw context.stopped(
        "beerdiary: Stopped. \(diary.path) is up to date. The background work continues at the next start.")
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
