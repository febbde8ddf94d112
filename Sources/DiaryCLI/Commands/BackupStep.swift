import DiaryProcess

/// Copies the diary away before `--migrate-only` does anything to it.
struct BackupStep {
  /// The file to make.
  let file: String

  func run(_ options: StoreOptions) throws {
    let target = try OutputPath(file, of: "--backup", options).newFile()
    let hasRebuiltIndexes = try BackupProgress(option: "--backup").copyFile(options.storePath, to: target)
    Console.standardError.line("\(options.storePath) was copied to \(target).")
    if hasRebuiltIndexes { BackupProgress.tellDamagedIndex(options, isOpened: false) }
  }
}
