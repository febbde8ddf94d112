import GRDB

/// The search index while it is filled: beers up to a position are in it, in the order of their ids.
struct SearchIndex {
  /// The position of an index that has everything; triggers do the rest.
  private static let end = Int64.max
  /// The position of an index that has nothing; beers that were adopted from another app may have ids below 1.
  private static let start = Int64.min
  private static let beersPerSlice = 200
  /// What puts a new beer up to the position into it.
  static let insertTrigger = "beer_search_insert"

  /// What it has of a beer's custom fields: what they say, without their names.
  ///
  /// Most beers have none, and SQLite takes a few microseconds to begin to look for them. What is no JSON is the
  /// doctor's.
  static let valuesOfExtras = """
    CASE WHEN extras <> '{}' AND json_valid(extras) THEN
      (SELECT group_concat(value, char(10)) FROM json_each(extras))
    END
    """

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Beers up to this id are in it.
  var position: Int64 {
    get throws {
      try Int64.fetchOne(db, sql: "SELECT position FROM background_work WHERE name = 'search'") ?? Self.end
    }
  }

  var isComplete: Bool {
    get throws { try position == Self.end }
  }

  /// How many beers are not in it yet.
  var remaining: Int {
    get throws {
      try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE id > ?", arguments: [position]) ?? 0
    }
  }

  /// Indexes some more beers and returns how many.
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

  /// Indexes all beers that are left, at once.
  func indexAll() throws {
    _ = try index(after: position, upTo: .max)
    try setPosition(Self.end)
  }

  private func index(after start: Int64, upTo last: Int64) throws -> Int {
    try db.execute(
      sql: """
        INSERT INTO beer_search (rowid, name, brewery, style, notes, place, extras)
        SELECT id, name, brewery, style, notes, place, \(Self.valuesOfExtras) FROM beer WHERE id > ? AND id <= ?
        """,
      arguments: [start, last])
    return db.changesCount
  }

  /// Empties it, to be filled again from the first beer.
  ///
  /// Search works meanwhile, as on a diary that was just opened.
  func startAnew() throws {
    try db.execute(sql: "INSERT INTO beer_search (beer_search) VALUES ('delete-all')")
    try setPosition(Self.start)
  }

  /// Has beers with ids below 1 indexed, which a schema leaves out: it begins with the position 0.
  ///
  /// To be called when the store gets its current schema: no beer may change that its position takes for indexed.
  func includeAllIDs() throws {
    let isPastBeers = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM beer b WHERE id <= 0 AND id <= ?
          AND NOT EXISTS (SELECT 1 FROM beer_search_docsize WHERE id = b.id))
        """, arguments: [position])
    if isPastBeers == true { try startAnew() }
  }

  /// Leaves beers that are about to come for later, where they come behind all that are there.
  func leaveNewBeers() throws {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM beer") ?? Self.start
    if try position > last { try setPosition(last) }
  }

  private func setPosition(_ position: Int64) throws {
    try db.execute(
      sql: "UPDATE background_work SET position = ? WHERE name = 'search'", arguments: [position])
  }
}
