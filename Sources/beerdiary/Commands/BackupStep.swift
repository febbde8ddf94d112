import DiaryStore
import DiaryUI
import Foundation

/// Copies the diary away before `--migrate-only` does anything to it.
struct BackupStep {
  /// The file to make.
  let file: String

  func run(_ options: StoreOptions) throws {
    let target = URL(fileURLWithPath: file).path
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(DiaryError) {
      try InterruptNotice.during { () throws(DiaryError) in
        try Diary.backUp(
          options.storePath, to: target, progress: { progress.showCopying(done: $0, total: $1) },
          isCancelled: { InterruptNotice.hasCome })
      }
    } catch .cancelled {
      progress.end()
      Console.standardError.line("Stopped; the diary is as it was, and there is no copy of it.")
      throw EndedBySignal(signal: .interrupt)
    }
    progress.end()
    Console.standardError.line("\(options.storePath) was copied to \(target).")
  }
}
