import GRDB
import SQLiteKit

/// The ids of the labels of all beers that have one, by the ids of the beers, for lists with one beer of each label.
struct LabelMap {
  /// The labels by beer id, 0 for none.
  ///
  /// Empty if the ids are too sparse for an array.
  private var dense: [UInt32] = []
  private var sparse: [Int64: Int64] = [:]

  /// Reads the labels from the index of labels, which takes about 150 ms for a million beers.
  ///
  /// - Throws: `CancellationError`.
  init(_ db: Database, isCancelled: () -> Bool = { false }) throws {
    let highest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM beer") ?? 0
    let lowest = try Int64.fetchOne(db, sql: "SELECT min(id) FROM beer") ?? 0
    // A damaged diary may have beers with a label that does not exist.
    let highestLabel = try Int64.fetchOne(db, sql: "SELECT max(label_id) FROM beer") ?? 0
    let isDense = lowest >= 0 && highest < Self.maxDense && highestLabel <= Int64(UInt32.max)
    if isDense { dense = Array(repeating: 0, count: Int(highest) + 1) }
    var count = 0
    let rows = RawStatement(
      try db.makeStatement(sql: "SELECT label_id, id FROM beer WHERE label_id > 0"))
    try rows.forEachRow {
      count += 1
      if count & 0xFFFF == 0, isCancelled() { throw CancellationError() }
      let label = rows.integer(0)
      let beer = rows.integer(1)
      if isDense { dense[Int(beer)] = UInt32(label) } else { sparse[beer] = label }
      return true
    }
  }

  /// Ids up to here are kept in an array, which takes 40 MB at most.
  private static let maxDense: Int64 = 10_000_000

  /// The label of a beer; `nil` for a beer without one.
  subscript(beer: Int64) -> Int64? {
    if dense.isEmpty { return sparse[beer] }
    // A cached list may have beers that another program has deleted, with ids outside of the array.
    let label = dense.indices.contains(Int(beer)) ? dense[Int(beer)] : 0
    return label == 0 ? nil : Int64(label)
  }
}

extension IDList {
  /// Returns the ids without those of beers whose label an earlier beer of the list has.
  func distinct(by labels: LabelMap) -> IDList {
    var seen: Set<Int64> = []
    return IDList(
      lazy.filter { id in
        guard let label = labels[id] else { return true }
        return seen.insert(label).inserted
      })
  }
}
