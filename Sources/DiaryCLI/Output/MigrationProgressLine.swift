import CoreDataMigration
import DiaryProcess
import DiaryStore
import DiaryText
import Synchronization

/// How far a migration is, on standard error.
final class MigrationProgressLine: Sendable {
  private let line = ProgressLine()
  /// Whether a sentence is written without a terminal, too, for whoever reads it in a log.
  private let saysWaiting: Bool
  private let hasSaid = Mutex(false)

  init(saysWaiting: Bool) { self.saysWaiting = saysWaiting }

  func show(_ progress: MigrationProgress) {
    line.show(progress)
    guard saysWaiting, let holder = progress.waitingFor, !Console.standardError.isTerminal else { return }
    let isFirst = hasSaid.withLock { hasSaid in
      defer { hasSaid = true }
      return !hasSaid
    }
    if isFirst { Console.standardError.line("beerdiary: \(WaitingText.sentence(holder)).") }
  }

  func end() { line.end() }
}
