import ArgumentParser
import DiaryStore
import Foundation
import Telemetry

/// The options that every command has.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The diary's file; otherwise $BEERDIARY_STORE, or the one in your home folder.", valueName: "path"),
    completion: .file())
  var store: String?

  @Flag(name: .long, help: "Only read the diary; what would change it is refused.")
  var readOnly = false

  @Flag(name: .long, help: "Record nothing in the local telemetry queue.")
  var noTelemetry = false

  /// The store's file as an absolute path.
  var storePath: String {
    URL(fileURLWithPath: namedStore ?? UserFolders().defaultStore).path
  }

  /// Whether opening makes a diary where there is none.
  ///
  /// A named one that is missing is more likely a mistyped path.
  var createsMissing: Bool { namedStore == nil }

  private var namedStore: String? {
    store ?? ProcessInfo.processInfo.environment["BEERDIARY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store wants the path of a diary.") }
  }

  /// Records what happens, unless the user does not want that.
  func makeRecorder() -> TelemetryRecorder {
    let folder = TelemetryFolder.ofUser
    let policy = TelemetryPolicy(
      environment: ProcessInfo.processInfo.environment, noTelemetry: noTelemetry, folder: folder)
    if policy == .on { TelemetryNotice(folder).giveIfDue() }
    return TelemetryRecorder(policy: policy, configuration: TelemetryConfiguration(folder: folder))
  }
}

/// A diary opened for a command, with what is recorded about it.
struct OpenedDiary {
  let diary: Diary
  let recorder: TelemetryRecorder

  /// Opens the store of a command, showing a migration's progress on standard error.
  ///
  /// - Parameter createsMissing: Whether the command makes sense on a new diary. The default store is made in any case.
  init(_ options: StoreOptions, createsMissing: Bool = false, mode: LaunchMode = .command)
    throws(DiaryError)
  {
    recorder = options.makeRecorder()
    recorder.record(.appLaunched(mode: mode, terminal: nil))
    let progress = ProgressLine()
    defer { progress.end() }
    diary = try DiaryOpening(recorder).open(
      at: options.storePath, createsMissing: createsMissing || options.createsMissing,
      isReadOnly: options.readOnly, progress: { progress.show($0) }, isCancelled: { false })
    progress.end()
    // An old app cannot open the file any more: nobody should learn that by chance.
    if mode != .migrateOnly, let report = diary.migration {
      MigrationSummary(path: diary.path, report: report).tell()
    }
  }
}

/// Opens diaries and records how long that took.
struct DiaryOpening: Sendable {
  private let recorder: TelemetryRecorder

  init(_ recorder: TelemetryRecorder) { self.recorder = recorder }

  func open(
    at path: String, createsMissing: Bool, isReadOnly: Bool,
    progress: @escaping @Sendable (MigrationProgress) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(DiaryError) -> Diary {
    let start = ContinuousClock.now
    do {
      let diary =
        isReadOnly
        ? try Diary.openReadOnly(at: path)
        : try Diary.open(
          at: path, createsMissing: createsMissing, progress: progress, isCancelled: isCancelled)
      if let report = diary.migration { record(report) }
      let beers = try diary.summary().beerCount
      recorder.record(.storeOpened(duration: ContinuousClock.now - start, beers: CountBucket(beers)))
      return diary
    } catch {
      recorder.record(.errorShown(ErrorKind(error)))
      // The error ends the program.
      recorder.flush()
      throw error
    }
  }

  private func record(_ report: MigrationReport) {
    recorder.record(
      .storeMigrated(
        from: report.fromVersion, to: report.toVersion, duration: .seconds(report.seconds),
        beers: CountBucket(report.beerCount), photos: CountBucket(report.photoCount), succeeded: true))
  }
}

extension ErrorKind {
  init(_ error: DiaryError) {
    self =
      switch error {
      case .notFound, .noSuchBeer, .noSuchPhoto, .noSuchImport: .noInput
      case .isFolder, .notADatabase, .foreign: .foreignStore
      case .damaged: .damagedStore
      case .newer, .needsMigration: .newerStore
      case .verificationFailed, .cancelled: .migrationFailed
      case .invalid, .samePhoto: .badData
      case .cannotCreate: .cannotCreate
      case .permissionDenied, .readOnly: .permission
      case .busy, .changedMeanwhile: .storeBusy
      case .diskFull, .noSpace: .diskFull
      case .inputOutput: .inputOutput
      }
  }
}
