/// A box of cells on the screen for a picture made of pixels.
package struct CellFrame: Hashable, Sendable {
  /// The width of the box in cells, at least 1.
  package let columns: Int
  /// The height of the box in cells, at least 1.
  package let rows: Int
  /// The size of a cell in pixels.
  package let cell: PixelSize
  /// Whether the picture fills the box, so that only its middle is shown, instead of being shown as a whole.
  package let isFilled: Bool

  /// Creates a box.
  ///
  /// - Precondition: All sizes are at least 1.
  package init(columns: Int, rows: Int, cell: PixelSize, isFilled: Bool = false) {
    precondition(columns > 0 && rows > 0 && cell.width > 0 && cell.height > 0, "a box has pixels")
    self.columns = columns
    self.rows = rows
    self.cell = cell
    self.isFilled = isFilled
  }

  /// The size of the box in pixels.
  package var pixels: PixelSize { PixelSize(width: columns * cell.width, height: rows * cell.height) }

  /// Returns a picture as large as it is in the box: whole cells, with a background around a picture that does not
  /// fill them.
  package func draw(_ picture: PixelGrid, on background: RGBColor) -> PixelGrid {
    if isFilled { return PictureLayout.middle(of: picture, shapedLike: pixels).resized(to: pixels).pixels }
    let size = PictureLayout.largest(of: picture.size, within: pixels)
    let drawn = picture.resized(to: size).pixels
    let covered = PixelSize(
      width: size.width.dividedRoundingUp(by: cell.width) * cell.width,
      height: size.height.dividedRoundingUp(by: cell.height) * cell.height)
    if covered == size { return drawn }
    let left = (covered.width - size.width) / 2
    let top = (covered.height - size.height) / 2
    return PixelGrid(width: covered.width, height: covered.height) { x, y in
      let column = x - left
      let row = y - top
      guard 0..<size.width ~= column, 0..<size.height ~= row else { return background }
      return drawn[column, row]
    }
  }
}
