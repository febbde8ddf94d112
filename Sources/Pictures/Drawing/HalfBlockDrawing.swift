/// Draws a picture with half blocks: an upper and a lower color in each cell.
struct HalfBlockDrawing {
  let cells: [[PictureCell]]

  init(_ layout: PictureLayout, _ palette: PictureStyle.Palette) {
    let size = PixelSize(width: layout.columnCount, height: layout.halfRowCount)
    let pixels = layout.pixels.light(at: size).pixels
    func color(_ column: Int, _ halfRow: Int) -> RGBColor? {
      let (x, y) = (column - layout.left, halfRow - layout.topHalfRows)
      guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
      return palette.nearest(to: pixels[x, y])
    }
    cells = (0..<layout.rows).map { row in
      (0..<layout.columns).map { column in
        Self.cell(color(column, 2 * row), color(column, 2 * row + 1))
      }
    }
  }

  private static func cell(_ upper: RGBColor?, _ lower: RGBColor?) -> PictureCell {
    switch (upper, lower) {
    case (nil, nil): .empty
    case (nil, let lower?): PictureCell("▄", foreground: lower)
    case (let upper?, let lower): PictureCell("▀", foreground: upper, background: lower)
    }
  }
}

extension PictureStyle.Palette {
  fileprivate func nearest(to color: RGBColor) -> RGBColor {
    switch self {
    case .trueColor: color
    case .xterm256: RGBColor(xterm256: color.xterm256)
    }
  }
}
