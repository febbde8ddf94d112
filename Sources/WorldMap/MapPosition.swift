/// A position on the earth in degrees.
package struct MapPosition: Hashable, Sendable {
  /// North of the equator, -90 to 90.
  package var latitude: Double
  /// East of Greenwich, -180 to 180.
  package var longitude: Double

  /// Creates a position.
  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the same longitude as a value in `-180..<180`.
  package static func normalized(longitude: Double) -> Double {
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}
