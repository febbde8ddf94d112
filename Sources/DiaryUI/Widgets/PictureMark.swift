import Terminal

/// What the cells from the beginning of a span on stand for.
///
/// It is stored apart from the span, because few spans have one.
indirect enum PictureMark: Hashable, Sendable {
  /// A row of a picture, which covers the cells.
  case row(Int, of: TerminalPicture)
  /// A picture that has to be made.
  case missing(PictureSpec)
}

extension Canvas {
  /// Places a picture, or asks for it.
  ///
  /// - Parameters:
  ///   - point: The first cell.
  ///   - end: The column after the cells that were drawn.
  mutating func apply(_ mark: PictureMark, at point: Point, before end: Int) {
    switch mark {
    case .missing(let spec): request(spec)
    case .row(let row, let picture):
      if point.column + picture.size.width <= end { place(picture, row: row, at: point) }
    }
  }
}
