import GRDB

extension DiaryChange {
  /// An import that was taken back: its beers wait, as they were, until it is made again or the diary is closed.
  package struct WithdrawnImport: Hashable, Sendable {
    package let change: Import
    let source: String
    let startedAt: String
    /// Unknown of imports by a version before there was anything to know.
    let run: Run?

    struct Run: Hashable, Sendable {
      let file: String?
      let writtenAt: String
    }
  }
}

/// Puts the beers of an import aside and brings them back, with their numbers, uuids and times.
///
/// They wait in a table of the writing connection's own, which goes with it, as what can be made again does.
struct WithdrawnBeers {
  private let db: Database
  private let batch: Int64
  private var table: String { "temp.withdrawn_beer_\(batch)" }

  init(_ db: Database, batch: Int64) {
    self.db = db
    self.batch = batch
  }

  /// Copies the import's beers to where they wait; one that had its number before can no longer be made again.
  func keep() throws {
    try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    try db.execute(
      literal: """
        CREATE TABLE \(sql: table) AS SELECT * FROM beer WHERE import_batch = \(batch) ORDER BY id
        """)
  }

  /// Brings the beers back.
  ///
  /// - Throws: A `DatabaseError` for a constraint where something else has taken the place of one of them.
  func bringBack() throws {
    let stored = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer") ?? 0
    let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    var setAside: [SetAsideIndices] = []
    if SetAsideIndices.areWorthIt(for: waiting, beside: stored),
      let first = try Int64.fetchOne(db, sql: "SELECT min(id) FROM \(table)")
    {
      if try SearchIndex(db).leaveNewBeers(from: first) {
        setAside.append(try SetAsideIndices(db, trigger: SearchIndex.insertTrigger))
      }
      setAside.append(try SetAsideIndices(db))
    }
    let columns = try db.columns(in: "beer").map(\.name.quotedIdentifier).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO beer (\(columns)) SELECT \(columns) FROM \(table)")
    for indices in setAside { try indices.restore(db) }
    try db.execute(sql: "DROP TABLE \(table)")
  }

  var areThere: Bool {
    get throws {
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM temp.sqlite_master WHERE name = ?)",
        arguments: ["withdrawn_beer_\(batch)"]) ?? false
    }
  }
}
