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

  var choice: StoreChoice {
    StoreChoice(named: store, isReadOnly: readOnly, noTelemetry: noTelemetry)
  }

  var storePath: String { choice.path }

  /// The path of a diary that a command is about to change.
  ///
  /// - Throws: `.readOnly` if an option promises that nothing is changed.
  func changeablePath() throws(DiaryError) -> String {
    if readOnly { throw .readOnly(path: storePath) }
    return storePath
  }

  /// The same options, with which the diary cannot be changed if another one promises that.
  func readOnly(if isPromised: Bool) -> StoreOptions {
    var options = self
    options.readOnly = readOnly || isPromised
    return options
  }

  var createsMissing: Bool { choice.createsMissing }

  mutating func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store wants the path of a diary.") }
  }

  /// Records what happens, unless the user does not want that.
  func makeRecorder(_ mode: LaunchMode = .command, terminal: TerminalSize? = nil) -> TelemetryRecorder {
    RunTelemetry.begin(mode, terminal: terminal, isRefused: noTelemetry).recorder
  }
}

/// Which store is used, and how; `StoreOptions` without the parser, which takes its time.
struct StoreChoice {
  /// What `--store` names.
  var named: String?
  var isReadOnly = false
  var noTelemetry = false

  /// The store's file as an absolute path.
  var path: String {
    let path = file ?? UserFolders().defaultStore
    // Making a URL takes longer than all other options together.
    return path.hasPrefix("/") && !path.hasSuffix("/") ? path : URL(fileURLWithPath: path).path
  }

  /// What the store's file is called where `--store` names it; `nil` for the user's usual one.
  var name: String? { named?.split(separator: "/").last.map(String.init) }

  /// Whether opening makes a diary where there is none.
  ///
  /// A named one that is missing is more likely a mistyped path.
  var createsMissing: Bool { file == nil }

  /// Whether paths depend on what users are called: on the user's own home folder, or on somebody's after a tilde.
  var needsNames: Bool { Environment["HOME"]?.isEmpty ?? true || !(file ?? "/").hasPrefix("/") }

  /// Every option is set, as it must be without the parser.
  var options: StoreOptions {
    var options = StoreOptions()
    options.store = named
    options.readOnly = isReadOnly
    options.noTelemetry = noTelemetry
    return options
  }

  private var file: String? {
    named ?? Environment["BEERDIARY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// What a command does to the diary.
enum DiaryUse {
  case reading
  /// Reads all of it, and checks what can only be checked with leave to write.
  case examining
  case changing
  /// Brings in a store of Beer Diary for iOS, which the others leave as it is.
  case migrating

  fileprivate var access: DiaryAccess {
    switch self {
    case .reading: .reading
    case .examining: .writingIfPossible
    case .changing, .migrating: .writing
    }
  }
}

/// A diary opened for a command, with what is recorded about it.
struct OpenedDiary {
  /// A migration waits this long for other programs.
  private static let patience = Duration.seconds(30)

  let diary: Diary
  let recorder: TelemetryRecorder

  /// Opens the store of a command, showing a migration's progress on standard error.
  ///
  /// - Parameters:
  ///   - createsMissing: Whether the command makes sense on a new diary. The default store is made in any case, but an
  ///     empty file is not a missing one: only such a command writes into it.
  ///   - isExamined: Whether a diary opens that has triggers or views that are not its own.
  /// - Throws: Before anything is changed, `.readOnly` if an option promises that nothing is, and `.legacyStore`.
  init(
    _ options: StoreOptions, _ use: DiaryUse, createsMissing: Bool = false, isExamined: Bool = false,
    mode: LaunchMode = .command
  ) throws(DiaryError) {
    let path = use == .changing || use == .migrating ? try options.changeablePath() : options.storePath
    recorder = options.makeRecorder(mode)
    let progress = MigrationProgressLine(saysWaiting: mode == .migrateOnly)
    defer { progress.end() }
    let opening = DiaryOpening(recorder)
    diary = try InterruptNotice.fromFirstQuestion { isCancelled throws(DiaryError) in
      try opening.open(
        at: path, createsMissing: createsMissing || options.createsMissing, fillsEmpty: createsMissing,
        migratesLegacy: use == .migrating, for: use.access, isReadOnly: options.readOnly,
        isExamined: isExamined, progress: { progress.show($0) }, patience: Self.patience,
        isCancelled: isCancelled)
    }
    progress.end()
    // An old app cannot open the file any more: nobody should learn that by chance.
    if mode != .migrateOnly, let report = diary.migration {
      MigrationSummary(path: diary.path, report: report).tell()
    }
    try endIfStoppedTooLate()
  }

  /// Ends the program as a signal asked for that came when the migration could not be stopped any more.
  private func endIfStoppedTooLate() throws(DiaryError) {
    guard let ended = InterruptNotice.ending, diary.migration != nil else { return }
    try diary.close()
    recorder.flush()
    Console.standardError.line(
      "beerdiary: \(diary.path) was migrated: the migration was already complete when it was stopped.")
    ended.signal.raiseAgain()
  }
}
