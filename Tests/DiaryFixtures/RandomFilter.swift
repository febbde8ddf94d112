package import DiaryModel
package import TestSupport

/// Filters made up for tests.
package enum RandomFilter {
  package static let words = [
    "stout", "Märzen", "de molen", "citra", "a\"b", "o\\r1", "or", "-x", "12", "pale", "s", "cafe", "no:1",
    "IPA",
  ]
  private static let ids: [[ClosedRange<Int64>]] = [
    [7...7], [3...3, 7...7, 9...40], [100...Int64.max], [Int64.min...5, 200...Int64.max], [-5...(-5)],
  ]
  package static let customNames = ["hop", "vintage", "Hop variety", "Größe"]

  package static func make(using random: inout SeededGenerator) -> BeerFilter {
    let alternatives = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        BeerFilter.Term(condition(&random), isNegated: Bool.random(using: &random))
      }
    }
    return BeerFilter(alternatives, isInTrash: Int.random(in: 0..<6, using: &random) == 0)
  }

  private static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static func condition(_ random: inout SeededGenerator) -> BeerFilter.Condition {
    let comparison = pick(BeerFilter.Comparison.allCases, &random)
    let dates = ["2019", "2019-06", "2019-06-01", "2020-02"].compactMap { DiaryDate($0) }
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: return .words(pick(words, &random))
    case 2: return .text(pick(BeerFilter.TextField.all, &random), pick(words, &random))
    case 3:
      return .number(
        pick(BeerFilter.NumberField.all, &random), comparison, pick([0, 3, 4.5, 8, 27], &random))
    case 4: return .date(comparison, pick(dates, &random))
    case 5: return .month(Int.random(in: 1...12, using: &random))
    case 6: return .has(subject(&random))
    case 7: return .custom(pick(customNames, &random), words: pick(words, &random))
    case 8: return .exactly(pick(BeerFilter.TextField.all, &random), pick(words, &random))
    // What reads as a number is compared as one.
    case 9:
      return .customExactly(pick(customNames, &random), pick(words.filter { Double($0) == nil }, &random))
    case 10: return .ids(pick(ids, &random))
    case 11:
      return .position(RoundedPosition(latitude: 52.09, longitude: pick([5.12, -5.1], &random), decimals: 1))
    default: return .customNumber(pick(customNames, &random), comparison, pick([0, 2015, 4.5, -1], &random))
    }
  }

  private static func subject(_ random: inout SeededGenerator) -> BeerFilter.Subject {
    pick(
      [
        .photo, .date, .position, .text(pick(BeerFilter.TextField.all, &random)),
        .number(pick(BeerFilter.NumberField.all, &random)), .custom(pick(customNames, &random)),
      ], &random)
  }
}
