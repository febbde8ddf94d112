import DiaryModel
import GRDB
import SQLiteKit

/// Walks the beers in the order of a query, out of an index.
struct BeerOrdering: Hashable, Sendable {
  private let order: BeerQuery.Order
  private let isReversed: Bool
  private let isInTrash: Bool

  init(_ query: BeerQuery) {
    order = query.order
    isReversed = query.isReversed
    isInTrash = query.filter.isInTrash
  }

  /// Hands over one id after the other until `body` returns false.
  ///
  /// - Parameter among: Only these; `nil` for all, as it has to be in the order of a custom field.
  func forEachID(
    _ db: Database, limit: Int = .max, among: [Int64]? = nil, _ body: (Int64) throws -> Bool
  ) throws {
    var left = limit
    // What has no value comes behind the others in both directions, which one ORDER BY cannot take from the index.
    for sql in try statements(db, among: among) where left > 0 {
      var goesOn = true
      try RowIDCursor(db, sql: "\(sql) LIMIT ?", arguments: [left]).forEach { id in
        left -= 1
        goesOn = try body(id)
        return goesOn
      }
      if !goesOn { return }
    }
  }

  /// The first ids, or all of them.
  func ids(
    _ db: Database, limit: Int = .max, among: [Int64]? = nil, isWanted: () -> Bool = { true }
  ) throws -> IDList {
    var ids = IDList()
    try forEachID(db, limit: limit, among: among) { id in
      ids.append(id)
      if ids.count & 0xFFF == 0, !isWanted() { throw CancellationError() }
      return true
    }
    return ids
  }

  /// Whether beers can be compared one by one: the order of a custom field is made as a whole.
  var comparesBeers: Bool {
    if case .custom = order { false } else { true }
  }

  /// Tells whether one beer stands before another; not for the order of a custom field.
  func comparison(_ db: Database) throws -> (Int64, Int64) throws -> Bool {
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

  private func statements(_ db: Database, among ids: [Int64]?) throws -> [String] {
    guard case .custom(let name) = order else { return [valued(ids), unvalued(ids)] }
    return try CustomFieldOrder(db, name, isReversed: isReversed, isInTrash: isInTrash).statements
  }

  private func valued(_ ids: [Int64]?) -> String {
    """
    SELECT id FROM beer WHERE \(state(ids)) AND \(column) IS NOT NULL\(Self.among(ids))
    ORDER BY \(column) \(collation) \(direction), id DESC
    """
  }

  private func unvalued(_ ids: [Int64]?) -> String {
    "SELECT id FROM beer WHERE \(state(ids)) AND \(column) IS NULL\(Self.among(ids)) ORDER BY id DESC"
  }

  private static func among(_ ids: [Int64]?) -> String {
    ids.map { " AND id IN (\($0.map(String.init).joined(separator: ",")))" } ?? ""
  }

  /// With a plus sign no index is taken for it: a few ids are looked up one by one.
  private func state(_ ids: [Int64]?) -> String {
    (ids == nil ? "" : "+") + (isInTrash ? "deleted_at IS NOT NULL" : "deleted_at IS NULL")
  }

  private var column: String { order == .date ? "drunk_at" : order.name }

  private var collation: String { isText ? "COLLATE NOCASE" : "" }

  private var direction: String { isText == isReversed ? "DESC" : "ASC" }

  /// Texts begin with A, what counts with the newest, best and strongest.
  private var isText: Bool {
    switch order {
    case .name, .brewery, .style: true
    case .date, .rating, .abv, .custom: false
    }
  }
}
