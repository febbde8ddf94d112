/// Ends an operation from within, as an error of a caller would.
struct Stopped: Error {}

/// The mean of numbers; `nil` if there are none.
func mean(_ numbers: [Double]) -> Double? {
  numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
}

/// Whether two figures differ by rounding at most.
func isEqual(_ one: Double?, _ other: Double?) -> Bool {
  guard let one, let other else { return one == other }
  return abs(one - other) < 1e-9
}
