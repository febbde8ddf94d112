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
/// Whatever lies outside is clipped.
package struct Canvas: Hashable, Sendable {
  package let size: Size
  /// Row by row, from the top left.
  package private(set) var cells: [Cell]
  /// Where the real cursor goes; hidden when `nil`.
  package var cursor: Point?

  package init(size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: max(0, size.width) * max(0, size.height))
  }

  /// Puts one line of text at a place and returns the columns it took.
  ///
  /// At most `maxWidth` columns are used; text that is longer is cut with an ellipsis.
  @discardableResult
  package mutating func put(
    _ text: String, at point: Point, style: Style = .plain, maxWidth: Int = .max
  ) -> Int {
    0
  }

  /// Fills a rectangle with one character.
  package mutating func fill(
    _ origin: Point, _ size: Size, with character: Character = " ", style: Style = .plain
  ) {
  }

  /// Adds attributes to the cells of a rectangle and leaves their text and colours: a cursor row in reverse video.
  package mutating func add(_ attributes: Style.Attributes, at origin: Point, _ size: Size) {
  }

  /// The rows as text, without trailing blanks: what tests compare.
  package var text: String { "" }
}
