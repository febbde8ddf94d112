import CNcurses
package import Terminal

/// The real terminal: the only place that calls ncurses.
///
/// Used by one thread, the interface's, and one at a time. The signals that concern a terminal are the program's to
/// handle: on SIGWINCH it calls `updateSize`, on Ctrl-Z `suspend`, on SIGTERM `restore`.
package final class CursesTerminal {
  package enum Failure: Error, Hashable {
    /// Standard input or output is no terminal, or nothing is known of any type; the reason is a sentence for the user.
    case unavailable(reason: String)
  }

  private var session: OpaquePointer?
  private let usesMouse: Bool
  private var isSuspended = false
  private var decoder = KeyDecoder()
  /// Whether nothing had arrived when inputs were last asked for.
  package private(set) var wasSilent = true
  private var drawing: CanvasDrawing

  /// Takes the terminal over.
  ///
  /// Until `restore`, a crash gives the terminal back and then prints the message, one line. Without colours
  /// (`NO_COLOR`) the terminal's own foreground and background are all that is used. Where the mouse is used, its events
  /// come with the keys; with Shift it stays the terminal's, for its own selection.
  package init(
    usesColor: Bool = true, usesMouse: Bool = false,
    crashMessage: String = """
    beerdiary crashed. The diary is safe: each change is made whole or not at all.
    """,
    crashReport: CrashReport? = nil
  ) throws(Failure) {
    var problem: Int32 = 0
    if let crashReport {
      let sentence = "A report without any of your text is in \(crashReport.path)."
      crash_guard_set_report(crashReport.path, crashReport.heading, sentence.safeForTerminal)
    }
    crash_guard_install(crashMessage.safeForTerminal)
    guard let session = curses_start(usesColor, usesMouse, &problem) else {
      crash_guard_remove()
      throw .unavailable(reason: Self.reason(for: problem))
    }
    self.session = session
    self.usesMouse = usesMouse
    substitution = curses_substituted_type().map { Self.substitution(String(cString: $0)) }
    drawing = CanvasDrawing(session: session)
  }

  deinit { restore() }

  /// The size as of the last `updateSize`.
  package var size: Size { Size(width: Int(curses_columns()), height: Int(curses_rows())) }

  /// Asks the terminal for its size, which it tells of with SIGWINCH; what is drawn next is drawn in full.
  @discardableResult
  package func updateSize() -> Size {
    if curses_update_size() {
      drawing.forget()
      curses_forget_screen()
    }
    return size
  }

  /// What stands in for the terminal's type, in a sentence for the user; `nil` if the type is known.
  package let substitution: String?

  /// Whether there are 256 colours or more.
  package var hasManyColors: Bool { session.map { curses_colors($0) >= 256 } ?? false }

  /// Whether cells can have any two of 256 colours, a whole screen of them.
  package var canShowPictures: Bool {
    guard let session else { return false }
    return hasManyColors && curses_pairs(session) >= Self.pairsOfPictures
  }

  /// More pairs than a large terminal has cells; with fewer, ncurses would take pairs away that are on the screen.
  private static let pairsOfPictures: Int32 = 1 << 14

  /// All keys that have been pressed, pastes, and what the mouse did, as far as it was not read yet.
  ///
  /// Never waits, except 25 ms after an escape for what may belong to it.
  package func pendingInputs() -> [TerminalInput] {
    guard let session, !isSuspended else { return [] }
    let events = readEvents(session)
    wasSilent = events.isEmpty
    let inputs = decoder.inputs(for: events)
    // A program that crashed may have left the mouse on for one that does not want it.
    return usesMouse ? inputs : inputs.filter { !$0.isMouse }
  }

  private func readEvents(_ session: OpaquePointer) -> [InputEvent] {
    var events: [InputEvent] = []
    while let event = InputEvent(number: curses_read(session)) { events.append(event) }
    return events
  }

  /// Shows a canvas; only what changed since the last one is sent.
  package func draw(_ canvas: Canvas) {
    guard session != nil, !isSuspended else { return }
    drawing.draw(canvas)
  }

  /// Sends the whole screen anew, over whatever another program has left on it.
  package func redrawAll() {
    guard session != nil, !isSuspended else { return }
    curses_forget_screen()
    drawing.show()
  }

  /// Gives the terminal back for a while: for an editor, or before the program stops itself.
  package func suspend() {
    guard let session, !isSuspended else { return }
    isSuspended = true
    curses_suspend(session)
  }

  /// Takes the terminal again, in the size that it has now, and shows what was shown.
  package func resume() {
    guard let session, isSuspended else { return }
    isSuspended = false
    curses_resume(session)
    updateSize()
    drawing.show()
  }

  /// Gives the terminal back as it was found.
  ///
  /// Calling it again does nothing.
  package func restore() {
    guard let session else { return }
    self.session = nil
    curses_stop(session)
    crash_guard_remove()
  }

  private static func substitution(_ used: String) -> String {
    let type = String(cString: curses_terminal_type()).safeForTerminal
    return type.isEmpty
      ? "TERM is not set: the terminal is used as \(used)."
      : "The terminal type “\(type)” is unknown: the terminal is used as \(used)."
  }

  private static func reason(for problem: Int32) -> String {
    let type = String(cString: curses_terminal_type()).safeForTerminal
    switch UInt32(problem) {
    case CURSES_NOT_A_TERMINAL.rawValue:
      return "The interface needs a terminal, and standard input or standard output is none."
    case CURSES_UNKNOWN_TYPE.rawValue:
      return
        "No terminal type is known here, not even xterm-256color: install terminfo (ncurses-base on Debian)."
    case CURSES_INCAPABLE_TYPE.rawValue:
      return "A terminal of the type “\(type)” cannot show the interface: it cannot place its cursor."
    default:
      return "The terminal could not be opened."
    }
  }
}

extension TerminalInput {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }
}
