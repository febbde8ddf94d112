/// Characters for the strong edges of a picture: `/ \ | - _`, at most one in each cell.
///
/// Each cell is divided into two by four squares. Their brightness gradients (Sobel) are summed as a structure tensor,
/// which gives the strength and the direction of the change in the cell, and whether there is one main direction.
struct EdgeMap {
  private static let across = 2
  private static let down = 4
  /// About a third of the range from black to white.
  private static let minStrength: Float = 0.14
  /// 0 for changes in all directions, 1 for changes in one direction.
  private static let minCoherence: Float = 0.6

  private let size: PixelSize
  private let edges: [CellEdge]

  init(_ pixels: PixelGrid, cells size: PixelSize, _ stretch: ContrastStretch) {
    self.size = size
    let fine = PixelSize(width: Self.across * size.width, height: Self.down * size.height)
    let field = BrightnessField(size: fine, values: pixels.resized(to: fine).lightness.map { stretch($0) })
    edges = (0..<size.height).flatMap { row in
      (0..<size.width).map { column in
        var edge = CellEdge()
        for y in 0..<Self.down {
          for x in 0..<Self.across {
            edge.add(field.gradient(column * Self.across + x, row * Self.down + y), x: x, y: y)
          }
        }
        return edge
      }
    }
  }

  /// Returns the character for a cell; `nil` without a strong edge, or if the edge is stronger in the neighboring cell.
  subscript(column: Int, row: Int) -> Character? {
    let edge = edges[row * size.width + column]
    guard edge.strength >= Self.minStrength, edge.coherence >= Self.minCoherence else { return nil }
    let center =
      edge.isSteep ? edge.center.x - Float(Self.across - 1) / 2 : edge.center.y - Float(Self.down - 1) / 2
    // If both are equally strong, the first one is drawn.
    let step = center > 0 ? 1 : -1
    let neighbor = edge.isSteep ? strength(column + step, row) : strength(column, row + step)
    return neighbor < edge.strength || step == 1 && neighbor == edge.strength ? edge.character : nil
  }

  private func strength(_ column: Int, _ row: Int) -> Float {
    guard (0..<size.width).contains(column), (0..<size.height).contains(row) else { return 0 }
    return edges[row * size.width + column].strength
  }
}

/// The sum of the gradients in one cell.
private struct CellEdge {
  private var xx: Float = 0
  private var yy: Float = 0
  private var xy: Float = 0
  /// The sum of positions in the cell, weighted by the strength of the change.
  private var weightedPosition: (x: Float, y: Float) = (0, 0)
  private var count: Float = 0

  mutating func add(_ gradient: (x: Float, y: Float), x: Int, y: Int) {
    let power = gradient.x * gradient.x + gradient.y * gradient.y
    xx += gradient.x * gradient.x
    yy += gradient.y * gradient.y
    xy += gradient.x * gradient.y
    weightedPosition.x += power * Float(x)
    weightedPosition.y += power * Float(y)
    count += 1
  }

  var strength: Float { ((xx + yy) / max(1, count)).squareRoot() }

  /// The center of the change in squares from the top left.
  var center: (x: Float, y: Float) {
    let sum = max(xx + yy, .leastNonzeroMagnitude)
    return (weightedPosition.x / sum, weightedPosition.y / sum)
  }

  var coherence: Float {
    let sum = xx + yy
    let difference = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    return sum > 0 ? difference / sum : 0
  }

  /// Whether brightness changes more from left to right than from top to bottom.
  var isSteep: Bool { xx >= yy }

  var character: Character {
    // Compares twice the angle of the gradient: 0 for a vertical edge, 180 degrees for a horizontal one.
    if abs(xx - yy) < 2 * abs(xy) { return xy > 0 ? "/" : "\\" }
    if isSteep { return "|" }
    return center.y > 2 ? "_" : "-"
  }
}

/// Brightness from 0 to 1; positions outside have the value at the border.
private struct BrightnessField {
  let size: PixelSize
  let values: [Float]

  /// Returns the change to the right and down (Sobel operator).
  func gradient(_ x: Int, _ y: Int) -> (x: Float, y: Float) {
    let a = self[x - 1, y - 1]
    let b = self[x, y - 1]
    let c = self[x + 1, y - 1]
    let d = self[x - 1, y]
    let e = self[x + 1, y]
    let f = self[x - 1, y + 1]
    let g = self[x, y + 1]
    let h = self[x + 1, y + 1]
    return ((c + 2 * e + h - a - 2 * d - f) / 8, (f + 2 * g + h - a - 2 * b - c) / 8)
  }

  private subscript(x: Int, y: Int) -> Float {
    values[min(size.height - 1, max(0, y)) * size.width + min(size.width - 1, max(0, x))]
  }
}
