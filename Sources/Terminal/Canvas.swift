/// What one cell shows.
package struct Cell: Hashable, Sendable {
  /// The character with its combining marks; `nil` where the wide character to the left covers this cell.
  package var character: Character?
  package var style: Style

  package init(_ character: Character? = " ", style: Style = .plain) {
    self.character = character
    self.style = style
  }
}

/// A whole screen of cells, drawn into by screens and shown by a terminal.
///
/// Text is made safe as it is put in, so nothing that a store holds can reach the terminal as a control sequence.
/// Whatever lies outside is clipped; half of a wide character, at an edge or partly overwritten, is a blank.
package struct Canvas: Hashable, Sendable {
  package let size: Size
  /// What screens draw with; its ellipsis is where `put` cuts.
  package let glyphs: Glyphs
  /// Row by row, from the top left.
  package private(set) var cells: [Cell]
  /// Where the real cursor goes; hidden when `nil`.
  package var cursor: Point?

  package init(size: Size, glyphs: Glyphs = .unicode) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    self.glyphs = glyphs
    cells = Array(repeating: Cell(), count: self.size.width * self.size.height)
  }

  /// The cell at a place, or `nil` outside.
  package subscript(point: Point) -> Cell? {
    guard 0..<size.width ~= point.column, 0..<size.height ~= point.row else { return nil }
    return cells[point.row * size.width + point.column]
  }

  /// Puts one line of text at a place and returns the columns it took.
  ///
  /// At most `maxWidth` columns are used; text that is longer is cut with an ellipsis. At the canvas's right edge it
  /// is clipped, and what is clipped there is not counted.
  @discardableResult
  package mutating func put(
    _ text: String, at point: Point, style: Style = .plain, maxWidth: Int = .max
  ) -> Int {
    var pen = Pen(at: point, end: size.width, style: style)
    let start = pen.column
    guard pen.room > 0, maxWidth > 0 else { return 0 }
    let isCut = maxWidth < pen.room
    let shown = isCut ? text.truncated(to: maxWidth, ellipsis: String(glyphs.ellipsis)) : text
    if shown.isPlain {
      for byte in shown.utf8.prefix(pen.room) { draw(CellCharacter(printable: byte), with: &pen) }
    } else {
      var characters = CellCharacters(shown)
      while let cell = characters.next(), draw(cell, with: &pen) {}
    }
    return pen.column - start
  }

  /// Fills a rectangle with one character.
  package mutating func fill(
    _ origin: Point, _ size: Size, with character: Character = " ", style: Style = .plain
  ) {
    var characters = CellCharacters(String(character))
    let filling = characters.next() ?? .blank
    let columns = clip(origin.column, size.width, to: self.size.width)
    for row in clip(origin.row, size.height, to: self.size.height) {
      let start = Point(column: columns.lowerBound, row: row)
      var pen = Pen(at: start, end: columns.upperBound, style: style)
      while draw(filling, with: &pen) {}
    }
  }

  /// Adds attributes to the cells of a rectangle and leaves their text and colours: a cursor row in reverse video.
  package mutating func add(_ attributes: Style.Attributes, at origin: Point, _ size: Size) {
    restyle(origin, size) { $0.attributes.formUnion(attributes) }
  }

  /// Changes how the cells of a rectangle look and leaves their text.
  package mutating func restyle(_ origin: Point, _ size: Size, _ change: (inout Style) -> Void) {
    let columns = clip(origin.column, size.width, to: self.size.width)
    for row in clip(origin.row, size.height, to: self.size.height) {
      for column in columns { change(&cells[row * self.size.width + column].style) }
    }
  }

  /// The rows as text, without trailing blanks: what tests compare.
  package var text: String {
    (0..<size.height).map { row in
      let line = cells[row * size.width..<(row + 1) * size.width]
      guard let last = line.lastIndex(where: { $0.character != " " }) else { return "" }
      return String(line[...last].compactMap(\.character))
    }.joined(separator: "\n")
  }

  /// The same picture in ASCII alone, cell by cell.
  package var asciiOnly: Canvas {
    var canvas = Canvas(size: size, glyphs: .ascii)
    canvas.cursor = cursor
    canvas.cells = cells.map { Cell($0.character?.asciiCounterpart ?? "?", style: $0.style) }
    return canvas
  }
}

// MARK: - Drawing cells

extension Canvas {
  /// Where the next character goes; its row may lie outside.
  private struct Pen {
    var column: Int
    let row: Int
    /// The first column that is not drawn to.
    let end: Int
    let style: Style

    /// Farther left than any text reaches, and far from where column numbers overflow.
    private static let farLeft = -1 << 30

    init(at point: Point, end: Int, style: Style) {
      column = max(point.column, Self.farLeft)
      row = point.row
      self.end = end
      self.style = style
    }

    var room: Int { end - column }
  }

  /// Draws a character and moves on; answers whether there is room for more.
  @discardableResult
  private mutating func draw(_ cell: CellCharacter, with pen: inout Pen) -> Bool {
    guard pen.room > 0 else { return false }
    let columns = pen.column..<min(pen.column + cell.width, pen.end)
    pen.column = columns.upperBound
    guard 0..<size.height ~= pen.row else { return pen.room > 0 }
    if columns.lowerBound >= 0, columns.count == cell.width {
      set(cell, column: columns.lowerBound, row: pen.row, style: pen.style)
    } else {
      for column in columns where column >= 0 {
        set(.blank, column: column, row: pen.row, style: pen.style)
      }
    }
    return pen.room > 0
  }

  /// Sets a character that lies inside, and blanks what is left of a wide one that it covers in half.
  private mutating func set(_ cell: CellCharacter, column: Int, row: Int, style: Style) {
    let index = row * size.width + column
    if cells[index].character == nil { cells[index - 1].character = " " }
    cells[index] = Cell(cell.character, style: style)
    if cell.width == 2 { cells[index + 1] = Cell(nil, style: style) }
    let isAtEdge = column + cell.width >= size.width
    if !isAtEdge, cells[index + cell.width].character == nil {
      cells[index + cell.width].character = " "
    }
  }

  /// The part of a span that lies in `0..<limit`.
  private func clip(_ origin: Int, _ length: Int, to limit: Int) -> Range<Int> {
    let (end, overflows) = origin.addingReportingOverflow(max(0, length))
    let lower = min(max(0, origin), limit)
    return lower..<max(lower, overflows ? limit : min(end, limit))
  }
}
