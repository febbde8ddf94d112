package import CoreDataMigration
package import DiaryProcess
package import DiaryStore
import DiaryText
package import DiaryUI
import Dispatch
package import Settings
import Synchronization
package import Telemetry
import Terminal
package import TerminalCurses

/// How the interface looks and behaves.
package struct InterfaceOptions {
  package var appearance = Appearance()
  package var preferences = Preferences()
  /// All actions with the keys of the settings.
  package var actions = ActionTable.standard
  /// What is wrong with the settings, in one sentence; `nil` if nothing is.
  package var remark: String?
  /// Whether nothing can be changed.
  package var isReadOnly = false
  /// What the diary's file is called, where it is not the usual one.
  package var storeName: String?
  /// What a first start has to tell.
  package var notice: TelemetryNotice?
  /// Where what forms hold is kept when the program has to end.
  package var recovery: DraftFolder?
  /// Where a crash is reported.
  package var crashReport: CrashReport?

  package init(appearance: Appearance = Appearance(), preferences: Preferences = Preferences()) {
    self.appearance = appearance
    self.preferences = preferences
  }
}

/// The interface on the real terminal, from taking it over to giving it back.
///
///     let ending = try Interface(options, record: recorder.record, settingsFolder: folders.settings) {
///       progress, isCancelled throws(OpeningError) in
///       try Diary.open(at: path, progress: progress, isCancelled: isCancelled)
///     }.run()
///
/// What comes after is the caller's: the sentence of an error, the exit code, ending as a signal would have.
package struct Interface {
  /// Opens the diary; called from a background thread.
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

  /// - Parameters:
  ///   - cacheFolder: Where thumbnails are kept; `nil` to keep none.
  ///   - settingsFolder: Where mappings are saved.
  ///   - record: Notes a telemetry signal; called from the interface's thread, so it must not wait.
  ///   - openDiary: Called once from a background thread.
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

  /// Runs until the user leaves or a signal ends the program; writes that were asked for are done by then.
  ///
  /// To be called from the main thread. Throws `CursesTerminal.Failure` where there is no terminal to run on.
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
      crashReport: options.crashReport)
    let runner = EffectRunner(
      openDiary: openDiary, record: record, cacheFolder: cacheFolder, settingsFolder: settingsFolder,
      recovery: options.recovery, notice: options.notice
    ) {
      mailbox.post(.message($0))
    }
    let loop = EventLoop(
      state: firstState(on: terminal), terminal: terminal, mailbox: mailbox, runEffect: runner.run,
      stopProcess: signals.stopProcess)
    let ending = loop.run()
    let unsaved = runner.drafts.finish()
    tell(runner.farewells.withLock { $0 })
    // From here on Ctrl-C ends the process even if a write does not.
    signals.stop()
    if loop.isForced {
      tell(unsaved?.lines ?? [])
      return ending
    }
    let failure = runner.finish(within: .seconds(10))
    // Nobody reads the mailbox any more, but a change that was not made must not go unnoticed.
    let answers = mailbox.drain()
    if let unsaved, answers.contains(where: \.isSavedForm) {
      runner.drafts.drop(unsaved)
    } else {
      tell(unsaved?.lines ?? [])
    }
    tellOfEnd(answers, ending)
    let lost = answers.compactMap(\.failedWrite).first
    guard ending == .finished, let problem = lost ?? failure.map({ .store($0) }) else { return ending }
    return .changeFailed(problem)
  }

  /// What the screen shows first.
  private func firstState(on terminal: CursesTerminal) -> AppState {
    var appearance = options.appearance
    appearance.theme.hasManyColors = terminal.hasManyColors
    // Half blocks are no ASCII.
    appearance.hasColorPictures =
      appearance.theme.usesColor && appearance.glyphs == .unicode && terminal.canShowPictures
    return AppState(
      size: terminal.size, appearance: appearance, preferences: options.preferences, actions: options.actions,
      // Mistakes of the configuration are told on the shell as well.
      remark: terminal.substitution ?? options.remark, isReadOnly: options.isReadOnly,
      storeName: options.storeName, announcement: options.notice?.sentence)
  }

  /// Tells of what has ended after the last screen, which shows none of it.
  private func tellOfEnd(_ answers: [EventLoop.Event], _ ending: Ending) {
    for answer in answers where answer.isMovedPhoto { record(.photoMoved) }
    for outcome in answers.compactMap(\.importOutcome) {
      Console.standardError.line(ImportText.farewell(outcome))
    }
    if case .signal = ending, answers.contains(where: \.isStoppedMigration) {
      Console.standardError.line(OpeningError.migrationCancelled.sentence)
    }
  }
}

extension Interface {
  private func tell(_ lines: [String]) {
    for line in lines { Console.standardError.line(line) }
    Console.standardError.flush()
  }
}

extension EventLoop.Event {
  fileprivate var isSavedForm: Bool {
    guard case .message(.changed(.save, .success)) = self else { return false }
    return true
  }

  fileprivate var isMovedPhoto: Bool {
    guard case .message(.changed(.movePhoto, .success)) = self else { return false }
    return true
  }

  fileprivate var isStoppedMigration: Bool {
    guard case .message(.opened(.failure(.migrationCancelled))) = self else { return false }
    return true
  }

  fileprivate var importOutcome: ImportOutcome? {
    guard case .message(.imported(_, .success(let outcome))) = self else { return nil }
    return outcome
  }

  /// Why a change that was asked for could not be made.
  fileprivate var failedWrite: ChangeError? {
    guard case .message(.changed(_, .failure(let error))) = self else { return nil }
    return error
  }
}
