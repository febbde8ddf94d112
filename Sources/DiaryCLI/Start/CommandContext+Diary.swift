import CoreDataMigration
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Settings
import Telemetry

/// How a command uses the diary.
enum CommandAccess {
  case reading
  /// Reads all of it; some checks require write access, which is not available if another program has the diary locked.
  case examining(isLocked: Bool)
  case changing
  /// Repairs the diary; it opens even with unexpected triggers and views.
  case repairing
  /// Migrates a store of Beer Diary for iOS, which the other cases refuse.
  case migrating

  fileprivate var openMode: DiaryOpenMode {
    switch self {
    case .reading, .examining(isLocked: true): .reading
    case .examining(isLocked: false): .writingIfPossible
    case .changing, .repairing, .migrating: .writing
    }
  }

  /// What is shown while a command uses the diary and does not report its progress.
  fileprivate var work: String {
    switch self {
    case .reading: "Reading the diary"
    case .examining, .repairing: "Checking the diary"
    // A question may follow, so this does not say that anything changes.
    case .changing, .migrating: "Working"
    }
  }

  fileprivate var migratesLegacy: Bool { if case .migrating = self { true } else { false } }

  fileprivate var acceptsUnexpectedSchema: Bool {
    switch self {
    case .examining, .repairing: true
    case .reading, .changing, .migrating: false
    }
  }
}

extension CommandContext {
  /// A migration waits this long for other programs.
  private static let timeout = Duration.seconds(30)

  /// The diary's file, an absolute path.
  func path(_ options: StoreOptions) -> String { options.path(environment) }

  /// Returns the path of a diary that a command will change.
  ///
  /// - Throws: `.readOnly` with `--read-only`.
  func changeablePath(_ options: StoreOptions) throws(StoreError) -> String {
    if options.readOnly { throw .readOnly(path: path(options)) }
    return path(options)
  }

  /// Whether the diary has to be created.
  func isMissing(_ options: StoreOptions) -> Bool { !FileManager.default.fileExists(atPath: path(options)) }

  /// Refuses to create a diary that the user named in a folder that does not exist, which is probably mistyped.
  func requireFolder(_ options: StoreOptions) throws(StoreError) {
    if options.createsMissing(environment) || !isMissing(options) { return }
    let path = path(options)
    let folder = (path as NSString).deletingLastPathComponent
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue { return }
    throw .cannotCreate(path: path, reason: "the folder \(folder) does not exist")
  }

  /// Returns the recorder for telemetry, and records the start if telemetry is on.
  @discardableResult
  func recorder(_ options: StoreOptions, _ mode: LaunchMode = .command) -> TelemetryRecorder {
    telemetry.begin(mode, isRefused: options.noTelemetry).recorder
  }

  /// Opens the diary for a command, which closes it when it returns.
  ///
  /// - Throws: What `openDiary` and `body` throw.
  func withDiary<Value>(
    _ options: StoreOptions, _ access: CommandAccess, createsMissing: Bool = false,
    mode: LaunchMode = .command,
    _ body: (Diary) throws -> Value
  ) throws -> Value {
    let isNew = createsMissing && isMissing(options)
    let diary = try openDiary(options, access, createsMissing: createsMissing, mode: mode)
    if isNew { errors.sentence("Created a new diary at \(diary.path).") }
    return try body(diary)
  }

  /// Opens the diary, and shows on a terminal what the command does or waits for, if that takes longer than a moment.
  ///
  /// - Parameter createsMissing: Whether a missing diary is created, which only commands that add beers do.
  /// - Throws: Before anything is changed, `.readOnly` with `--read-only`, and `.legacyStore`.
  func openDiary(
    _ options: StoreOptions, _ access: CommandAccess, createsMissing: Bool = false,
    mode: LaunchMode = .command
  ) throws(OpeningError) -> Diary {
    let path = path(options)
    let isChange = access.openMode == .writing
    if isChange, options.readOnly { throw .store(.readOnly(path: path)) }
    if createsMissing {
      do { try requireFolder(options) } catch { throw .store(error) }
    }
    try refuseOutput(into: path)
    let recorder = recorder(options, mode)
    let announcesWaiting = mode == .migrateOnly
    showWork("Opening the diary", on: path)
    defer { progress.end() }
    let diary = try InterruptNotice.handlingTermination { isCancelled throws(OpeningError) in
      try TimedOpening(recorder).open(
        at: path, createsMissing: createsMissing, migratesLegacy: access.migratesLegacy,
        for: access.openMode, isReadOnly: options.readOnly,
        acceptsUnexpectedSchema: access.acceptsUnexpectedSchema,
        backsUpOldStore: settings.preferences.backsUpBeforeMigration,
        didBackUp: { errors.line("Copied \(path) to \($0) before its migration, and checked the copy.") },
        progress: { [progress] in
          progress.show($0)
          if announcesWaiting, let holder = $0.waitingFor { progress.announce(WaitingText.sentence(holder)) }
        },
        timeout: Self.timeout, isCancelled: isCancelled)
    }
    progress.end()
    // An open diary is read without waiting for anyone.
    if access.openMode == .reading { progress.showWaiting { nil } }
    progress.showIfSlow(access.work)
    if isChange, !options.readOnly { ScratchFolder.removeLeftovers(nextTo: diary.path) }
    if let report = diary.migration {
      WarningsFile.forMigration(ofStore: path, in: folders.state).save(of: report)
      // The old app can no longer open the file, so the user must know.
      if mode != .migrateOnly {
        errors.line(MigrationSummary(path: path, report: report).sentence)
        for warning in report.warnings { errors.sentence(warning) }
      }
    }
    try endIfCancelledTooLate(diary)
    return diary
  }

  /// Shows on a terminal what the command does, or which program has the diary locked, if that takes longer than a
  /// moment.
  func showWork(_ text: String, on path: String) {
    progress.showWaiting { Diary.lockHolder(ofStoreAt: path).map(WaitingText.sentence) }
    progress.showIfSlow(text)
  }

  /// Refuses a diary that is also the command's output, as in `beerdiary list >> diary.sqlite`.
  private func refuseOutput(into path: String) throws(OpeningError) {
    guard let output = FileIdentity(descriptor: output.stream.descriptor),
      let file = Diary.files(ofStoreAt: path).first(where: { FileIdentity(path: $0) == output })
    else { return }
    throw .store(
      .failed(path: file, reason: "the output of the command goes to this file, which belongs to the diary"))
  }

  /// Ends the program by the signal that came too late to stop the migration.
  private func endIfCancelledTooLate(_ diary: Diary) throws(OpeningError) {
    guard let ended = InterruptNotice.ending, diary.migration != nil else { return }
    try OpeningError.mapErrors(at: diary.path) { try diary.close() }
    telemetry.flush()
    errors.line(
      "beerdiary: Migrated \(diary.path). The signal came after the migration was complete.")
    ended.raiseAgain()
  }
}
