import DiaryModel

/// The ranges of the numbers in a file, looked up once.
struct NumberRanges {
  let abv: ClosedRange<Double>
  let ibu: ClosedRange<Double>
  private let isOwn: Bool

  /// Looks up the ranges that apply to a file.
  ///
  /// - Parameter isOwn: Whether all numbers that the diary can store are accepted, and not only those that users may
  ///   enter.
  init(isOwn: Bool = false) {
    self.isOwn = isOwn
    abv = Self.range(BeerField.abv.column?.range, isOwn)
    ibu = Self.range(BeerField.ibu.column?.range, isOwn)
  }

  subscript(range: NumberRange) -> ClosedRange<Double> { Self.range(range, isOwn) }

  private static func range(_ range: NumberRange?, _ isOwn: Bool) -> ClosedRange<Double> {
    (isOwn ? range?.stored : range?.entered) ?? -.infinity ... .infinity
  }
}
