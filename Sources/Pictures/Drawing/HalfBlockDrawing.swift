/// Draws a picture with half blocks: each cell has the colors of its upper and its lower half.
///
/// This takes a small part of the time of ``BlockDrawing``, for pictures that are soon replaced.
struct HalfBlockDrawing {
  let cells: [[PictureCell]]

  init(_ layout: PictureLayout, _ palette: PictureStyle.Palette) {
    let size = PixelSize(width: layout.columnCount, height: layout.halfRowCount)
    let pixels = layout.pixels.stretched(to: size)
    func color(_ x: Int, _ halfRow: Int) -> RGBColor? {
      guard 0..<size.width ~= x, 0..<size.height ~= halfRow else { return nil }
      return palette.nearest(to: pixels[x, halfRow])
    }
    cells = (0..<layout.rows).map { row in
      (0..<layout.columns).map { column in
        let x = column - layout.left
        let halfRow = 2 * row - layout.topHalfRows
        return switch (color(x, halfRow), color(x, halfRow + 1)) {
        case (let upper?, let lower?): PictureCell("▀", foreground: upper, background: lower)
        case (let upper?, nil): PictureCell("▀", foreground: upper)
        case (nil, let lower?): PictureCell("▄", foreground: lower)
        case (nil, nil): .empty
        }
      }
    }
  }
}
