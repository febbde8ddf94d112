import GRDB

// Filling the index, in slices in the background or for many new beers.
extension SearchIndex {
  /// The position of an empty index; beers migrated from another app may have ids below 1.
  private static let start = Int64.min
  /// How many beers the background work indexes in one slice.
  private static let beersPerSlice = 200
  /// The trigger that indexes a new beer whose id is up to the position.
  static let insertTrigger = "beer_search_insert"

  /// How many beers are not indexed yet.
  var remaining: Int {
    get throws {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE id > ?", arguments: [position]) ?? 0
    }
  }

  /// Indexes the next beers and returns how many.
  func indexSlice() throws -> Int {
    let start = try position
    if start == Self.end { return 0 }
    let last = try Int64.fetchOne(
      db, sql: "SELECT max(id) FROM (SELECT id FROM beer WHERE id > ? ORDER BY id LIMIT ?)",
      arguments: [start, Self.beersPerSlice])
    guard let last else {
      try setPosition(Self.end)
      return 0
    }
    let count = try index(after: start, upTo: last)
    try setPosition(last)
    return count
  }

  /// Empties the index and indexes all beers.
  ///
  /// - Throws: `DatabaseError`.
  package func rebuild() throws {
    try reset()
    try indexAll()
  }

  /// Indexes all remaining beers.
  func indexAll() throws {
    _ = try index(after: position, upTo: .max)
    try setPosition(Self.end)
  }

  private func index(after start: Int64, upTo last: Int64) throws -> Int {
    try db.execute(
      sql: """
        INSERT INTO beer_search (rowid, \(Self.columns.joined(separator: ", ")))
        SELECT id, \(Self.texts) FROM beer WHERE id > ? AND id <= ?
        """,
      arguments: [start, last])
    return db.changesCount
  }

  /// Empties the index, which is then filled again from the first beer.
  ///
  /// Search keeps working while the index is filled again.
  func reset() throws {
    try db.execute(sql: "INSERT INTO beer_search (beer_search) VALUES ('delete-all')")
    try setPosition(Self.start)
  }

  /// Also indexes beers with ids below 1, which older schemas skip because their position starts at 0.
  ///
  /// Call this when the store reaches the current schema, before any such beer changes.
  func includeAllIDs() throws {
    let isPastBeers = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM beer b WHERE id <= 0 AND id <= ?
          AND NOT EXISTS (SELECT 1 FROM beer_search_docsize WHERE id = b.id))
        """, arguments: [position])
    if isPastBeers == true { try reset() }
  }

  /// Defers indexing of beers that are about to be inserted after all existing ones.
  func deferNewBeers() throws {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM beer") ?? Self.start
    if try position > last { try setPosition(last) }
  }

  /// Calls a function that inserts many beers, which are indexed in the background; if it throws, the transaction must be
  /// rolled back.
  ///
  /// The trigger for new beers is dropped until then, because SQLite copies each page before a statement with a trigger
  /// changes it.
  ///
  /// - Throws: `DatabaseError`, and what the function throws.
  package func deferringNewBeers<Result>(_ body: () throws -> Result) throws -> Result {
    try deferNewBeers()
    let trigger = try DeferredSchemaObjects.dropTrigger(Self.insertTrigger, from: db)
    let result = try body()
    try trigger.restore(db)
    return result
  }

  private func setPosition(_ position: Int64) throws {
    // The row may be missing from a damaged store.
    try db.execute(
      sql: "INSERT OR REPLACE INTO background_work (name, position) VALUES ('search', ?)",
      arguments: [position])
  }
}
