import CNcurses
import Glibc
package import Terminal

/// The real terminal, which is the only code that calls ncurses.
///
/// There is one at a time, used only by the interface's thread. The program handles signals: it calls `updateSize` on
/// SIGWINCH, `suspend` on Ctrl-Z, and `restore` on SIGTERM.
package final class CursesTerminal {
  /// Why the terminal cannot be used.
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
  /// Whether tmux or screen is between the program and the terminal.
  package let isMultiplexed: Bool

  /// How long after the questions answers of the terminal are expected, which may arrive in pieces.
  private static let replyPeriod = Duration.seconds(1)
  /// How long to wait for answers before another program gets the terminal.
  private static let maxReplyWait = Duration.milliseconds(250)

  /// Starts using the terminal.
  ///
  /// Until `restore`, a crash restores the terminal and then prints the message, which has one line. Without colors
  /// (`NO_COLOR`), only the terminal's default foreground and background are used. Mouse events are read like keys, except
  /// in GNU screen; with Shift, the mouse selects text in the terminal. With `asks`, the terminal is asked about itself; the
  /// answers are among the inputs.
  package init(
    usesColor: Bool = true, usesMouse: Bool = false, asks: Bool = false,
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
    let queries = TerminalQueries(type: String(cString: curses_terminal_type())) { name in
      getenv(name).map { String(cString: $0) }
    }
    // While screen reports the mouse, it keeps an escape until the next key, as if a report began with it.
    let usesMouse = usesMouse && !queries.isScreen
    guard let session = curses_start(usesColor, usesMouse, &problem) else {
      crash_guard_remove()
      throw .unavailable(reason: Self.reason(for: problem))
    }
    self.session = session
    self.usesMouse = usesMouse
    substitution = curses_substituted_type().map { Self.substitution(String(cString: $0)) }
    drawing = CanvasDrawing(session: session)
    isMultiplexed = queries.isMultiplexed
    if asks, substitution == nil, curses_is_ecma_48(session), let text = queries.text { ask(text) }
  }

  deinit { restore() }

  /// The size at the last `updateSize`.
  package var size: Size { Size(width: Int(curses_columns()), height: Int(curses_rows())) }

  /// Updates the size, after SIGWINCH; the next canvas is drawn in full if it has changed.
  @discardableResult
  package func updateSize() -> Size {
    if curses_update_size() {
      drawing.forget()
      curses_forget_screen()
    }
    return size
  }

  /// The size of a cell in pixels; `nil` if the terminal has not reported it.
  package var cellSize: Size? {
    var width = Int32(0)
    var height = Int32(0)
    guard curses_pixel_size(&width, &height), size.width > 0, size.height > 0 else { return nil }
    return TerminalReply.cellSize(width: Int(width) / size.width, height: Int(height) / size.height)
  }

  /// A sentence about the type that replaces an unknown terminal type; `nil` if the type is known.
  package let substitution: String?

  /// Whether there are 256 colors or more.
  package var hasManyColors: Bool { session.map { curses_colors($0) >= 256 } ?? false }

  /// Whether colors can be mixed from red, green and blue.
  package var hasMixedColors: Bool { session.map { curses_colors($0) > 256 } ?? false }

  /// What is known of the terminal before it has answered.
  package var features: TerminalFeatures {
    var features = TerminalFeatures()
    features.isMultiplexed = isMultiplexed
    let hasPairs = session.map { curses_pairs($0) >= Self.pairsOfPictures } ?? false
    features.hasManyColors = hasManyColors && hasPairs
    features.hasMixedColors = hasMixedColors
    features.cellSize = cellSize
    return features
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

  private func ask(_ questions: String) {
    let bytes = Array(questions.utf8)
    curses_send(bytes, Int32(bytes.count))
    decoder.expectReplies(until: .now + Self.replyPeriod)
  }

  /// Takes the answers that are on their way, because another program would read them as keys.
  private func takeReplies(_ session: OpaquePointer) {
    let end = ContinuousClock.now + Self.maxReplyWait
    while decoder.expectsReplies(at: .now), ContinuousClock.now < end {
      guard curses_wait_for_input(Int32((end - .now) / .milliseconds(1)) + 1) else { return }
      let events = readEvents(session)
      if events.isEmpty { return }
      _ = decoder.inputs(for: events)
    }
  }

  /// Shows a canvas; only what changed since the last one is sent.
  package func draw(_ canvas: Canvas) {
    guard session != nil, !isSuspended else { return }
    drawing.draw(canvas)
  }

  /// Whether pictures have to be sent before they can be shown; a part of them is sent with each drawing.
  package var isSending: Bool { !isSuspended && drawing.isSending }

  /// Sends the whole screen, to overwrite the output of another program, and sets the modes of the terminal again.
  ///
  /// A shell sets its own modes if SIGSTOP, which the program cannot handle, has stopped the program.
  package func redrawAll() {
    guard let session, !isSuspended else { return }
    curses_enter_modes(session)
    drawing.forgetPictures()
    curses_forget_screen()
    drawing.show()
  }

  /// Restores the terminal temporarily, for an editor or before the program stops itself.
  package func suspend() {
    guard let session, !isSuspended else { return }
    isSuspended = true
    drawing.removePictures()
    takeReplies(session)
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
    if !isSuspended {
      drawing.removePictures()
      takeReplies(session)
    }
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
      return """
        A terminal of the type “\(type)” cannot show the interface, because it cannot place its cursor: use commands such \
        as `beerdiary list`.
        """
    default:
      return "The terminal could not be opened."
    }
  }
}

extension TerminalInput {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }
}

// MARK: - Drawing

/// Draws a canvas into ncurses' window; only cells that differ from the last canvas.
///
/// ncurses then finds the shortest way to update the terminal. Pictures are drawn over the cells.
private struct CanvasDrawing {
  private let session: OpaquePointer
  private let palette: Palette
  /// The contents of the window.
  private var shown: Canvas?
  private var pictures = PictureOutput()
  private var lastStyle: (style: Style, attributes: UInt32, pair: Int32)?
  private var scalars: [UInt32] = []

  init(session: OpaquePointer) {
    self.session = session
    palette = Palette(
      colors: Int(curses_colors(session)), hasStandardColors: curses_has_default_colors(session),
      attributes: Style.Attributes(rawValue: UInt8(truncatingIfNeeded: curses_attributes())))
  }

  mutating func draw(_ canvas: Canvas) {
    if shown?.size != canvas.size || curses_renew_pairs(session) { forget() }
    let window = Size(width: Int(curses_columns()), height: Int(curses_rows()))
    var rewritten = pictures.rowsToRewrite(for: canvas.placements)
    for row in rewritten { curses_rewrite_row(Int32(row)) }
    for row in 0..<min(canvas.size.height, window.height) {
      if drawRow(row, of: canvas, windowWidth: window.width) { rewritten.insert(row) }
    }
    shown = canvas
    show()
    send(
      pictures.update(
        to: canvas.placements, rewritten: rewritten, height: window.height, showsCursor: cursor != nil))
  }

  /// Whether pictures have to be sent before they can be shown; a part of them is sent with each drawing.
  var isSending: Bool { pictures.isSending }

  /// Discards the known contents of the window, after it was resized.
  mutating func forget() {
    forgetPictures()
    curses_erase()
    shown = nil
    lastStyle = nil
  }

  /// Deletes the pictures on the screen because all cells will be sent again; the next canvas shows them again.
  mutating func forgetPictures() { send(pictures.removeAll()) }

  /// Removes the pictures from the screen, which another program will use.
  mutating func removePictures() {
    let rows = pictures.rowsToRewrite(for: [])
    for row in rows { curses_rewrite_row(Int32(row)) }
    if !rows.isEmpty { show() }
    forgetPictures()
  }

  private func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { curses_send(bytes, Int32(bytes.count)) }
  }

  /// Sends the window to the terminal and places the cursor.
  func show() {
    guard let cursor else { return curses_show(-1, -1) }
    curses_show(Int32(max(0, cursor.row)), Int32(max(0, cursor.column)))
  }

  /// The position of the cursor; `nil` if it is hidden.
  private var cursor: Point? {
    guard let cursor = shown?.cursor, curses_columns() > cursor.column, curses_rows() > cursor.row else {
      return nil
    }
    return cursor
  }

  /// Draws the cells of a row that have changed, and returns whether there are any.
  private mutating func drawRow(_ row: Int, of canvas: Canvas, windowWidth: Int) -> Bool {
    let start = row * canvas.size.width
    let cells = canvas.cells[start..<start + canvas.size.width]
    guard var changed = changedRange(of: cells) else { return false }
    // A wide character is drawn from its first half.
    while changed.lowerBound > start, cells[changed.lowerBound].character == nil {
      changed = changed.lowerBound - 1..<changed.upperBound
    }
    for index in changed where index - start < windowWidth {
      let isCutInHalf =
        index - start == windowWidth - 1 && index + 1 < cells.endIndex && cells[index + 1].character == nil
      draw(isCutInHalf ? Cell(style: cells[index].style) : cells[index], row: row, column: index - start)
    }
    return true
  }

  /// Returns the range of cells that differ from the window; `nil` if there are none.
  private func changedRange(of cells: ArraySlice<Cell>) -> Range<Int>? {
    guard let old = shown?.cells else { return cells.isEmpty ? nil : cells.indices }
    guard let first = cells.indices.first(where: { cells[$0] != old[$0] }),
      let last = cells.indices.last(where: { cells[$0] != old[$0] })
    else { return nil }
    return first..<last + 1
  }

  private mutating func draw(_ cell: Cell, row: Int, column: Int) {
    guard let character = cell.character else { return }
    let (attributes, pair) = converted(cell.style)
    scalars.removeAll(keepingCapacity: true)
    for scalar in character.unicodeScalars { scalars.append(scalar.value) }
    curses_put(Int32(row), Int32(column), scalars, Int32(scalars.count), attributes, pair)
  }

  /// Returns a style as ncurses has it; the last one is cached, because adjacent cells usually have the same.
  private mutating func converted(_ style: Style) -> (attributes: UInt32, pair: Int32) {
    if let lastStyle, lastStyle.style == style { return (lastStyle.attributes, lastStyle.pair) }
    let attributes = UInt32(palette.shown(style.attributes).rawValue)
    let pair = pair(for: style)
    lastStyle = (style, attributes, pair)
    return (attributes, pair)
  }

  private func pair(for style: Style) -> Int32 {
    if style.foreground == .standard, style.background == .standard { return 0 }
    return curses_pair(
      session, palette.index(of: style.foreground, as: .foreground),
      palette.index(of: style.background, as: .background))
  }
}
