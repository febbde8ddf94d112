import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import SQLiteKit
import Foundation
import Telemetry

struct CreateBackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Copy the diary and its photos to one file.",
    discussion: """
      The diary may be in use during the backup. The copy is checked before it gets its name. An existing file is never \
      replaced. A diary of Beer Diary for iOS is copied unchanged, together with its folder of images.

      EXAMPLE:
        mkdir -p "$HOME/backups"
        beerdiary backup create "$HOME/backups/diary-$(date +%F).sqlite"
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("backup requires the path of the file to create.") }
  }

  func run(in context: CommandContext) throws {
    let path = context.path(options)
    let copying = BackupCopying(context: context, options: options)
    let target = try copying.target(file)
    let copied = try isOpenedFirst(path) ? copyOpened(to: target, copying) : nil
    let hasRebuiltIndexes = try copied?.hasRebuiltIndexes ?? copying.copyFile(to: target)
    let json: JSONMembers = [
      ("file", .text(target)), ("beers", .init(copied?.beers)), ("photos", .init(copied?.photos)),
      ("missing_images", .init(copied?.missingImages)), ("rebuilt_indexes", .boolean(hasRebuiltIndexes)),
    ]
    context.report(output, json: JSONText.of(json)) {
      let what = copied.map { " with \(NumberText.count($0.beers, "beer"))" } ?? ""
      $0.line("Copied \(path)\(what) to \(target).")
      if let missing = copied?.missingImages, missing > 0 {
        let what = "\(NumberText.count(missing, "photo")) \(missing == 1 ? "has" : "have") no image"
        context.errors.sentence("\(what). Run `beerdiary doctor` for details.")
      }
      if hasRebuiltIndexes { copying.reportDamagedIndex(isOpened: copied != nil) }
    }
  }

  /// Returns whether the diary opens without a migration, so it can be copied while other programs write to it.
  private func isOpenedFirst(_ path: String) throws(OpeningError) -> Bool {
    if options.readOnly { return false }
    let version = try Diary.version(ofStoreAt: path)
    return version == nil || version == Diary.currentVersion
  }

  private func copyOpened(to target: String, _ copying: BackupCopying) throws -> BackupReport {
    let context = copying.context
    return try copying.run { isCancelled in
      try context.withDiary(options, .reading) { diary in
        let start = ContinuousClock.now
        let report = try diary.backUp(
          to: target, progress: { context.progress.showCopying(done: $0, total: $1) },
          isCancelled: isCancelled)
        context.recorder(options).record(
          .exported(format: .backup, beers: CountBucket(report.beers), duration: ContinuousClock.now - start))
        return report
      }
    }
  }
}

/// Copies the diary, for `backup` or before a migration.
struct BackupCopying {
  let context: CommandContext
  let options: StoreOptions
  /// The option that names the copy; `nil` if it is an argument.
  var option: String?

  /// Returns the absolute path of the copy; throws if a file exists there.
  func target(_ file: String) throws -> String {
    try OutputPath(file, of: option, options, in: context).newFile()
  }

  /// Copies the diary without opening it, because opening it could migrate it.
  ///
  /// - Returns: Whether indexes of the copy had to be rebuilt.
  func copyFile(to target: String) throws -> Bool {
    context.recorder(options)
    return try run { isCancelled in
      try Diary.backUp(
        context.path(options), to: target,
        progress: { context.progress.showCopying(done: $0, total: $1) }, isCancelled: isCancelled)
    }
  }

  /// Runs `copy`, which the user can stop, and suggests another file if the copy cannot be created.
  ///
  /// - Throws: `EndedBySignal` if the user stopped it; the unfinished copy is removed.
  func run<Value>(_ copy: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value) throws -> Value {
    do {
      return try context.cancellable("Stopped. No backup was made.", copy)
    } catch UpkeepError.store(.cannotCreate(let path, let reason)) {
      let withOption = option.map { " with \($0)" } ?? ""
      throw CommandFailure(
        sentence: "\(path) cannot be created: \(reason). Name another file\(withOption).",
        status: .cannotCreate)
    }
  }

  /// Reports that the diary has damaged indexes, which were rebuilt in the copy.
  func reportDamagedIndex(isOpened: Bool) {
    let advice = isOpened ? " Repair the diary with \(options.suggestion("doctor", "--repair"))." : ""
    context.errors.sentence(
      "An index of \(context.path(options)) is damaged. The copy has a new one.\(advice)")
  }
}
