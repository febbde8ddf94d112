package import CoreDataMigration
package import DiaryProcess
package import DiaryStore
import DiaryText
package import DiaryUI
import Dispatch
import SQLiteKit
package import Settings
import Synchronization
package import Telemetry
import Terminal
package import TerminalCurses

/// How the interface looks and behaves.
package struct InterfaceOptions {
  /// How the interface looks before the terminal has answered.
  package var appearance = Appearance()
  /// The user's settings, with what the command line overrides.
  package var preferences = Preferences()
  /// All actions with the keys from the settings.
  package var actions = ActionTable.standard
  /// A mistake in the settings, or that the diary is temporary, as a sentence; `nil` if there is none.
  package var startupWarning: String?
  /// A sentence about the diary, shown if there is no warning; `nil` if there is none.
  package var startupNotice: String?
  /// Whether the diary cannot be changed.
  package var isReadOnly = false
  /// Whether the diary is removed when the program ends.
  package var isTemporary = false
  /// The name of the diary's file; `nil` for the usual one.
  package var storeName: String?
  /// The notice that usage is counted; `nil` if it was shown before.
  package var notice: TelemetryNotice?
  /// The folder for drafts of unsaved forms.
  package var draftFolder: DraftFolder?
  /// The record of an adoption that was interrupted; `nil` to offer none.
  package var adoption: AdoptionRecord?
  /// The file that keeps the warnings of a migration; `nil` to keep none.
  package var migrationWarnings: WarningsFile?
  /// The file that keeps the layout of the list; `nil` to keep none.
  package var layout: LayoutFile?
  /// Synchronizes the diary; `nil` for a diary that is not kept.
  package var syncProgram: SyncProgram?
  /// Runs commands on the terminal; `nil` if there are none.
  package var commands: TerminalCommandRunner?
  /// The crash report to write on a crash.
  package var crashReport: CrashReport?

  package init(appearance: Appearance = Appearance(), preferences: Preferences = Preferences()) {
    self.appearance = appearance
    self.preferences = preferences
  }
}

/// The interface on the real terminal.
///
///     let ending = try Interface(options, record: recorder.record, settingsFolder: folders.settings) {
///       progress, isCancelled throws(OpeningError) in
///       try Diary.open(at: path, progress: progress, isCancelled: isCancelled)
///     }.run()
///
/// The caller prints an error's sentence, sets the exit status, or ends the program by a signal.
package struct Interface {
  /// Opens the diary; called on a background thread.
  package typealias OpenDiary =
    @Sendable (
      _ progress: @escaping @Sendable (MigrationProgress) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(OpeningError) -> Diary

  private let options: InterfaceOptions
  private let record: @Sendable (Signal) -> Void
  private let cacheFolder: String?
  private let settingsFolder: String
  private let openDiary: OpenDiary

  /// Creates an interface, which opens its diary in the background.
  ///
  /// - Parameters:
  ///   - cacheFolder: The folder for thumbnails; `nil` to keep none.
  ///   - settingsFolder: The folder of the settings and the mappings.
  ///   - record: Records a telemetry signal; called on the interface's thread, so it must not block.
  ///   - openDiary: Called once, on a background thread.
  package init(
    _ options: InterfaceOptions, record: @escaping @Sendable (Signal) -> Void = { _ in },
    cacheFolder: String? = nil, settingsFolder: String, openDiary: @escaping OpenDiary
  ) {
    self.options = options
    self.record = record
    self.cacheFolder = cacheFolder
    self.settingsFolder = settingsFolder
    self.openDiary = openDiary
  }

  /// Runs until the user quits or a signal ends the program.
  ///
  /// Requested changes are finished by then.
  ///
  /// Must be called on the main thread. Throws `CursesTerminal.Failure` if there is no terminal.
  package func run() throws -> Ending {
    let mailbox = try Mailbox<EventLoop.Event>()
    let signals = SignalWatch { event in
      switch event {
      case .signal(let signal): mailbox.post(.message(.signal(signal)))
      case .windowChanged: mailbox.post(.windowChanged)
      }
    }
    defer { signals.stop() }
    let terminal = try CursesTerminal(
      usesColor: options.appearance.theme.usesColor, usesMouse: options.preferences.usesMouse,
      asks: options.preferences.asksTerminal, crashReport: options.crashReport)
    let runner = effectRunner(postingTo: mailbox)
    let loop = EventLoop(
      state: firstState(on: terminal), terminal: terminal, mailbox: mailbox, runEffect: runner.run,
      runCommand: { [commands = options.commands] command in
        runner.run(command) { commands?.run($0) }
      },
      refusal: { [commands = options.commands] in commands?.refusal(of: $0) },
      editSettings: SettingsEditor(folder: settingsFolder).edit,
      announceEditor: { TextEditor.announcement(.process) }, stopProcess: signals.stopProcess)
    let ending = loop.run()
    let unsaved = runner.drafts.finish()
    printLines(runner.exitMessages.withLock { $0 })
    // From now on Ctrl-C ends the process even if a write does not finish.
    signals.stop()
    if loop.isForced {
      printLines(unsaved?.lines ?? [])
      return ending
    }
    return finish(runner, mailbox, unsaved: unsaved, ending)
  }

  /// Creates the runner of effects, whose answers go to the mailbox.
  private func effectRunner(postingTo mailbox: Mailbox<EventLoop.Event>) -> EffectRunner {
    EffectRunner(
      openDiary: openDiary, record: record, cacheFolder: cacheFolder, settingsFolder: settingsFolder,
      actions: options.actions, draftFolder: options.draftFolder, layout: options.layout,
      adoption: options.adoption, migrationWarnings: options.migrationWarnings, notice: options.notice,
      syncProgram: options.syncProgram,
      syncSchedule: SyncSchedule(interval: .seconds(60 * options.preferences.syncInterval))
    ) {
      mailbox.post(.message($0))
    }
  }

  /// Finishes the requested changes after the loop has ended, and reports failures that it could no longer show.
  ///
  /// - Parameters:
  ///   - unsaved: The form that was open at the end; `nil` if there was none.
  ///   - ending: How the loop has ended.
  /// - Returns: How the interface ends: with an error if a change has failed, and otherwise as the loop.
  private func finish(
    _ runner: EffectRunner, _ mailbox: Mailbox<EventLoop.Event>, unsaved: UnsavedForm?, _ ending: Ending
  ) -> Ending {
    let failure = runner.finish(within: .seconds(10))
    runner.sendPendingChanges()
    // The event loop has ended, but a failed change still has to be reported.
    let answers = mailbox.drain()
    if let unsaved, answers.contains(where: \.isSavedForm) {
      runner.drafts.drop(unsaved)
    } else {
      printLines(unsaved?.lines ?? [])
    }
    reportEnd(answers, ending)
    let lost = answers.compactMap(\.failedWrite).first
    guard ending == .finished, let problem = lost ?? failure.map({ .store($0) }) else { return ending }
    return .changeFailed(problem)
  }

  /// The initial state.
  private func firstState(on terminal: CursesTerminal) -> AppState {
    var appearance = options.appearance
    appearance.theme.depth = terminal.colorDepth
    appearance.terminal = terminal.features
    appearance.choosePictureMethod()
    return AppState(
      size: terminal.size, appearance: appearance, preferences: options.preferences, actions: options.actions,
      // Mistakes in the settings are printed on the shell as well.
      startupWarning: terminal.substitution ?? options.startupWarning,
      startupNotice: options.startupNotice, isReadOnly: options.isReadOnly,
      isTemporary: options.isTemporary, storeName: options.storeName,
      workingFolder: TypedPath.normalized(""), editor: TextEditor.name(.process),
      telemetryNotice: options.notice?.sentence,
      listLayout: options.layout?.read() ?? ListLayout())
  }

  /// Reports what finished after the last drawing of the screen.
  private func reportEnd(_ answers: [EventLoop.Event], _ ending: Ending) {
    for signal in answers.compactMap(\.savedSignal) { record(signal) }
    printLines(answers.exitLines(after: ending))
  }
}

extension CursesTerminal {
  /// The colors for a theme.
  fileprivate var colorDepth: Theme.ColorDepth {
    hasMixedColors ? .mixed : hasManyColors ? .palette : .named
  }
}

extension Interface {
  private func printLines(_ lines: [String]) {
    for line in lines { Console.standardError.line(line) }
    Console.standardError.flush()
  }
}

extension [EventLoop.Event] {
  /// Returns the lines to print about what finished after the last drawing of the screen.
  ///
  /// - Parameter ending: How the interface has ended. Only after a signal, the caller does not report what failed.
  func exitLines(after ending: Ending) -> [String] {
    let imports = compactMap(\.importOutcome).map { ImportText.exitMessage($0) }
    guard case .signal = ending else { return imports }
    let migrations = contains(where: \.isCancelledMigration) ? [OpeningError.store(.cancelled).sentence] : []
    return imports + migrations + compactMap(\.failedWrite).prefix(1).map(\.sentence)
  }
}

extension EventLoop.Event {
  fileprivate var isSavedForm: Bool {
    switch self {
    case .message(.changed(.save, .success)), .message(.changed(.addAgain, .success)): true
    default: false
    }
  }

  /// What is recorded of a change that was saved; `nil` for other messages.
  fileprivate var savedSignal: Signal? {
    guard case .message(.changed(let request, .success)) = self else { return nil }
    return request.signal
  }

  fileprivate var isCancelledMigration: Bool {
    guard case .message(.opened(.failure(.store(.cancelled)))) = self else { return false }
    return true
  }

  fileprivate var importOutcome: ImportOutcome? {
    guard case .message(.imported(_, .success(let outcome))) = self else { return nil }
    return outcome
  }

  /// The error of a failed change; `nil` for other messages.
  fileprivate var failedWrite: ChangeFailure? {
    guard case .message(.changed(_, .failure(let error))) = self else { return nil }
    return error
  }
}
