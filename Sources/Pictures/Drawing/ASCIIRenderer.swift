/// Draws a picture in ASCII: characters by their density, and lines along strong edges.
struct ASCIIRenderer {
  /// From the least to the most ink.
  private static let ramp = Array(" .:-=+*#%@")

  let cells: [[PictureCell]]

  init(_ layout: PictureLayout, on background: PictureStyle.Background, drawsEdges: Bool) {
    let size = PixelSize(width: layout.columnCount, height: layout.rowCount)
    let values = layout.pixels.resized(to: size).lightness
    let stretch = ContrastStretch(values)
    let edges = drawsEdges ? EdgeMap(layout.pixels, cells: size, stretch) : nil
    cells = (0..<size.height).map { row in
      (0..<size.width).map { column in
        if let edge = edges?[column, row] { return PictureCell(edge) }
        return PictureCell(Self.character(for: stretch(values[row * size.width + column]), background))
      }
    }
  }

  private static func character(for value: Float, _ background: PictureStyle.Background) -> Character {
    let ink = background == .dark ? value : 1 - value
    return ramp[min(ramp.count - 1, Int(ink * Float(ramp.count)))]
  }
}
