import DiaryProcess
import DiaryStore
import Telemetry
import Terminal

/// Migrates a diary without a screen.
struct MigrateOnly {
  let options: StoreOptions
  /// Whether the background work is finished, too.
  let finishes: Bool
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    // Signals are only held back during the migration: printing may wait for a reader, and can be stopped as usual.
    let report = try InterruptNotice.throughout { try migrate(in: context) }
    if output.json || !output.quiet { context.output.write(report.text + "\n") }
    for warning in report.warnings { context.errors.sentence(warning) }
  }

  /// Migrates and closes the diary, and returns the text to print.
  ///
  /// - Throws: `EndedBySignal` if a signal came too late to stop the migration.
  private func migrate(in context: CommandContext) throws -> (text: String, warnings: [String]) {
    // A current diary does not have to wait for another program's write lock.
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
        throw context.cancelled(
          diary.migration == nil
            ? "beerdiary: \(diary.path) is up to date."
            : "beerdiary: Migrated \(diary.path). The signal came after the migration was complete."
        )
      }
      return (text, output.json ? [] : diary.migration?.warnings ?? [])
    }
  }

  /// Finishes the background work and returns its duration in seconds.
  ///
  /// If it is stopped, finished work is kept.
  private func finish(_ diary: Diary, in context: CommandContext) throws -> Double {
    let start = ContinuousClock.now
    let isFinished = try context.cancellable { isCancelled in
      while !isCancelled() {
        guard let slice = try diary.doBackgroundWork() else { return true }
        context.progress.show(slice)
      }
      return false
    }
    if !isFinished {
      try diary.close()
      throw context.cancelled(
        "beerdiary: Stopped. \(diary.path) is up to date. The background work continues at the next start.")
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
