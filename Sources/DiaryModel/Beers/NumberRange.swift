/// The values that a number may have.
package struct NumberRange: Hashable, Sendable {
  /// What the diary can store.
  package let stored: ClosedRange<Double>
  /// What the form and imports accept; `stored` may be wider.
  package let entered: ClosedRange<Double>
  /// In words, such as `percent`.
  package let unit: String

  package init(_ stored: ClosedRange<Double>, entered: ClosedRange<Double>? = nil, unit: String) {
    self.stored = stored
    self.entered = entered ?? stored
    self.unit = unit
  }
}
