import DiaryModel

/// The ranges of the numbers in a file, looked up once.
struct NumberRanges {
  let abv: ClosedRange<Double>
  let ibu: ClosedRange<Double>
  private let isBeerDiaryExport: Bool

  /// Looks up the ranges that apply to a file.
  ///
  /// - Parameter isBeerDiaryExport: Whether all numbers that the diary can store are accepted, as in a Beer Diary export,
  ///   and not only those that users may enter.
  init(isBeerDiaryExport: Bool = false) {
    self.isBeerDiaryExport = isBeerDiaryExport
    abv = Self.range(BeerField.abv.column?.range, isBeerDiaryExport)
    ibu = Self.range(BeerField.ibu.column?.range, isBeerDiaryExport)
  }

  subscript(range: NumberRange) -> ClosedRange<Double> { Self.range(range, isBeerDiaryExport) }

  private static func range(_ range: NumberRange?, _ isBeerDiaryExport: Bool) -> ClosedRange<Double> {
    (isBeerDiaryExport ? range?.stored : range?.entered) ?? -.infinity ... .infinity
  }
}
