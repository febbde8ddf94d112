/// The contents of a cell.
package struct Cell: Hashable, Sendable {
  /// The character with its combining marks; `nil` if the wide character to the left covers this cell.
  package var character: Character?
  /// The colors and attributes; those of a blank show as well.
  package var style: Style

  /// Creates a cell, by default a blank in the terminal's own colors.
  package init(_ character: Character? = " ", style: Style = .plain) {
    self.character = character
    self.style = style
  }
}

/// A grid of cells, which screens draw and a terminal shows.
///
/// Text is sanitized when it is drawn, so control sequences in a store never reach the terminal. Text outside is
/// clipped; half of a wide character, at an edge or partly overwritten, becomes a blank.
package struct Canvas: Hashable, Sendable {
  /// The size in cells; a side may be 0.
  package let size: Size
  /// The characters to draw with, such as the ellipsis for cut text.
  package let glyphs: Glyphs
  /// The cells, row by row from the top left.
  package internal(set) var cells: [Cell]
  /// The position of the terminal's cursor; `nil` hides it.
  package var cursor: Point?
  /// The pictures in place of cells, on terminals that can show them.
  package internal(set) var placements: [PicturePlacement] = []
  /// Pictures that belong on the canvas and are not made yet.
  package internal(set) var missingPictures: [PictureSpec] = []

  /// Creates a canvas of blanks; a negative side counts as 0.
  package init(size: Size, glyphs: Glyphs = .unicode) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    self.glyphs = glyphs
    cells = Array(repeating: Cell(), count: self.size.width * self.size.height)
  }

  /// The cell at a position; `nil` outside.
  package subscript(point: Point) -> Cell? {
    guard 0..<size.width ~= point.column, 0..<size.height ~= point.row else { return nil }
    return cells[point.row * size.width + point.column]
  }

  /// Draws one line of text and returns the number of columns that it takes.
  ///
  /// Text longer than `maxWidth` columns is cut with an ellipsis. Text beyond the canvas's right edge is clipped and not
  /// counted.
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

  /// Adds attributes to the cells of a rectangle, and keeps their text and colors.
  package mutating func add(_ attributes: Style.Attributes, at origin: Point, _ size: Size) {
    restyle(origin, size) { $0.attributes.formUnion(attributes) }
  }

  /// Changes the styles of the cells of a rectangle, and keeps their text.
  mutating func restyle(_ origin: Point, _ size: Size, _ change: (inout Style) -> Void) {
    let columns = clip(origin.column, size.width, to: self.size.width)
    for row in clip(origin.row, size.height, to: self.size.height) {
      for column in columns { change(&cells[row * self.size.width + column].style) }
    }
  }

  /// The rows as text without trailing blanks, for tests.
  package var text: String { lines.joined(separator: "\n") }

  /// The rows as texts without trailing blanks, for tests.
  package var lines: [String] { (0..<size.height).map(line) }

  /// A row as text without trailing blanks, for tests.
  package func line(_ row: Int) -> String {
    let line = cells[row * size.width..<(row + 1) * size.width]
    guard let last = line.lastIndex(where: { $0.character != " " }) else { return "" }
    return String(line[...last].compactMap(\.character))
  }
}

// MARK: - Drawing cells

extension Canvas {
  /// The position of the next character; its row may be outside.
  private struct Pen {
    var column: Int
    let row: Int
    /// The column to stop at.
    let end: Int
    let style: Style

    /// Farther left than any text reaches, without a risk of overflow.
    private static let farLeft = -1 << 30

    init(at point: Point, end: Int, style: Style) {
      column = max(point.column, Self.farLeft)
      row = point.row
      self.end = end
      self.style = style
    }

    var room: Int { end - column }
  }

  /// Draws a character and advances; returns whether there is room for more.
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

  /// Sets a character inside the canvas, and blanks the other half of a wide character that it overwrites.
  private mutating func set(_ cell: CellCharacter, column: Int, row: Int, style: Style) {
    let index = row * size.width + column
    if !placements.isEmpty { cover(column: column, row: row) }
    if cells[index].character == nil { cells[index - 1].character = " " }
    cells[index] = Cell(cell.character, style: style)
    if cell.width == 2 { cells[index + 1] = Cell(nil, style: style) }
    let isAtEdge = column + cell.width >= size.width
    if !isAtEdge, cells[index + cell.width].character == nil {
      cells[index + cell.width].character = " "
    }
  }

  /// Returns the part of a range within `0..<limit`.
  private func clip(_ origin: Int, _ length: Int, to limit: Int) -> Range<Int> {
    let (end, overflows) = origin.addingReportingOverflow(max(0, length))
    let lower = min(max(0, origin), limit)
    return lower..<max(lower, overflows ? limit : min(end, limit))
  }
}
