import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Telemetry
import Terminal
import TerminalCurses

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw with plain ASCII characters only.")
  var ascii = false

  var appearance: Appearance {
    let environment = ProcessInfo.processInfo.environment
    let usesColor = environment["NO_COLOR", default: ""].isEmpty
    return Appearance(
      theme: Theme(usesColor: usesColor), glyphs: ascii ? .ascii : .unicode, timeZone: .current)
  }
}

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the diary on the screen (the default).",
    discussion: """
      A diary of Beer Diary for iOS is brought up to date first; the order of its photos is kept.

      EXAMPLES:
        beerdiary --store OldDiary.sqlite
        beerdiary --migrate-only --store OldDiary.sqlite
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var screen: ScreenOptions

  @Flag(name: .long, help: "Bring the diary up to date and end, without a screen.")
  var migrateOnly = false

  func run() throws {
    if migrateOnly {
      try migrate()
    } else if isatty(STDIN_FILENO) == 1, Console.standardOutput.isTerminal {
      try Self.openInterface(
        onDiaryAt: options.storePath, screen, recorder: options.makeRecorder())
    } else {
      let opened = try OpenedDiary(options, mode: .plainList)
      defer { opened.recorder.flush() }
      try ListCommand.writePlain(opened.diary)
    }
  }

  private func migrate() throws {
    let opened = try OpenedDiary(options, mode: .migrateOnly)
    defer { opened.recorder.flush() }
    let console = Console.standardOutput
    guard let report = opened.diary.migration else {
      console.line("\(opened.diary.path) is up to date.")
      return console.flush()
    }
    let counts =
      "\(NumberText.count(report.beerCount, "beer")) and \(NumberText.count(report.photoCount, "photo"))"
    console.line(
      """
      \(opened.diary.path) is up to date now: \(counts) from version \(report.fromVersion) to \(report.toVersion) \
      in \(NumberText.fixed(report.seconds, decimals: 2)) s.
      """)
    console.flush()
    for warning in report.warnings { Console.standardError.line(warning) }
  }

  /// Runs the interface until the user leaves; ends the program as a signal asks where one came.
  static func openInterface(
    onDiaryAt path: String, _ screen: ScreenOptions, recorder: TelemetryRecorder
  ) throws {
    let start = ContinuousClock.now
    let opening = DiaryOpening(recorder)
    recorder.record(.appLaunched(mode: .interface, terminal: TerminalSize.current))
    let interface = Interface(appearance: screen.appearance, record: { recorder.record($0) }) {
      progress, isCancelled throws(DiaryError) in
      try opening.open(at: path, createsMissing: true, progress: progress, isCancelled: isCancelled)
    }
    let ending = try run(interface)
    recorder.record(.sessionEnded(SessionLength(ContinuousClock.now - start)))
    recorder.flush()
    switch ending {
    case .finished: return
    case .failed(let error): throw error
    case .signal(let signal): signal.raiseAgain()
    }
  }

  private static func run(_ interface: Interface) throws -> Ending {
    do {
      return try interface.run()
    } catch CursesTerminal.Failure.unavailable(let reason) {
      throw CommandFailure(
        sentence: "The screen cannot be used (\(reason)); see your beers with `beerdiary list`.",
        status: .usage)
    }
  }
}

extension TerminalSize {
  fileprivate static var current: TerminalSize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
