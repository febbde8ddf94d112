import GRDB

/// How the indexes are kept while the rows of an import come, within one transaction.
///
/// A few rows go into each index one by one. New ones that are more go into the search index together, behind them: one
/// by one, each becomes a piece of it that has to be merged with the others. Where very many come, and more than the
/// diary has, all other indexes are made anew behind them too, and the search index is left to the background.
struct IndexMaintenance {
  private enum Strategy {
    case rowByRow
    case deferSearch(DeferredIndexes, isComplete: Bool)
    case rebuildAll([DeferredIndexes])
  }

  /// New rows from which on it is worth changing the schema for those that follow.
  private static let someRows = 250
  /// New rows that are very many, and rows from which the others are judged.
  private static let manyRows = 50_000
  private static let sample = 2000

  static func isLarge(_ rows: Int) -> Bool { rows >= manyRows }

  private let db: Database
  private let expectedRows: Int
  private var strategy = Strategy.rowByRow
  private var isDecided = false

  init(_ db: Database, expectedRows: Int) {
    self.db = db
    self.expectedRows = expectedRows
  }

  /// How long rows may be written before the transaction ends; `nil` where it has all of them.
  var maxDuration: Duration? {
    switch strategy {
    case .rowByRow, .deferSearch(_, isComplete: false): .seconds(1)
    // What follows takes nearly twice as long again.
    case .deferSearch(_, isComplete: true): .milliseconds(350)
    case .rebuildAll: nil
    }
  }

  /// Chooses another strategy where what has come so far speaks for it.
  ///
  /// - Parameter addedAgain: How many of the new beers came out of the trash.
  mutating func adapt(to tally: ImportTally, addedAgain: Int) throws {
    if case .rowByRow = strategy, tally.added >= Self.someRows, expectedRows - tally.count >= Self.someRows {
      let search = SearchIndex(db)
      let isComplete = try search.isComplete
      try search.deferNewBeers()
      strategy = .deferSearch(
        try DeferredIndexes(db, trigger: SearchIndex.insertTrigger), isComplete: isComplete)
    }
    // Beers that come out of the trash do so because a whole import was undone.
    let sample = addedAgain > 0 ? Self.someRows : Self.sample
    guard !isDecided, tally.count >= sample, case .deferSearch(let trigger, _) = strategy else { return }
    isDecided = true
    guard try hasManyToCome(tally) else { return }
    strategy = .rebuildAll([trigger, try DeferredIndexes(db)])
    // The search index has those, and to change what it has of each takes longest.
    if addedAgain > 0 { try SearchIndex(db).reset() }
  }

  /// Whether nearly all rows so far were new, and more of them will come than the diary has beers.
  private func hasManyToCome(_ tally: ImportTally) throws -> Bool {
    guard Self.isLarge(expectedRows - tally.count), tally.added * 10 >= tally.count * 9 else {
      return false
    }
    let stored = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0
    return expectedRows > 2 * (stored - tally.added)
  }

  /// Brings the indexes up to date; what goes wrong has to undo the transaction.
  func finish() throws {
    switch strategy {
    case .rowByRow: break
    case .deferSearch(let trigger, let isComplete):
      try trigger.restore(db)
      if isComplete { try SearchIndex(db).indexAll() }
    case .rebuildAll(let setAside): for indexes in setAside { try indexes.restore(db) }
    }
  }
}
