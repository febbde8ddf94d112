import ArgumentParser
package import CoreDataMigration
import DiaryModel
import DiaryProcess
package import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation
import Interchange
import SQLiteKit
import Settings
package import Telemetry

// MARK: - Options of every command

/// The options that every command has.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file of the diary. Default: $BEERDIARY_STORE, else the diary in your home folder.",
      valueName: "path"),
    completion: .file())
  var store: String?

  @Flag(name: .long, help: "Open the diary only for reading, and refuse all changes.")
  var readOnly = false

  @Flag(name: .long, help: "Do not count usage.")
  var noTelemetry = false

  /// Returns a command for the same diary, to suggest in a sentence.
  func suggestion(_ words: String...) -> String { SuggestedCommand.text(words, store: store) }

  /// Returns the options with `--read-only` added if `isReadOnly`.
  func readOnly(if isReadOnly: Bool) -> StoreOptions {
    var options = self
    options.readOnly = readOnly || isReadOnly
    return options
  }

  mutating func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store requires the path of a diary.") }
  }
}

extension StoreOptions {
  /// The diary's file as an absolute path.
  func path(_ environment: Environment) -> String { Self.path(named: store, environment) }

  /// The file of a diary as an absolute path.
  ///
  /// - Parameter name: What `--store` names; `nil` without it.
  static func path(named name: String?, _ environment: Environment) -> String {
    let path = file(named: name, environment) ?? UserFolders(environment).defaultStore
    // An absolute path stays as it is written.
    return path.hasPrefix("/") && !path.hasSuffix("/") ? path : URL(fileURLWithPath: path).path
  }

  /// The name of the file of `--store`; `nil` for the default diary.
  var name: String? { store?.split(separator: "/").last.map(String.init) }

  /// Whether the screen creates a missing diary.
  ///
  /// A path that the user typed and that does not exist is more likely a mistake.
  func createsMissing(_ environment: Environment) -> Bool { Self.file(named: store, environment) == nil }

  private static func file(named name: String?, _ environment: Environment) -> String? {
    name ?? environment[.store].flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - Opening for a command

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
        errors.line(report.sentence(at: path))
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

extension MigrationReport {
  /// Returns the result of migrating the diary at a path, in one sentence.
  func sentence(at path: String) -> String {
    let beers = NumberText.count(beerCount, "beer")
    let photos = NumberText.count(photoCount, "photo")
    let seconds = NumberText.fixed(seconds, decimals: 2)
    return "Migrated \(path) from version \(fromVersion) to \(toVersion): \(beers), \(photos), \(seconds) s."
  }
}

// MARK: - Opening with telemetry

/// Opens diaries and records how long that took.
package struct TimedOpening: Sendable {
  private let recorder: TelemetryRecorder

  package init(_ recorder: TelemetryRecorder) { self.recorder = recorder }

  /// Opens a diary, and records that it was opened or that its migration failed.
  ///
  /// - Parameters:
  ///   - acceptsUnexpectedSchema: Whether unexpected triggers and views are accepted.
  ///   - backsUpOldStore: Whether a store is copied to the folder of backups before it is migrated.
  ///   - didBackUp: Called with the path of such a copy.
  package func open(
    at path: String, createsMissing: Bool, migratesLegacy: Bool = true,
    for mode: DiaryOpenMode, isReadOnly: Bool, acceptsUnexpectedSchema: Bool = false,
    backsUpOldStore: @autoclosure () -> Bool = false, didBackUp: (String) -> Void = { _ in },
    progress: @escaping @Sendable (MigrationProgress) -> Void, timeout: Duration? = nil,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(OpeningError) -> Diary {
    let start = ContinuousClock.now
    if isReadOnly {
      return try recorded(
        Diary.openReadOnly(at: path, acceptsUnexpectedSchema: acceptsUnexpectedSchema), since: start)
    }
    if backsUpOldStore(),
      let copy = try backUp(path, migratesLegacy: migratesLegacy, isCancelled: isCancelled)
    {
      didBackUp(copy)
    }
    do {
      let diary = try Diary.open(
        at: path, createsMissing: createsMissing, acceptsUnexpectedSchema: acceptsUnexpectedSchema,
        migratesLegacy: migratesLegacy, for: mode, progress: progress, timeout: timeout,
        isCancelled: isCancelled)
      return try recorded(diary, since: start)
    } catch {
      if case .legacyStore = error { throw error }
      recordFailedMigration(of: path, since: start)
      throw error
    }
  }

  /// Copies a store that is about to be migrated, and returns the path of the copy.
  private func backUp(
    _ path: String, migratesLegacy: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(OpeningError) -> String? {
    if !migratesLegacy, try Diary.isLegacy(at: path) { return nil }
    return try BackupFolder(ofStore: path).backUpBeforeMigration(isCancelled: isCancelled)
  }

  private func recorded(_ diary: Diary, since start: ContinuousClock.Instant) throws(OpeningError) -> Diary {
    if let report = diary.migration { record(report) }
    let duration = ContinuousClock.now - start
    let beers = try OpeningError.mapErrors(at: diary.path) { try diary.approximateBeerCount() }
    recorder.record(.storeOpened(duration: duration, beers: CountBucket(beers)))
    return diary
  }

  private func record(_ report: MigrationReport) {
    recorder.record(
      .storeMigrated(
        from: report.fromVersion, to: report.toVersion, duration: .seconds(report.seconds),
        beers: CountBucket(report.beerCount), photos: CountBucket(report.photoCount)))
  }

  /// If the store still has an older version, the migration failed.
  private func recordFailedMigration(of path: String, since start: ContinuousClock.Instant) {
    guard let version = try? Diary.version(ofStoreAt: path), 1..<Diary.currentVersion ~= version else {
      return
    }
    recorder.record(
      .migrationFailed(from: version, to: Diary.currentVersion, duration: ContinuousClock.now - start))
  }
}
