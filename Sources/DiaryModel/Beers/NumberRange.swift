/// The values that a column of numbers may have.
package struct NumberRange: Hashable, Sendable {
  /// What the diary can store.
  package let stored: ClosedRange<Double>
  /// What the form and imports accept; `stored` may be wider.
  package let entered: ClosedRange<Double>
  /// The unit in words, such as `percent`.
  package let unit: String

  /// Creates a range; users may be limited to a narrower one.
  ///
  /// - Parameters:
  ///   - stored: What the diary can store.
  ///   - entered: What the form and imports accept; `nil` for the same.
  ///   - unit: Plural, such as `stars`.
  package init(_ stored: ClosedRange<Double>, entered: ClosedRange<Double>? = nil, unit: String) {
    self.stored = stored
    self.entered = entered ?? stored
    self.unit = unit
  }

  /// Stars; the upper bound is the scale to which imported ratings are converted.
  package static let rating = NumberRange(0...5, unit: "stars")
  /// Degrees north of the equator, negative in the south.
  package static let latitude = NumberRange(-90...90, unit: "degrees")
  /// Degrees east of Greenwich, negative in the west.
  package static let longitude = NumberRange(-180...180, unit: "degrees")

  /// Whether values are shown with a percent sign.
  package var isPercentage: Bool { unit == Self.percent }

  /// The unit of a percentage.
  package static let percent = "percent"

  /// The bounds of `entered` as text, such as `0 to 5`; it must be finite.
  package var enteredBounds: String { "\(Int(entered.lowerBound)) to \(Int(entered.upperBound))" }
}

extension ClosedRange<Double> {
  /// Returns the value of the range that is closest to a number.
  package func clamp(_ number: Double) -> Double { Swift.min(upperBound, Swift.max(lowerBound, number)) }
}
