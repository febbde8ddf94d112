import GRDB

/// Walks the beers in the order of a query, out of an index.
struct BeerOrdering: Hashable, Sendable {
  private let order: BeerQuery.Order
  private let isReversed: Bool
  private let isInTrash: Bool
  private let edition: Int?

  init(_ query: BeerQuery) {
    order = query.order
    isReversed = query.isReversed
    isInTrash = query.filter.isInTrash
    edition = query.edition
  }

  /// Hands over one id after the other until `body` returns false.
  func forEachID(_ db: Database, limit: Int = .max, _ body: (Int64) throws -> Bool) throws {
    var left = limit
    // What has no value comes behind the others in both directions, which one ORDER BY cannot take from the index.
    for sql in try statements(db) where left > 0 {
      let ids = try Int64.fetchCursor(db, sql: "\(sql) LIMIT ?", arguments: [left])
      while let id = try ids.next() {
        left -= 1
        guard try body(id) else { return }
      }
    }
  }

  /// The first ids, or all of them.
  func ids(_ db: Database, limit: Int = .max, isWanted: () -> Bool = { true }) throws -> [Int64] {
    var ids: [Int64] = []
    try forEachID(db, limit: limit) { id in
      ids.append(id)
      if ids.count & 0xFFF == 0, !isWanted() { throw CancellationError() }
      return true
    }
    return ids
  }

  private func statements(_ db: Database) throws -> [String] {
    guard case .custom(let name) = order else { return [valued, unvalued] }
    return try CustomFieldOrder(db, name, isReversed: isReversed, isInTrash: isInTrash).statements
  }

  private var valued: String {
    "SELECT id FROM beer WHERE \(state) AND \(column) IS NOT NULL ORDER BY \(column) \(collation) \(direction), id DESC"
  }

  private var unvalued: String {
    "SELECT id FROM beer WHERE \(state) AND \(column) IS NULL ORDER BY id DESC"
  }

  private var state: String { isInTrash ? "deleted_at IS NOT NULL" : "deleted_at IS NULL" }

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
