import CNcurses
package import Terminal

/// The real terminal, which is the only code that calls ncurses.
///
/// There is one at a time, used only by the interface's thread. The program handles signals: it calls `updateSize` on
/// SIGWINCH, `suspend` on Ctrl-Z, and `restore` on SIGTERM.
package final class CursesTerminal {
  package enum Failure: Error, Hashable {
    /// Standard input or output is not a terminal, or its type is unknown; the reason is a sentence for the user.
    case unavailable(reason: String)
  }

  private var session: OpaquePointer?
  private let usesMouse: Bool
  private var isSuspended = false
  private var decoder = KeyDecoder()
  /// Whether there was no input at the last read.
  package private(set) var wasSilent = true
  private var drawing: CanvasDrawing

  /// Starts using the terminal.
  ///
  /// Until `restore`, a crash restores the terminal and then prints the message, which has one line. Without colors
  /// (`NO_COLOR`), only the terminal's default foreground and background are used. Mouse events are read like keys; with
  /// Shift, the mouse selects text in the terminal.
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

  /// The size at the last `updateSize`.
  package var size: Size { Size(width: Int(curses_columns()), height: Int(curses_rows())) }

  /// Updates the size, after SIGWINCH; the next canvas is drawn in full.
  @discardableResult
  package func updateSize() -> Size {
    if curses_update_size() {
      drawing.forget()
      curses_forget_screen()
    }
    return size
  }

  /// A sentence about the type that replaces an unknown terminal type; `nil` if the type is known.
  package let substitution: String?

  /// Whether there are 256 colors or more.
  package var hasManyColors: Bool { session.map { curses_colors($0) >= 256 } ?? false }

  /// Whether colors can be mixed from red, green and blue.
  package var hasMixedColors: Bool { session.map { curses_colors($0) > 256 } ?? false }

  /// Whether all cells of a screen can have different pairs of 256 colors.
  package var canShowPictures: Bool {
    guard let session else { return false }
    return hasManyColors && curses_pairs(session) >= Self.pairsOfPictures
  }

  /// More pairs than a large terminal has cells; with fewer, ncurses would reuse pairs that are on the screen.
  private static let pairsOfPictures: Int32 = 1 << 14

  /// Reads all pending keys, pastes and mouse events.
  ///
  /// Does not wait, except 25 ms after an escape for the rest of a sequence.
  package func pendingInputs() -> [TerminalInput] {
    guard let session, !isSuspended else { return [] }
    let events = readEvents(session)
    wasSilent = events.isEmpty
    let inputs = decoder.inputs(for: events)
    // A program that crashed may have left mouse reports on.
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

  /// Sends the whole screen, to overwrite the output of another program.
  package func redrawAll() {
    guard session != nil, !isSuspended else { return }
    curses_forget_screen()
    drawing.show()
  }

  /// Restores the terminal temporarily, for an editor or before the program stops itself.
  package func suspend() {
    guard let session, !isSuspended else { return }
    isSuspended = true
    curses_suspend(session)
  }

  /// Uses the terminal again, in its current size, and redraws the screen.
  package func resume() {
    guard let session, isSuspended else { return }
    isSuspended = false
    curses_resume(session)
    updateSize()
    drawing.show()
  }

  /// Restores the terminal to its original state.
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
      return "The interface needs a terminal, but standard input or standard output is not one."
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
