import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import DiaryUpkeep
import Foundation
import Interchange
import SQLiteKit
import Telemetry

struct CreateBackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Copy the diary and its photos to one file.",
    discussion: """
      The diary may be in use during the backup. The copy is checked before it gets its name. An existing file is never \
      replaced. A diary of Beer Diary for iOS is copied unchanged, together with its folder of images.

      Without a file, the copy gets the date as its name, in the folder “backups” next to the diary. Older dated backups \
      there are removed, except those of today and yesterday, and the newest of each of the last \(BackupSeries.days) \
      days, of each of the last \(BackupSeries.weeks) weeks, and of each month. Other files stay. In a folder that you \
      name, the copy gets the date as its name as well, and none is removed.

      EXAMPLES:
        beerdiary backup create --dry-run
        mkdir -p "$HOME/backups"
        beerdiary backup create "$HOME/backups/diary-$(date +%F).sqlite"
      """)

  static let json: JSONType = .either([.object("backup"), .object("backup_plan")])
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Without a file: remove no older backups.")
  var keepAll = false

  @Flag(name: .long, help: "Show what would be made and removed, and change nothing.")
  var dryRun = false

  @Argument(
    help: ArgumentHelp(
      "The file to create, or the folder for it. Default: a new file in the folder of backups.",
      valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("backup requires the path of the file to create.") }
    if keepAll, file != nil { throw ValidationError("--keep-all cannot be combined with a file.") }
  }

  func run(in context: CommandContext) throws {
    let path = context.path(options)
    let copying = BackupCopying(context: context, options: options)
    guard let file else { return try makeDated(path, copying) }
    let target = try copying.target(file)
    if dryRun { return preview(path, target, removing: [], context) }
    try make(path, target, copying) { [] }
  }

  /// Makes a dated backup, and removes those that are no longer needed.
  private func makeDated(_ path: String, _ copying: BackupCopying) throws {
    guard try Diary.version(ofStoreAt: path) != nil else { throw StoreError.notFound(path: path) }
    let folder = BackupFolder(ofStore: path)
    let new = folder.newBackup(at: Date())
    if dryRun {
      let removed = keepAll ? [] : folder.superfluousBackups(adding: new.time, at: Date())
      return preview(path, new.path, removing: removed, copying.context)
    }
    try folder.create()
    try make(path, new.path, copying) { keepAll ? [] : prune(folder, adding: new.time, copying.context) }
  }

  /// Removes the backups that are no longer needed, and returns their files.
  private func prune(_ folder: BackupFolder, adding added: BackupTime, _ context: CommandContext)
    -> [String]
  {
    folder.superfluousBackups(adding: added, at: Date()).filter { backup in
      do throws(StoreError) {
        try folder.remove(backup)
        return true
      } catch {
        context.errors.sentence("\(backup) was not removed. \(error.sentence)")
        return false
      }
    }
  }

  private func preview(
    _ path: String, _ target: String, removing removed: [String], _ context: CommandContext
  ) {
    let json: JSONMembers = [
      ("dry_run", .boolean(true)), ("path", .text(target)), ("removed", .array(removed.map { .text($0) })),
    ]
    context.report(output, json: JSONText.of(json)) {
      $0.line("Would copy \(path) to \(target).")
      for file in removed { $0.line("Would remove \(file).") }
    }
  }

  /// Makes a backup and reports it.
  ///
  /// - Parameter prune: Removes other backups afterwards, and returns their files.
  private func make(_ path: String, _ target: String, _ copying: BackupCopying, prune: () -> [String]) throws
  {
    let context = copying.context
    let isOld = try isOldVersion(path)
    let opened = try isOpenedFirst(path) ? copyOpened(to: target, copying) : nil
    let copied = opened?.report
    let hasRebuiltIndexes = try copied?.hasRebuiltIndexes ?? copying.copyFile(to: target)
    let removed = prune()
    let json: JSONMembers = [
      ("path", .text(target)), ("beers", .init(copied?.beers)), ("photos", .init(copied?.photos)),
      ("missing_images", .init(copied?.missingImages)), ("rebuilt_indexes", .boolean(hasRebuiltIndexes)),
      // An unchecked copy does not get its name.
      ("checked", .boolean(true)), ("removed", .array(removed.map { .text($0) })),
    ]
    context.reportDone(output, json: JSONText.of(json)) {
      let what = copied.map { " with \(NumberText.count($0.beers, "beer"))" } ?? ""
      $0.line("Copied \(path)\(what) to \(target), and checked the copy.")
      if isOld {
        $0.line(
          "It is a diary of an older version and was copied as it is: the copy has to be migrated, too.")
      }
      for file in removed { $0.line("Removed \(file).") }
      if let ending = Self.misleadingExtension(of: target) {
        context.errors.sentence("The copy is an SQLite database, although its name ends in .\(ending).")
      }
      if let stored = opened?.imagesInStore, stored > 0 {
        context.errors.sentence(context.sentence(imagesInStore: stored, options))
      }
      let missing = (copied?.missingImages ?? 0) - (opened?.imagesInStore ?? 0)
      if missing > 0 {
        let what = "\(NumberText.count(missing, "photo")) \(missing == 1 ? "has" : "have") no image"
        context.errors.sentence("\(what). Run `beerdiary doctor` for details.")
      }
      if hasRebuiltIndexes { copying.reportDamagedIndex(isOpened: copied != nil) }
    }
  }

  /// Returns the extension of a backup's name if it is that of exports or archives; otherwise `nil`.
  private static func misleadingExtension(of file: String) -> String? {
    let ending = (file as NSString).pathExtension.lowercased()
    let others =
      DiaryFileFormat.allCases.flatMap(\.fileExtensions) + ["7z", "gz", "rar", "tar", "tgz", "xz", "zip"]
    return others.contains(ending) ? ending : nil
  }

  /// Returns whether the diary has an older version, as one of Beer Diary for iOS has.
  private func isOldVersion(_ path: String) throws(OpeningError) -> Bool {
    let version = try Diary.version(ofStoreAt: path)
    return version.map { 1..<Diary.currentVersion ~= $0 } ?? false
  }

  /// Returns whether the diary opens without a migration, so it can be copied while other programs write to it.
  private func isOpenedFirst(_ path: String) throws(OpeningError) -> Bool {
    if options.readOnly { return false }
    let version = try Diary.version(ofStoreAt: path)
    return version == nil || version == Diary.currentVersion
  }

  /// Opens the diary and copies it; also returns the number of its images that are only in the store for synchronizing.
  private func copyOpened(to target: String, _ copying: BackupCopying) throws
    -> (report: BackupReport, imagesInStore: Int)
  {
    let context = copying.context
    return try copying.run { isCancelled in
      try context.withDiary(options, .reading) { diary in
        let start = ContinuousClock.now
        let report = try diary.backUp(
          to: target, progress: { context.progress.showCopying(done: $0, total: $1) },
          isCancelled: isCancelled)
        context.recorder(options).record(
          .exported(format: .backup, beers: CountBucket(report.beers), duration: ContinuousClock.now - start))
        return (report, try context.syncSession.photosOnlyInStore(of: diary, readsStore: false).count)
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

  /// Returns the absolute path of the copy, which gets the date as its name in a folder; throws if a file exists there.
  func target(_ file: String) throws -> String {
    var isFolder: ObjCBool = false
    var path = file
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      path = BackupFolder(ofStore: context.path(options), in: file).newBackup(at: Date()).path
    }
    return try OutputPath(path, of: option, options, in: context).newFile()
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
    } catch BackupError.store(.cannotCreate(let path, let reason)) {
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
