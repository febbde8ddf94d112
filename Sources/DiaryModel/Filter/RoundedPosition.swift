/// A latitude and a longitude, each rounded to a number of decimals; stands for all positions that are rounded to it.
package struct RoundedPosition: Hashable, Sendable {
  /// From -90 to 90.
  package let latitude: RoundedDegrees
  /// From -180 to 180.
  package let longitude: RoundedDegrees

  /// Rounds a position.
  ///
  /// - Parameter decimals: The number of decimals of both, 0 to 6: 2 are about a kilometer, and 4 about ten meters.
  package init(latitude: Double, longitude: Double, decimals: Int) {
    self.latitude = RoundedDegrees(latitude, decimals: decimals)
    self.longitude = RoundedDegrees(longitude, decimals: decimals)
  }

  /// Reads a position such as `52.09,5.12`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = RoundedDegrees(parts[0], in: .latitude),
      let longitude = RoundedDegrees(parts[1], in: .longitude)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The position as ``init(_:)`` reads it.
  package var text: String { latitude.text + "," + longitude.text }
}

/// Degrees that are rounded to a number of decimals.
package struct RoundedDegrees: Hashable, Sendable {
  private static let maxDecimals = 6

  /// The degrees in units of the last decimal.
  private let units: Int
  private let decimals: Int

  private var scale: Double { Double(Self.scale(decimals)) }

  private static func scale(_ decimals: Int) -> Int { (0..<decimals).reduce(1) { scale, _ in scale * 10 } }

  /// Rounds degrees so that they are within ``range``.
  init(_ degrees: Double, decimals: Int) {
    self.decimals = max(0, min(decimals, Self.maxDecimals))
    let scale = Double(Self.scale(self.decimals))
    let guess = Int((max(-1000, min(degrees, 1000)) * scale).rounded())
    // The product may be rounded to the other side of a limit.
    let lower = (Double(guess) - 0.5) / scale
    let upper = (Double(guess) + 0.5) / scale
    units = degrees < lower ? guess - 1 : degrees >= upper ? guess + 1 : guess
  }

  /// Reads degrees such as `-33.86`, with up to six decimals.
  fileprivate init?(_ text: Substring, in range: NumberRange) {
    let digits = text.first == "-" ? text.dropFirst() : text
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, 1...3 ~= parts[0].count,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard decimals <= Self.maxDecimals, let units = Int(parts.joined()),
      units <= Int(range.entered.upperBound) * Self.scale(decimals)
    else { return nil }
    self.decimals = decimals
    self.units = text.first == "-" ? -units : units
  }

  /// The degrees with all decimals, such as `5.10`.
  package var text: String {
    let digits = String(abs(units))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = units < 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (decimals > 0 ? "." + padded.suffix(decimals) : "")
  }

  /// The degrees that are rounded to these.
  package var range: Range<Double> { (Double(units) - 0.5) / scale..<(Double(units) + 0.5) / scale }
}
