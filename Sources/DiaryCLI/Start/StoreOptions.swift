import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import Interchange
import SQLiteKit
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
  func changeablePath() throws(StoreError) -> String {
    if readOnly { throw .readOnly(path: storePath) }
    return storePath
  }

  /// A command that a sentence suggests for the same diary.
  func suggestion(_ words: String...) -> String { SuggestedCommand.text(words, store: store) }

  /// The same options, with which the diary cannot be changed if another one promises that.
  func readOnly(if isPromised: Bool) -> StoreOptions {
    var options = self
    options.readOnly = readOnly || isPromised
    return options
  }

  mutating func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store requires the path of a diary.") }
  }

  /// Records what happens, unless the user does not want that.
  func makeRecorder(_ mode: LaunchMode = .command, terminal: TerminalSize? = nil) -> TelemetryRecorder {
    RunTelemetry.begin(mode, terminal: terminal, isRefused: noTelemetry).recorder
  }
}

/// Which store is used, and how; `StoreOptions` without the parser, which takes its time.
package struct StoreChoice: Sendable {
  /// What `--store` names.
  package var named: String?
  package var isReadOnly = false
  package var noTelemetry = false

  /// The store's file as an absolute path.
  package var path: String {
    let path = file ?? UserFolders().defaultStore
    // Making a URL takes longer than all other options together.
    return path.hasPrefix("/") && !path.hasSuffix("/") ? path : URL(fileURLWithPath: path).path
  }

  /// What the store's file is called where `--store` names it; `nil` for the user's usual one.
  package var name: String? { named?.split(separator: "/").last.map(String.init) }

  /// Whether the screen makes a diary where there is none.
  ///
  /// A named one that is missing is more likely a mistyped path.
  package var createsMissing: Bool { file == nil }

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
  /// Reads all of it; some checks need write access.
  case examining
  case changing
  /// Repairs the diary; unexpected triggers and views do not keep it from opening.
  case repairing
  /// Migrates a store of Beer Diary for iOS, which the others leave as it is.
  case migrating

  fileprivate var access: DiaryAccess {
    switch self {
    case .reading: .reading
    case .examining: .writingIfPossible
    case .changing, .repairing, .migrating: .writing
    }
  }

  fileprivate var isChange: Bool { access == .writing }

  fileprivate var acceptsForeignSchema: Bool { self == .examining || self == .repairing }
}

/// A diary opened for a command, with what is recorded about it.
struct OpenedDiary {
  /// A migration waits this long for other programs.
  private static let timeout = Duration.seconds(30)

  let diary: Diary
  let recorder: TelemetryRecorder
  /// The program that has the diary locked, so that it was opened to be read only instead of being examined in full.
  let lockHolder: LockHolder?

  /// Opens the store of a command, showing a migration's progress on standard error.
  ///
  /// - Parameters:
  ///   - createsMissing: Whether the command makes a diary where there is none, as only one does that adds beers.
  /// - Throws: Before anything is changed, `.readOnly` if an option promises that nothing is, and `.legacyStore`.
  init(
    _ options: StoreOptions, _ use: DiaryUse, createsMissing: Bool = false, mode: LaunchMode = .command
  ) throws(OpeningError) {
    if use.isChange, options.readOnly { throw .store(.readOnly(path: options.storePath)) }
    let path = options.storePath
    try Self.refuseOutput(into: path)
    recorder = options.makeRecorder(mode)
    let lockHolder = use == .examining ? Diary.lockHolder(ofStoreAt: path) : nil
    self.lockHolder = lockHolder
    let progress = MigrationProgressLine(saysWaiting: mode == .migrateOnly)
    defer { progress.end() }
    let opening = DiaryOpening(recorder)
    diary = try InterruptNotice.handlingTermination { isCancelled throws(OpeningError) in
      try opening.open(
        at: path, createsMissing: createsMissing, migratesLegacy: use == .migrating,
        for: lockHolder == nil ? use.access : .reading, isReadOnly: options.readOnly,
        acceptsForeignSchema: use.acceptsForeignSchema, progress: { progress.show($0) },
        timeout: Self.timeout, isCancelled: isCancelled)
    }
    progress.end()
    if use.isChange, !options.readOnly {
      ScratchFolder.removeLeftovers(nextTo: diary.path)
    }
    // An old app cannot open the file any more: nobody should learn that by chance.
    if mode != .migrateOnly, let report = diary.migration {
      MigrationSummary(path: diary.path, report: report).tell()
    }
    try endIfStoppedTooLate()
  }

  /// Refuses a diary to which the shell would append what the command prints, as `beerdiary list >> diary.sqlite` does.
  private static func refuseOutput(into path: String) throws(OpeningError) {
    guard let output = FileIdentity(descriptor: STDOUT_FILENO),
      let file = Diary.files(ofStoreAt: path).first(where: { FileIdentity(path: $0) == output })
    else { return }
    throw .store(
      .failed(path: file, reason: "it belongs to the diary, and the output would be written into it"))
  }

  /// Ends the program as a signal asked for that came when the migration could not be stopped any more.
  private func endIfStoppedTooLate() throws(OpeningError) {
    guard let ended = InterruptNotice.ending, diary.migration != nil else { return }
    try OpeningError.mapErrors(at: diary.path) { try diary.close() }
    recorder.flush()
    Console.standardError.line(
      "beerdiary: \(diary.path) was migrated: the migration was already complete when it was stopped.")
    ended.raiseAgain()
  }
}
