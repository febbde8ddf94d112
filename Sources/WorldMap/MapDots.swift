/// The coastlines and borders of a map as dots, several in each character.
package struct MapDots: Sendable {
  /// The number of columns of characters.
  package let columns: Int
  /// The number of rows of characters.
  package let rows: Int
  private let dotColumns: Int
  private let dotRows: Int
  /// The columns of dots in each character.
  private let dotsAcross: Int
  /// The rows of dots in each character.
  private let dotsDown: Int
  private var isSet: [Bool]

  /// Draws the lines that a view shows.
  ///
  /// - Parameters:
  ///   - dotsAcross: The columns of dots in each character: 2 for Braille, or 1.
  ///   - dotsDown: The rows of dots in each character: 4 for Braille, or 1.
  package init(
    _ world: WorldLines, _ view: MapView, columns: Int, rows: Int, dotsAcross: Int = 2, dotsDown: Int = 4
  ) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    self.dotsAcross = dotsAcross
    self.dotsDown = dotsDown
    dotColumns = self.columns * dotsAcross
    dotRows = self.rows * dotsDown
    isSet = [Bool](repeating: false, count: dotColumns * dotRows)
    guard !isSet.isEmpty else { return }
    let height = Double(rows) / 2 * view.degreesPerRow
    let visible = view.center.latitude - height...view.center.latitude + height
    for line in world.lines where line.latitudes.overlaps(visible) { draw(line, view) }
  }

  /// Draws a line: coasts solid, borders dotted.
  private mutating func draw(_ line: WorldLines.Line, _ view: MapView) {
    let step = line.kind == .border ? 2 : 1
    var previous: (x: Double, y: Double)?
    // A segment longer than half a turn would run from one edge of the map to the other.
    let halfTurn = 180 / view.degreesPerColumn * Double(dotsAcross)
    for point in line.points {
      let offset = view.offset(of: point)
      let x = (offset.column + Double(columns) / 2) * Double(dotsAcross)
      let y = (offset.row + Double(rows) / 2) * Double(dotsDown)
      if let previous, abs(x - previous.x) < halfTurn { draw(from: previous, to: (x, y), step: step) }
      previous = (x, y)
    }
  }

  private mutating func draw(from start: (x: Double, y: Double), to end: (x: Double, y: Double), step: Int) {
    guard max(start.x, end.x) >= 0, max(start.y, end.y) >= 0, min(start.x, end.x) < Double(dotColumns),
      min(start.y, end.y) < Double(dotRows), let (first, last) = clipped(start, end)
    else { return }
    let dx = last.x - first.x
    let dy = last.y - first.y
    let steps = Int(max(abs(dx), abs(dy)).rounded(.up))
    for index in 0...max(0, steps) {
      let fraction = steps == 0 ? 0 : Double(index) / Double(steps)
      let column = Int(first.x + fraction * dx)
      let row = Int(first.y + fraction * dy)
      guard 0..<dotColumns ~= column, 0..<dotRows ~= row, (column + row).isMultiple(of: step) else {
        continue
      }
      isSet[row * dotColumns + column] = true
    }
  }

  /// Returns the part of a segment within the map, by Liang–Barsky clipping; `nil` if it is outside.
  ///
  /// On a map that is zoomed in far, a segment has millions of dots, of which few are visible.
  private func clipped(
    _ start: (x: Double, y: Double), _ end: (x: Double, y: Double)
  ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
    let dx = end.x - start.x
    let dy = end.y - start.y
    var from = 0.0
    var until = 1.0
    let bounds = [
      (-dx, start.x), (dx, Double(dotColumns) - start.x), (-dy, start.y), (dy, Double(dotRows) - start.y),
    ]
    for (direction, distance) in bounds {
      if direction == 0 {
        if distance < 0 { return nil }
      } else if direction < 0 {
        from = max(from, distance / direction)
      } else {
        until = min(until, distance / direction)
      }
    }
    guard from <= until else { return nil }
    return ((start.x + from * dx, start.y + from * dy), (start.x + until * dx, start.y + until * dy))
  }

  /// Returns the dots of a character as bits, row by row from the top left one, which is the lowest bit.
  package func bits(column: Int, row: Int) -> UInt8 {
    var bits: UInt8 = 0
    for y in 0..<dotsDown {
      for x in 0..<dotsAcross where isSet[(row * dotsDown + y) * dotColumns + column * dotsAcross + x] {
        bits |= 1 << UInt8(y * dotsAcross + x)
      }
    }
    return bits
  }
}
