import DiaryModel
import GRDB

/// Finds the beers that match a condition on a custom field, by its index if there is one, or else beer by beer.
struct CustomFieldFilter {
  let db: Database
  /// SQL that selects the beers to consider.
  let condition: String
  /// Whether `condition` selects all beers of the diary, which is what indexes cover.
  let usesIndexes: Bool
  let isCancelled: () -> Bool

  /// Returns the beers whose value `holds` accepts.
  ///
  /// - Throws: `CancellationError`.
  func ids(_ name: String, where holds: (JSONValue) throws -> Bool) throws -> IDSet {
    if let ids = try index(name)?.ids(db, isCancelled: isCancelled, where: holds) { return ids }
    return try scan(name, holds)
  }

  /// Returns the beers for whose value a comparison with a number holds.
  ///
  /// - Throws: `CancellationError`.
  func ids(_ name: String, _ comparison: BeerFilter.Comparison, _ number: Double) throws -> IDSet {
    let holds = { (value: JSONValue) in value.compares(comparison, number) }
    if let ids = try index(name)?.ids(db, number: number, comparison, isCancelled: isCancelled, orText: holds)
    {
      return ids
    }
    return try scan(name, holds)
  }

  /// Returns the beers that have the field.
  ///
  /// - Throws: `CancellationError`.
  func ids(having name: String) throws -> IDSet {
    if let index = try index(name) { return try index.idsOfAll(db, isCancelled: isCancelled) }
    return try scan(name) { $0 != .null }
  }

  private func index(_ name: String) throws -> CustomFieldIndex? {
    usesIndexes ? try CustomFieldIndex.find(name, db) : nil
  }

  private func scan(_ name: String, _ holds: (JSONValue) throws -> Bool) throws -> IDSet {
    var ids = IDSet()
    var count = 0
    try CustomFieldScan(db, where: condition).forEach(
      named: { FilterKeyword.areSame(name, $0) },
      { id, value in
        count += 1
        if count & 0xFF == 0, isCancelled() { throw CancellationError() }
        if try holds(value) { ids.insert(id) }
      })
    return ids
  }
}

extension JSONValue {
  /// Returns whether a comparison of the value with a number holds.
  ///
  /// A text compares as the number that it is, or as the year of the date that it is.
  func compares(_ comparison: BeerFilter.Comparison, _ number: Double) -> Bool {
    if let value = self.number { return comparison.holds(value, number) }
    guard case .text(let text) = self else { return false }
    if let value = TypedNumber.value(of: text) { return comparison.holds(value, number) }
    guard let year = Int(exactly: number), let other = DiaryDate(String(year)) else { return false }
    return compares(comparison, other)
  }

  /// Returns whether the value is a date, and a comparison with a period holds.
  ///
  /// - Parameter other: A year, a month or a day. Every date in it is equal to it.
  func compares(_ comparison: BeerFilter.Comparison, _ other: DiaryDate) -> Bool {
    guard let text = DiaryDate(display)?.text else { return false }
    let isWithin = text.hasPrefix(other.text)
    return switch comparison {
    case .equal: isWithin
    case .less: text < other.text
    case .atMost: text < other.text || isWithin
    case .more: text > other.text && !isWithin
    case .atLeast: text >= other.text
    }
  }
}

extension BeerFilter.Comparison {
  /// Returns whether the comparison of two numbers holds.
  func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .equal: a == b
    case .less: a < b
    case .atMost: a <= b
    case .more: a > b
    case .atLeast: a >= b
    }
  }
}
