import DiaryProcess
import DiaryStore
import DiaryText
import Pictures
import SQLiteKit

/// Prints what a migration will do.
struct MigrationPreviewReport {
  let options: StoreOptions
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    let path = context.path(options)
    context.progress.showIfSlow("Reading the diary")
    let preview = try context.allOrNothing { isCancelled in
      try Diary.previewMigration(of: path, isCancelled: isCancelled)
    }
    context.report(output, json: MigrationJSON(preview).text + "\n") {
      if preview.steps.isEmpty { return $0.line("\(path) is up to date.") }
      $0.line(sentence(preview, path))
      $0.line(space(preview))
      for warning in preview.warnings { context.errors.sentence(warning) }
    }
    try endAsRefused(preview, path)
  }

  /// Throws the exit status of the real migration if there is too little space for it.
  private func endAsRefused(_ preview: MigrationPreview, _ path: String) throws {
    guard !preview.steps.isEmpty, preview.lacksSpace else { return }
    throw ExitStatus(
      StoreError.noSpace(path: path, needed: preview.neededBytes, free: preview.freeBytes ?? 0))
  }

  private func sentence(_ preview: MigrationPreview, _ path: String) -> String {
    let beers = NumberText.count(preview.beerCount, "beer")
    let photos = NumberText.count(preview.photoCount, "photo")
    let steps = preview.steps.map { "\($0.from) to \($0.to)" }.joined(separator: ", ")
    return """
      \(path) will be migrated from version \(preview.fromVersion) to \(preview.toVersion) (\(steps)): \
      \(beers) and \(photos). Nothing was changed.
      """
  }

  private func space(_ preview: MigrationPreview) -> String {
    let needed = ByteCountText.text(preview.neededBytes)
    guard let free = preview.freeBytes.map(ByteCountText.text) else {
      return "The migration needs \(needed) of disk space."
    }
    return preview.lacksSpace
      ? "The migration needs \(needed) of disk space, but only \(free) are free. Free some space first."
      : "The migration needs \(needed) of disk space; \(free) are free."
  }
}
