import DiaryStore
import DiaryUI
import Foundation

/// Copies the diary away before `--migrate-only` does anything to it.
struct BackupStep {
  /// The file to make.
  let file: String

  func run(_ options: StoreOptions) throws {
    let target = URL(fileURLWithPath: file).path
    try refuseMissingFolder(of: target)
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
    } catch .cannotCreate(let path, let reason) {
      throw cannotCreate(path, reason)
    }
    progress.end()
    Console.standardError.line("\(options.storePath) was copied to \(target).")
  }

  /// A folder that is not there is more likely a mistyped path.
  private func refuseMissingFolder(of target: String) throws {
    let folder = (target as NSString).deletingLastPathComponent
    guard FileManager.default.fileExists(atPath: folder) else {
      throw cannotCreate(target, "there is no folder \(folder)")
    }
  }

  private func cannotCreate(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      sentence: "\(path) cannot be made (\(reason)); name another file with --backup.", status: .cannotCreate)
  }
}
