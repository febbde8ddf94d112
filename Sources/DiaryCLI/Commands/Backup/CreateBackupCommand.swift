import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation
import SQLiteKit
import Telemetry

struct CreateBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Copy the diary with its photos into one file.",
    discussion: """
      The copy is checked and opened before it gets its name. No file is ever replaced, and the diary can be in use \
      at the same time. A diary of Beer Diary for iOS is copied as it is, with its folder of images.

      EXAMPLE:
        mkdir -p "$HOME/backups"
        beerdiary backup create "$HOME/backups/diary-$(date +%F).sqlite"
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("backup needs the path of a file to make.") }
  }

  func run() throws {
    let target = try OutputPath(file, options).newFile()
    let (report, hasRebuiltIndexes) = try BackupProgress().during { progress throws(UpkeepError) in
      let isOpenedFirst = try UpkeepError.mapErrors(at: options.storePath) { try self.isOpenedFirst }
      return try isOpenedFirst ? copyOpened(to: target, progress) : copyFile(to: target, progress)
    }
    let console = Console.standardOutput
    if output.json {
      console.write(
        JSONText.of([
          ("file", .text(target)), ("beers", .init(report?.beers)), ("photos", .init(report?.photos)),
          ("missing_images", .init(report?.missingImages)), ("rebuilt_indexes", .boolean(hasRebuiltIndexes)),
        ]))
    } else {
      let what = report.map { " with \(NumberText.count($0.beers, "beer"))" } ?? ", as it is,"
      console.line("\(options.storePath)\(what) was copied to \(target).")
    }
    console.flush()
    if !output.json, let missing = report?.missingImages, missing > 0 {
      let what = "\(NumberText.count(missing, "photo")) \(missing == 1 ? "has" : "have") no image"
      Console.standardError.sentence("\(what); see `beerdiary doctor`.")
    }
    if !output.json, hasRebuiltIndexes { BackupProgress.tellDamagedIndex(options, isOpened: report != nil) }
  }

  private typealias Copied = (report: BackupReport?, hasRebuiltIndexes: Bool)

  /// Whether the diary opens without a migration, so that it can be copied while other programs write to it.
  private var isOpenedFirst: Bool {
    get throws(OpeningError) {
      if options.readOnly { return false }
      let version = try Diary.version(ofStoreAt: options.storePath)
      return version == nil || version == Diary.currentVersion
    }
  }

  private func copyOpened(to target: String, _ progress: ProgressLine) throws(UpkeepError) -> Copied {
    let opened = try UpkeepError.mapErrors(at: options.storePath) { try OpenedDiary(options, .reading) }
    defer { opened.recorder.flush() }
    let start = ContinuousClock.now
    let report = try opened.diary.backUp(
      to: target, progress: { progress.showCopying(done: $0, total: $1) },
      isCancelled: { InterruptNotice.isInterrupted })
    opened.recorder.record(
      .exported(format: .backup, beers: CountBucket(report.beers), duration: ContinuousClock.now - start))
    return (report, report.hasRebuiltIndexes)
  }

  /// Copies the file without opening the diary, which would migrate one of an earlier version; what is in it stays unknown.
  private func copyFile(to target: String, _ progress: ProgressLine) throws(UpkeepError) -> Copied {
    let recorder = options.makeRecorder()
    defer { recorder.flush() }
    return (nil, try BackupProgress.copyFile(options.storePath, to: target, progress))
  }
}

/// Shows how far a backup is, and stops it when a signal asks for that.
struct BackupProgress {
  /// The option that names the copy; `nil` if it is an argument.
  var option: String?

  /// Says that the diary has damaged indexes, which its copy has not.
  static func tellDamagedIndex(_ options: StoreOptions, isOpened: Bool) {
    let advice = isOpened ? "; repair the diary with \(options.suggestion("doctor", "--repair"))" : ""
    Console.standardError.sentence(
      "An index of \(options.storePath) is damaged and was built again in the copy\(advice).")
  }

  /// Copies a diary as it is, without opening it.
  ///
  /// - Returns: Whether indexes of the copy had to be built again.
  func copyFile(_ path: String, to target: String) throws -> Bool {
    try during { progress throws(UpkeepError) in try Self.copyFile(path, to: target, progress) }
  }

  fileprivate static func copyFile(_ path: String, to target: String, _ progress: ProgressLine)
    throws(UpkeepError) -> Bool
  {
    try Diary.backUp(
      path, to: target, progress: { progress.showCopying(done: $0, total: $1) },
      isCancelled: { InterruptNotice.isInterrupted })
  }

  /// - Throws: `EndedBySignal` if the user stopped it; nothing is left of the copy then.
  func during<Result>(_ copy: (ProgressLine) throws(UpkeepError) -> Result) throws -> Result {
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(UpkeepError) {
      return try InterruptNotice.during { () throws(UpkeepError) in try copy(progress) }
    } catch {
      progress.end()
      throw failure(error)
    }
  }

  private func failure(_ error: UpkeepError) -> any Error {
    switch error {
    case .store(.cancelled):
      Console.standardError.line("Stopped; the diary is as it was, and there is no backup.")
      return InterruptNotice.ended
    case .store(.cannotCreate(let path, let reason)):
      let place = option.map { " with \($0)" } ?? ""
      return CommandFailure(
        sentence: "\(path) cannot be made (\(reason)); name another file\(place).", status: .cannotCreate)
    default: return error
    }
  }
}
