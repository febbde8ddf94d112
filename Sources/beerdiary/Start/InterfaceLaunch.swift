import ArgumentParser
import DiaryProcess
import DiaryRuntime
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Settings
import Telemetry
import TerminalCurses

/// Runs the interface from the command line, with what is recorded about it.
struct InterfaceLaunch {
  private let screen: ScreenChoice
  private let telemetry: RunTelemetry
  private let isReadOnly: Bool
  private let storeName: String?
  private let isTemporary: Bool

  /// - Parameter storeName: What the header calls a store that is none of the user's and gone after this.
  init(_ screen: ScreenChoice, _ store: StoreChoice, storeName: String? = nil) {
    self.screen = screen
    telemetry = RunTelemetry.begin(
      .interface,
      terminal: winsize.ofScreen.map { TerminalSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) },
      isRefused: store.noTelemetry)
    isReadOnly = store.isReadOnly
    self.storeName = storeName ?? store.name
    isTemporary = storeName != nil
  }

  /// Opens the store on the screen until the user leaves; a signal that came is thrown as `EndedBySignal`.
  ///
  /// - Parameter cacheFolder: The folder for thumbnails.
  func open(_ path: String, createsMissing: Bool, cacheFolder: String = UserFolders().cache) throws {
    let start = ContinuousClock.now
    let (recorder, isReadOnly) = (telemetry.recorder, isReadOnly)
    let opening = DiaryOpening(recorder)
    let settings = SettingsFile(folder: UserFolders().settings)
    let interface = Interface(
      options(settings, store: path), record: { recorder.record($0) }, cacheFolder: cacheFolder
    ) {
      progress, isCancelled throws(OpeningError) in
      recorder.resume()
      let diary = try opening.open(
        at: path, createsMissing: createsMissing, for: .writingIfPossible,
        isReadOnly: isReadOnly, progress: progress, isCancelled: isCancelled)
      ScratchFolder.removeLeftovers(in: ScratchFolder.temporaryParent)
      if !diary.isReadOnly { ScratchFolder.removeLeftovers(nextTo: path) }
      return diary
    }
    let ending = try run(interface)
    for mistake in settings.mistakes { Console.standardError.line("beerdiary: \(mistake.sentence)") }
    recorder.record(.sessionEnded(SessionLength(ContinuousClock.now - start)))
    recorder.flush()
    switch ending {
    case .finished: return
    case .openingFailed(let error): throw error
    case .changeFailed(let error): throw error
    case .signal(let signal): throw EndedBySignal(number: signal.number)
    }
  }

  private func options(_ settings: SettingsFile, store: String) -> InterfaceOptions {
    var options = InterfaceOptions(
      appearance: screen.appearance(settings.preferences), preferences: settings.preferences)
    let more = settings.mistakes.count - 1
    options.preferences.remark = settings.mistakes.first.map {
      $0.sentence + (more > 0 ? " (\(more) more: told when you leave)" : "")
    }
    options.preferences.usesMouse = settings.preferences.usesMouse && !screen.noMouse
    options.isReadOnly = isReadOnly
    options.storeName = storeName
    options.notice = telemetry.notice
    let folder = UserFolders().state
    // A diary that is gone after this has no next start.
    if !isTemporary { options.recovery = DraftFolder(folder, store: store) }
    options.crashReport = CrashReport(
      path: folder + "/crash.txt", heading: "beerdiary \(Beerdiary.version)")
    return options
  }

  private func run(_ interface: Interface) throws -> Ending {
    do {
      return try interface.run()
    } catch CursesTerminal.Failure.unavailable(let reason) {
      throw CommandFailure(sentence: reason, status: .usage, kind: .terminal)
    }
  }
}

extension winsize {
  /// The size of the terminal that standard output goes to.
  fileprivate static var ofScreen: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
