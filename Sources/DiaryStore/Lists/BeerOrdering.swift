import DiaryModel
import GRDB
import SQLiteKit

/// Iterates over the beers in the order of a query, by an index if the order has one.
struct BeerOrdering: Hashable, Sendable {
  private let order: BeerQuery.Order
  private let isReversed: Bool
  private let isInTrash: Bool
  /// Whether beers are sorted by the mean rating of their labels instead of their own rating.
  private let usesMeanRating: Bool

  init(_ query: BeerQuery) {
    order = query.order
    usesMeanRating = query.usesMeanRating
    isReversed = query.isReversed
    isInTrash = query.filter.isInTrash
  }

  /// Calls `body` with one id after the other until it returns `false`.
  ///
  /// - Parameter among: The only ids to consider; `nil` for all. Must be `nil` unless ``comparesBeers``.
  func forEachID(
    _ db: Database, limit: Int = .max, among: [Int64]? = nil, _ body: (Int64) throws -> Bool
  ) throws {
    var remaining = limit
    var continues = limit > 0
    func visit(_ id: Int64) throws -> Bool {
      remaining -= 1
      continues = try body(id) && remaining > 0
      return continues
    }
    if order == .date, continues {
      try LocalTimeOrder.forEachID(db, sql: valued(among), isDescending: direction == "DESC", visit)
    }
    // Beers without a value come last in both directions, which a single ORDER BY cannot read from the index.
    for sql in try statements(db, among: among) where continues {
      try RowIDCursor(db, sql: "\(sql) LIMIT ?", arguments: [remaining]).forEach(visit)
    }
  }

  /// Returns the ids in order, at most `limit`.
  ///
  /// - Throws: `CancellationError`.
  func ids(
    _ db: Database, limit: Int = .max, among: [Int64]? = nil, isCancelled: () -> Bool = { false }
  ) throws -> IDList {
    var ids = IDList()
    try forEachID(db, limit: limit, among: among) { id in
      ids.append(id)
      if ids.count & 0xFFF == 0, isCancelled() { throw CancellationError() }
      return true
    }
    return ids
  }

  /// Whether `comparison` can compare two beers; orders without an index are only computed as a whole.
  var comparesBeers: Bool {
    switch order {
    case .custom, .property, .times: false
    case .rating: !usesMeanRating
    case .date, .name, .brewery, .style, .abv: true
    }
  }

  /// Returns a function that returns whether one beer precedes another; only if ``comparesBeers``.
  func comparison(_ db: Database) throws -> (Int64, Int64) throws -> Bool {
    if order == .date { return try comparisonOfDates(db) }
    let isBefore = direction == "ASC" ? "<" : ">"
    let statement = try db.makeStatement(
      sql: """
        SELECT CASE
          WHEN a.\(column) IS NULL OR b.\(column) IS NULL
            THEN (a.\(column) IS NULL, b.id) < (b.\(column) IS NULL, a.id)
          WHEN a.\(column) = b.\(column) \(collation) THEN a.id > b.id
          ELSE a.\(column) \(isBefore) b.\(column) \(collation)
        END FROM beer AS a, beer AS b WHERE a.id = ? AND b.id = ?
        """)
    return { one, other in try Bool.fetchOne(statement, arguments: [one, other]) ?? false }
  }

  private func comparisonOfDates(_ db: Database) throws -> (Int64, Int64) throws -> Bool {
    let keys = try LocalTimeKeys(db)
    let statement = try db.makeStatement(sql: "SELECT drunk_at FROM beer WHERE id = ?")
    func key(_ id: Int64) throws -> LocalTimeKey? {
      guard var text = try String.fetchOne(statement, arguments: [id]) else { return nil }
      return try text.withUTF8 { try keys.key($0) }
    }
    return { [isDescending = direction == "DESC"] one, other in
      switch (try key(one), try key(other)) {
      case (let a?, let b?): LocalTimeKey.precedes((a, one), (b, other), isDescending: isDescending)
      case (nil, nil): one > other
      case (let a, _): a != nil
      }
    }
  }

  /// Returns a list with one beer of each label in the opposite order; labels without a value stay last.
  ///
  /// Reading the beers in the opposite order would find the last beer of each label first.
  func reversed(_ ids: IDList, _ db: Database) throws -> IDList {
    let count = try ids.partitioningIndex(from: 0, sortValueCheck(db))
    var opposite = IDList(ids[..<count].reversed())
    opposite.append(contentsOf: ids[count...])
    return opposite
  }

  /// Returns a function that returns whether a beer, or its label, has a value by which it is sorted.
  private func sortValueCheck(_ db: Database) throws -> (Int64) throws -> Bool {
    let hasValue: String
    switch order {
    case .times: return { _ in true }
    case .custom(let name):
      let order = try CustomFieldOrder(db, name, isReversed: isReversed, isInTrash: isInTrash)
      hasValue = "\(order.value) IS NOT NULL"
    case .property(let name): hasValue = "\(Self.sql(ofProperty: name)) IS NOT NULL"
    case .rating where usesMeanRating:
      hasValue = """
        iif(label_id IS NULL, rating IS NOT NULL, EXISTS (SELECT 1 FROM beer AS other
          WHERE other.label_id = beer.label_id AND +other.deleted_at IS NULL AND other.rating IS NOT NULL))
        """
    case .date, .name, .brewery, .style, .rating, .abv: hasValue = "\(column) IS NOT NULL"
    }
    let statement = try db.makeStatement(sql: "SELECT \(hasValue) FROM beer WHERE id = ?")
    return { try Bool.fetchOne(statement, arguments: [$0]) ?? false }
  }

  /// SQL for the beers with a value, except in the order of dates, and SQL for those without.
  private func statements(_ db: Database, among ids: [Int64]?) throws -> [String] {
    switch order {
    case .custom(let name):
      try CustomFieldOrder(db, name, isReversed: isReversed, isInTrash: isInTrash).statements
    case .property(let name):
      ["SELECT id FROM beer WHERE +\(trashCondition(nil)) ORDER BY \(terms(ofProperty: name)), id DESC"]
    case .date: [unvalued(ids)]
    case .times:
      [
        """
        SELECT id FROM beer
          LEFT JOIN (SELECT label_id AS counted, count(*) AS times FROM beer
            WHERE label_id > 0 AND +deleted_at IS NULL GROUP BY label_id) ON counted = label_id
        WHERE +\(trashCondition(nil))
        ORDER BY coalesce(times, label_id IS NULL) \(direction), label_id DESC, id DESC
        """
      ]
    case .rating where usesMeanRating:
      [
        """
        SELECT id FROM beer
          LEFT JOIN (SELECT label_id AS averaged, avg(rating) AS mean FROM beer NOT INDEXED
            WHERE label_id > 0 AND deleted_at IS NULL GROUP BY label_id) ON averaged = label_id
        WHERE +\(trashCondition(nil))
        ORDER BY iif(label_id IS NULL, rating, mean) \(direction) NULLS LAST, label_id DESC, id DESC
        """
      ]
    case .name, .brewery, .style, .rating, .abv: [valued(ids), unvalued(ids)]
    }
  }

  /// Returns the terms of an order by a property; beers without a value come last.
  private func terms(ofProperty name: String) -> String {
    let value = Self.sql(ofProperty: name)
    guard order.comparesAmounts else { return term(value, isText: isText) }
    let amount = "\(AmountSQL.amount)(\(value))"
    return term(amount, isText: false) + ", " + term("iif(\(amount) IS NULL, \(value), NULL)", isText: true)
  }

  private func term(_ value: String, isText: Bool) -> String {
    "\(value) \(isText ? "COLLATE NOCASE " : "")\(isText == isReversed ? "DESC" : "ASC") NULLS LAST"
  }

  private static func sql(ofProperty name: String) -> String {
    BeerProperty.builtIn(named: name)?.sql ?? "NULL"
  }

  private func valued(_ ids: [Int64]?) -> String {
    """
    SELECT id, \(column) FROM beer WHERE \(trashCondition(ids)) AND \(column) IS NOT NULL\(Self.idCondition(ids))
    ORDER BY \(column) \(collation) \(direction), id DESC
    """
  }

  private func unvalued(_ ids: [Int64]?) -> String {
    "SELECT id FROM beer WHERE \(trashCondition(ids)) AND \(column) IS NULL\(Self.idCondition(ids)) ORDER BY id DESC"
  }

  private static func idCondition(_ ids: [Int64]?) -> String {
    ids.map { " AND id IN (\($0.map(String.init).joined(separator: ",")))" } ?? ""
  }

  /// The condition on the trash; with a plus sign, so that SQLite looks up a few ids one by one and not in an index.
  private func trashCondition(_ ids: [Int64]?) -> String {
    (ids == nil ? "" : "+") + (isInTrash ? "deleted_at IS NOT NULL" : "deleted_at IS NULL")
  }

  private var column: String { order == .date ? "drunk_at" : order.name }

  private var collation: String { isText ? "COLLATE NOCASE" : "" }

  private var direction: String { isText == isReversed ? "DESC" : "ASC" }

  /// Whether the order begins with the smallest value; numbers and dates begin with the highest.
  private var isText: Bool { order.startsAtHighest == false }
}
