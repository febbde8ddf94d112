/// The position of a picture in the cells, and the part of it that is drawn.
struct PictureLayout {
  /// The size of all cells.
  let columns: Int
  let rows: Int
  /// The drawn part of the picture.
  let pixels: PixelGrid
  /// The size of the picture in columns and half rows.
  let columnCount: Int
  let halfRowCount: Int

  init(of picture: PixelGrid, columns: Int, rows: Int, _ style: PictureStyle) {
    self.columns = columns
    self.rows = rows
    // A cell consists of two squares, one above the other.
    let squares = PixelSize(width: columns, height: 2 * rows)
    pixels = style.fitting == .fill ? Self.middle(of: picture, shapedLike: squares) : picture
    guard style.fitting == .fit else {
      columnCount = squares.width
      halfRowCount = squares.height
      return
    }
    let covered = Self.largest(of: pixels.size, within: squares)
    columnCount = covered.width
    switch style.marks {
    case .blocks, .halves: halfRowCount = covered.height
    case .ascii: halfRowCount = min(2 * rows, max(2, (covered.height + 1) / 2 * 2))
    }
  }

  var rowCount: Int { (halfRowCount + 1) / 2 }

  /// Empty columns before the picture, and half rows above it.
  var left: Int { (columns - columnCount) / 2 }
  var topHalfRows: Int { (2 * rows - halfRowCount) / 2 }

  /// Returns the picture's cells with empty cells around them.
  func framed(_ cells: [[PictureCell]]) -> [[PictureCell]] {
    let empty = Array(repeating: PictureCell.empty, count: columns)
    let right = Array(repeating: PictureCell.empty, count: columns - left - columnCount)
    let top = (rows - cells.count) / 2
    return Array(repeating: empty, count: top) + cells.map { empty.prefix(left) + $0 + right }
      + Array(repeating: empty, count: rows - top - cells.count)
  }

  static func largest(of size: PixelSize, within limit: PixelSize) -> PixelSize {
    let scale = min(
      Double(limit.width) / Double(size.width), Double(limit.height) / Double(size.height))
    return PixelSize(
      width: min(limit.width, max(1, Int((Double(size.width) * scale).rounded()))),
      height: min(limit.height, max(1, Int((Double(size.height) * scale).rounded()))))
  }

  static func middle(of picture: PixelGrid, shapedLike shape: PixelSize) -> PixelGrid {
    let part = largest(of: shape, within: picture.size)
    return picture.cropped(
      x: (picture.size.width - part.width) / 2, y: (picture.size.height - part.height) / 2, to: part)
  }
}
