import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Settings
import Telemetry
import TerminalCurses

/// Runs the interface from the command line, with what is recorded about it.
struct InterfaceLaunch {
  private let screen: ScreenOptions
  private let telemetry: RunTelemetry
  private let isReadOnly: Bool

  init(_ screen: ScreenOptions, _ options: StoreOptions) {
    self.screen = screen
    telemetry = RunTelemetry.begin(
      .interface, terminal: TerminalSize.current, isRefused: options.noTelemetry)
    isReadOnly = options.readOnly
  }

  /// Opens the store on the screen until the user leaves; a signal that came is thrown as `EndedBySignal`.
  ///
  /// - Parameters:
  ///   - ahead: The same store, if it is being opened already.
  ///   - cacheFolder: Where thumbnails are kept.
  func open(
    _ path: String, createsMissing: Bool, ahead: DiaryAhead? = nil, cacheFolder: String = UserFolders().cache
  ) throws {
    let start = ContinuousClock.now
    let (recorder, isReadOnly) = (telemetry.recorder, isReadOnly)
    let opening = DiaryOpening(recorder, ahead: ahead)
    let settings = SettingsFile(path: UserFolders().configuration)
    let interface = Interface(
      options(settings, store: path), record: { recorder.record($0) }, cacheFolder: cacheFolder
    ) {
      progress, isCancelled throws(DiaryError) in
      try opening.open(
        at: path, createsMissing: createsMissing, isReadOnly: isReadOnly, progress: progress,
        isCancelled: isCancelled)
    }
    let ending = try run(interface)
    for mistake in settings.mistakes { Console.standardError.line("beerdiary: \(mistake.sentence)") }
    recorder.record(.sessionEnded(SessionLength(ContinuousClock.now - start)))
    recorder.flush()
    switch ending {
    case .finished: return
    case .failed(let error): throw error
    case .signal(let signal): throw EndedBySignal(signal: signal)
    }
  }

  private func options(_ settings: SettingsFile, store: String) -> InterfaceOptions {
    var options = InterfaceOptions(
      appearance: screen.appearance(settings.preferences), preferences: settings.preferences)
    options.preferences.remark = settings.mistakes.first?.sentence
    options.preferences.usesMouse = settings.preferences.usesMouse && !screen.noMouse
    options.isReadOnly = isReadOnly
    options.notice = telemetry.notice
    let folder = UserFolders().state
    options.recovery = DraftFolder(folder, store: store)
    options.crashReport = CrashReport(
      path: folder + "/crash.txt", heading: "beerdiary \(Beerdiary.configuration.version)")
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

/// A signal ended the interface, and is to end the program once everything is tidied up.
struct EndedBySignal: Error {
  let signal: SystemSignal
}

extension TerminalSize {
  fileprivate static var current: TerminalSize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
