/// Draws a picture with block elements: halves, quarters and eighths of a cell in two colors.
///
/// Each cell is divided into squares. Of all elements, it has the one with the smallest squared error in sRGB, where
/// each of the two colors is the mean, in linear light, of the squares that it covers.
struct BlockDrawing {
  /// The number of squares in a cell, enough to distinguish all elements.
  static let squares = PixelSize(width: 4, height: 8)

  let cells: [[PictureCell]]

  init(_ layout: PictureLayout, _ palette: PictureStyle.Palette) {
    let grid = SquareGrid(layout)
    cells = (0..<layout.rows).map { row in
      (0..<layout.columns).map { column in
        let x = column - layout.left
        let halfRow = 2 * row - layout.topHalfRows
        guard 0..<layout.columnCount ~= x else { return .empty }
        let halfRows = 0..<layout.halfRowCount
        switch (halfRows ~= halfRow, halfRows ~= halfRow + 1) {
        case (true, true): return Self.cell(grid.squares(x, halfRow, count: 2), palette)
        case (true, false):
          return PictureCell("▀", foreground: grid.squares(x, halfRow, count: 1).sum.mean(palette))
        case (false, true):
          return PictureCell("▄", foreground: grid.squares(x, halfRow + 1, count: 1).sum.mean(palette))
        case (false, false): return .empty
        }
      }
    }
  }

  private static func cell(_ squares: [SquareSum], _ palette: PictureStyle.Palette) -> PictureCell {
    let all = squares.sum
    let plain = all.mean(palette)
    var best = PictureCell(" ", background: plain)
    var leastError = all.error(of: plain)
    for element in BlockElement.all {
      let covered = element.squares.reduce(into: SquareSum()) { $0.add(squares[$1]) }
      let rest = all.without(covered)
      let foreground = covered.mean(palette)
      let background = rest.mean(palette)
      let error = covered.error(of: foreground) + rest.error(of: background)
      guard error < leastError else { continue }
      leastError = error
      best = PictureCell(element.character, foreground: foreground, background: background)
    }
    return best
  }
}

/// A character that covers some of the squares of its cell.
private struct BlockElement {
  let character: Character
  /// The indices of the squares, which are counted row by row.
  let squares: [Int]

  /// - Parameter covers: Whether the square at a column and a row of the cell is covered.
  init(_ character: Character, _ covers: (_ x: Int, _ y: Int) -> Bool) {
    self.character = character
    let size = BlockDrawing.squares
    squares = (0..<size.width * size.height).filter { covers($0 % size.width, $0 / size.width) }
  }

  /// One of each two elements that differ only in which color is in front.
  static let all: [BlockElement] = [
    BlockElement("▀") { _, y in y < 4 },
    BlockElement("▌") { x, _ in x < 2 },
    BlockElement("▚") { x, y in (x < 2) == (y < 4) },
    BlockElement("▘") { x, y in x < 2 && y < 4 },
    BlockElement("▝") { x, y in x >= 2 && y < 4 },
    BlockElement("▖") { x, y in x < 2 && y >= 4 },
    BlockElement("▗") { x, y in x >= 2 && y >= 4 },
    BlockElement("▁") { _, y in y >= 7 },
    BlockElement("▂") { _, y in y >= 6 },
    BlockElement("▃") { _, y in y >= 5 },
    BlockElement("▅") { _, y in y >= 3 },
    BlockElement("▆") { _, y in y >= 2 },
    BlockElement("▇") { _, y in y >= 1 },
    BlockElement("▎") { x, _ in x < 1 },
    BlockElement("▊") { x, _ in x < 3 },
  ]
}

/// A picture in squares.
private struct SquareGrid {
  private static let across = BlockDrawing.squares.width
  private static let downInHalfRow = BlockDrawing.squares.height / 2

  private let width: Int
  private let squares: [SquareSum]

  init(_ layout: PictureLayout) {
    width = Self.across * layout.columnCount
    let light = layout.pixels.resized(
      to: PixelSize(width: width, height: Self.downInHalfRow * layout.halfRowCount))
    squares = stride(from: 0, to: light.values.count, by: 3).map {
      SquareSum(SIMD3(light.values[$0], light.values[$0 + 1], light.values[$0 + 2]))
    }
  }

  /// Returns the squares of a column and some half rows.
  func squares(_ column: Int, _ halfRow: Int, count: Int) -> [SquareSum] {
    let first = Self.downInHalfRow * halfRow * width + Self.across * column
    return (0..<Self.downInHalfRow * count).flatMap {
      squares[first + $0 * width..<first + $0 * width + Self.across]
    }
  }
}

/// Squares that have the same color when they are drawn.
private struct SquareSum {
  private var light = SIMD3<Float>()
  private var color = SIMD3<Int32>()
  private var count: Int32 = 0

  init() {}

  /// Creates one square.
  init(_ light: SIMD3<Float>) {
    self.light = light
    color = Self.value(of: light)
    count = 1
  }

  mutating func add(_ other: SquareSum) {
    light += other.light
    color &+= other.color
    count += other.count
  }

  func without(_ part: SquareSum) -> SquareSum {
    var rest = self
    rest.light -= part.light
    rest.color &-= part.color
    rest.count -= part.count
    return rest
  }

  /// Returns the color of the palette that is nearest to the mean.
  func mean(_ palette: PictureStyle.Palette) -> RGBColor {
    let mean = Self.value(of: light / Float(count))
    return palette.nearest(
      to: RGBColor(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z)))
  }

  /// Returns the sum of the squared differences from a color, without the part that all colors have in common.
  func error(of drawn: RGBColor) -> Int32 {
    let drawn = SIMD3(Int32(drawn.red), Int32(drawn.green), Int32(drawn.blue))
    return (drawn &* (drawn &* count &- color &* 2)).wrappedSum()
  }

  private static func value(of light: SIMD3<Float>) -> SIMD3<Int32> {
    SIMD3(
      Int32(LinearLight.value(of: light.x)), Int32(LinearLight.value(of: light.y)),
      Int32(LinearLight.value(of: light.z)))
  }
}

extension [SquareSum] {
  fileprivate var sum: SquareSum { reduce(into: SquareSum()) { $0.add($1) } }
}

extension PictureStyle.Palette {
  /// Returns the color of the palette that is nearest to another one.
  func nearest(to color: RGBColor) -> RGBColor {
    switch self {
    case .trueColor: color
    case .xterm256: RGBColor(xterm256: color.xterm256)
    }
  }
}
