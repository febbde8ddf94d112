/// A position on the earth in degrees.
package struct MapPosition: Hashable, Sendable {
  /// North of the equator, -90 to 90.
  package var latitude: Double
  /// East of Greenwich, -180 to 180.
  package var longitude: Double

  /// Creates a position.
  package init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Returns a longitude as one from -180 up to 180, which is not included.
  package static func normalized(longitude: Double) -> Double {
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}
