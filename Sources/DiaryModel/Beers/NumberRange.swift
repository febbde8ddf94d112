/// The values that a column of numbers may have.
package struct NumberRange: Hashable, Sendable {
  /// What the diary can store.
  package let stored: ClosedRange<Double>
  /// What the form and imports accept; `stored` may be wider.
  package let entered: ClosedRange<Double>
  /// The unit in words, such as `percent`.
  package let unit: String

  /// - Parameters:
  ///   - stored: What the diary can store.
  ///   - entered: What the form and imports accept; `nil` for the same.
  ///   - unit: Plural, such as `stars`.
  package init(_ stored: ClosedRange<Double>, entered: ClosedRange<Double>? = nil, unit: String) {
    self.stored = stored
    self.entered = entered ?? stored
    self.unit = unit
  }
}
