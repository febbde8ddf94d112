import DiaryFixtures
import DiaryModel
import DiaryStore

extension FreshDiary {
  /// Adds a beer for each of the custom fields.
  func addBeers(_ extras: Extras...) throws {
    for fields in extras { _ = try diary.add(NewBeer(fields: BeerFields(name: "Beer", extras: fields))) }
  }

  /// The ids of the beers that a list shows with a filter, sorted.
  func listedIDs(_ filter: String) throws -> [Int64] {
    try diary.listItems(BeerQuery(filter: BeerFilter(filter)), in: 0..<5000).map(\.id).sorted()
  }
}

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
