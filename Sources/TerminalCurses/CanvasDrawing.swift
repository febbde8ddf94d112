import CNcurses
import Terminal

/// Draws a canvas into ncurses' window; only cells that differ from the last canvas.
///
/// ncurses then finds the shortest way to update the terminal. Pictures are drawn over the cells.
struct CanvasDrawing {
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
