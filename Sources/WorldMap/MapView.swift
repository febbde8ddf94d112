import Foundation

/// The part of the world that a map shows: its center and its scale.
///
/// Degrees of latitude have the same height everywhere, and those of longitude the width that they have at the center, so
/// a map of a region has its true shape. A map that reaches around the world shows every place once: its left and right
/// ends are the meridian opposite to the center.
package struct MapView: Hashable, Sendable {
  /// A character of a terminal is about half as wide as it is high.
  private static let characterRatio = 0.5

  /// The maximum zoom: about 100 meters in each row.
  private static let minDegreesPerRow = 0.001
  /// The minimum height in degrees of a map that is fitted to positions, so that coasts and borders are visible.
  private static let minFittedDegrees = 3.0
  /// The empty margin on each side of a fitted map, as a fraction of its size.
  private static let margin = 0.15

  /// The position in the middle.
  package private(set) var center: MapPosition
  /// The degrees of latitude for each row of characters.
  package private(set) var degreesPerRow: Double

  /// Creates a view; the scale is clamped to 0.001 to 180 degrees in each row.
  package init(center: MapPosition, degreesPerRow: Double) {
    self.center = center
    self.degreesPerRow = degreesPerRow
    normalize()
  }

  /// Creates a view that has all positions and a margin, also if they are on both sides of the 180th meridian.
  ///
  /// If the positions are around more than half of the world, or if there are none, it is a view of the whole world from
  /// -180 to 180 degrees: any other one would cut it elsewhere, such as in the Atlantic.
  package init(fitting positions: [MapPosition], columns: Int, rows: Int) {
    let columns = Double(max(1, columns))
    let rows = Double(max(1, rows))
    let (west, width) = Self.smallestSpan(positions.map { MapPosition.normalized(longitude: $0.longitude) })
    guard let first = positions.first, width <= 180 else {
      self.init(
        center: MapPosition(latitude: 0, longitude: 0),
        degreesPerRow: max(180 / rows, 360 / Self.characterRatio / columns))
      return
    }
    var south = first.latitude
    var north = first.latitude
    for position in positions {
      south = min(south, position.latitude)
      north = max(north, position.latitude)
    }
    let center = MapPosition(latitude: (south + north) / 2, longitude: west + width / 2)
    let room = 1 - 2 * Self.margin
    let height = max(north - south, Self.minFittedDegrees)
    let scaledWidth = width * Self.longitudeScale(at: center.latitude)
    self.init(
      center: center,
      degreesPerRow: max(height / (rows * room), scaledWidth / room / Self.characterRatio / columns))
    // Few rows can make the map so small that it has the whole world.
    if degreesPerColumn * columns >= 360 { self.center.longitude = 0 }
  }

  /// Returns the western end and the width, in degrees, of the smallest span with all longitudes: the circle without the
  /// largest gap between neighbors.
  private static func smallestSpan(_ longitudes: [Double]) -> (west: Double, width: Double) {
    let sorted = longitudes.sorted()
    guard let first = sorted.first, let last = sorted.last else { return (0, 0) }
    var west = first
    var gap = first + 360 - last
    for (longitude, next) in zip(sorted, sorted.dropFirst()) where next - longitude > gap {
      west = next
      gap = next - longitude
    }
    return (west, 360 - gap)
  }

  /// Returns the length of a degree of longitude at a latitude, in degrees of latitude.
  private static func longitudeScale(at latitude: Double) -> Double {
    // At the poles, the scale would be 0.
    cos(min(85, abs(latitude)) * .pi / 180)
  }

  /// The degrees of longitude for each column of characters.
  package var degreesPerColumn: Double {
    degreesPerRow * Self.characterRatio / Self.longitudeScale(at: center.latitude)
  }

  private mutating func normalize() {
    center.latitude = max(-90, min(center.latitude, 90))
    center.longitude = MapPosition.normalized(longitude: center.longitude)
    degreesPerRow = max(Self.minDegreesPerRow, min(degreesPerRow, 180))
  }

  /// Zooms in, or out if the factor is less than 1.
  ///
  /// - Parameter position: The position that is in the middle afterwards; `nil` for the same as before.
  package mutating func zoom(by factor: Double, to position: MapPosition? = nil) {
    if let position { center = position }
    degreesPerRow /= factor
    normalize()
  }

  /// Moves the view by some characters.
  package mutating func pan(columns: Int, rows: Int) {
    center.latitude -= Double(rows) * degreesPerRow
    center.longitude += Double(columns) * degreesPerColumn
    normalize()
  }

  /// Returns the column and the row of a position, in characters from the middle: to the right and down.
  package func offset(of position: MapPosition) -> (column: Double, row: Double) {
    let longitude = MapPosition.normalized(longitude: position.longitude - center.longitude)
    return (longitude / degreesPerColumn, (center.latitude - position.latitude) / degreesPerRow)
  }

  /// Returns whether a map of some characters shows a position.
  package func shows(_ position: MapPosition, columns: Int, rows: Int) -> Bool {
    cell(of: position, columns: columns, rows: rows) != nil
  }

  /// Returns the column and the row of the character at a position; `nil` if it is outside of the map.
  package func cell(of position: MapPosition, columns: Int, rows: Int) -> (column: Int, row: Int)? {
    let offset = offset(of: position)
    let column = offset.column + Double(columns) / 2
    let row = offset.row + Double(rows) / 2
    // A map of the whole world also has its edges: rounding must not lose a position on the 180th meridian, and the South
    // Pole is at the end of the last row.
    let edge = 1e-9
    guard column >= -edge, row >= -edge, column < Double(columns), row <= Double(rows) + edge else {
      return nil
    }
    return (max(0, Int(column)), max(0, min(Int(row), rows - 1)))
  }
}
