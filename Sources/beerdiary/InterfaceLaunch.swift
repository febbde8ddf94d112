import DiaryCLI
import DiaryProcess
import DiaryRuntime
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Settings
import Telemetry
import TerminalCurses

/// Runs the interface from the command line, and records telemetry.
struct InterfaceLaunch {
  private let request: ScreenRequest
  private let telemetry: RunTelemetry.Session

  init(_ request: ScreenRequest, _ telemetry: RunTelemetry) {
    self.request = request
    self.telemetry = telemetry.begin(
      .interface,
      terminal: winsize.ofScreen.map { TerminalSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) },
      isRefused: request.noTelemetry)
  }

  /// Runs the interface until the user quits; throws `EndedBySignal` after a signal.
  ///
  /// These are steps 5 to 7 of a run, which ``Main`` lists. The order matters: nothing delays the first screen, and
  /// nothing is printed while the interface has the terminal.
  func run() throws {
    // Step 5: the settings and the interface. Telemetry began before, and keeps its signals in memory for now.
    let start = ContinuousClock.now
    let recorder = telemetry.recorder
    let request = request
    let opening = TimedOpening(recorder)

    let settingsFolder = UserFolders().settings
    let settings = SettingsFile(folder: settingsFolder)
    let keys = ActionTable.standard.applying(settings.preferences.keys)
    let mistakes = settings.mistakes(adding: keys.mistakes)
    let backsUp = settings.preferences.backsUpBeforeMigration

    // The closure runs on a thread of its own during step 6.
    let interface = Interface(
      options(settings.preferences, keys.table, mistakes), record: { recorder.record($0) },
      cacheFolder: request.cacheFolder, settingsFolder: settingsFolder
    ) {
      progress, isCancelled throws(OpeningError) in
      // Telemetry is written from now on.
      recorder.resume()
      // This may migrate the diary; a copy is made before if the settings ask for that.
      let diary = try opening.open(
        at: request.path, createsMissing: request.createsMissing, for: .writingIfPossible,
        isReadOnly: request.isReadOnly,
        backsUpOldStore: backsUp, progress: progress, isCancelled: isCancelled)
      // What killed programs have left is removed.
      ScratchFolder.removeLeftovers(in: ScratchFolder.temporaryParent)
      if !diary.isReadOnly { ScratchFolder.removeLeftovers(nextTo: request.path) }
      return diary
    }

    // Step 6: the interface. Requested changes are saved when it returns.
    let ending = try end(of: interface)

    // Step 7: what had to wait for the terminal, which is restored.
    for mistake in mistakes { Console.standardError.line("beerdiary: \(mistake.sentence)") }
    recorder.record(.sessionEnded(SessionLength(ContinuousClock.now - start)))
    recorder.flush()

    switch ending {
    case .finished: return
    case .openingFailed(let error): throw error
    case .changeFailed(let error): throw error
    case .signal(let signal): throw EndedBySignal(number: signal.number)
    }
  }

  private func options(
    _ preferences: Preferences, _ actions: ActionTable, _ mistakes: [SettingsMistake]
  ) -> InterfaceOptions {
    var options = InterfaceOptions(
      appearance: request.appearance(preferences), preferences: preferences)
    options.actions = actions
    let more = mistakes.count - 1
    options.startupWarning = mistakes.first.map {
      $0.sentence + (more > 0 ? " (\(more) more, listed when you quit)" : "")
    }
    if request.isTemporary {
      options.startupWarning = nil
      options.startupNotice = "This is the sample diary. What you change is gone when you quit."
    }
    options.preferences.usesMouse = preferences.usesMouse && !request.noMouse
    options.isReadOnly = request.isReadOnly
    options.isTemporary = request.isTemporary
    options.storeName = request.name
    options.notice = telemetry.notice
    options.commands = TerminalCommandRunner(
      store: request.path, options: request.noTelemetry ? ["--no-telemetry"] : [],
      screenOptions: request.screenOptions, isSampleInstalled: { SampleDiary.installedFolder() != nil })
    let folder = UserFolders().state
    // A temporary diary cannot be opened again, so it needs no drafts, and trying it out changes no other diary's list.
    if !request.isTemporary {
      options.draftFolder = DraftFolder(folder, store: request.path)
      options.adoption = AdoptionRecord(folder, store: request.path)
      options.migrationWarnings = .forMigration(ofStore: request.path, in: folder)
      options.layout = LayoutFile(folder)
      options.syncProgram = SyncProgram(store: request.path)
    }
    options.crashReport = CrashReport(
      path: folder + "/crash.txt", heading: "beerdiary \(Beerdiary.version)")
    return options
  }

  private func end(of interface: Interface) throws -> Ending {
    do {
      return try interface.run()
    } catch CursesTerminal.Failure.unavailable(let reason) {
      throw CommandFailure(sentence: reason, status: .usage, kind: .terminal)
    }
  }
}

extension winsize {
  /// The size of the terminal of standard output.
  fileprivate static var ofScreen: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
