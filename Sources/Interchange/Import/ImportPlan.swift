package import DiaryStore

/// What an import would do.
package struct ImportPlan: Hashable, Sendable {
  package let understanding: FileUnderstanding
  package internal(set) var counts = ImportCounts()
  /// What would become of the rows; `updated` and `added` follow what is wanted for beers that the diary has.
  package internal(set) var tally = ImportTally()
  /// The first beers as they would be in the diary.
  package internal(set) var examples: [BeerFields] = []
  package internal(set) var firstRejected: [RejectedRow] = []
  package internal(set) var wasCancelled = false
}

/// Finds rows that an earlier row of the file is recognised as.
///
/// Takes 8 bytes or so for each row; of two rows whose hashes are the same the second counts as repeated.
struct RepetitionCount {
  private var seen: Set<Int> = []
  private(set) var count = 0

  mutating func take(_ rows: ImportRows) {
    for row in 0..<rows.count {
      var hasher = Hasher()
      if let uuid = rows.uuid(ofRow: row) {
        hasher.combine(uuid)
      } else {
        hasher.combine(rows.text(.source, ofRow: row))
        hasher.combine(rows.text(.sourceID, ofRow: row))
      }
      if !seen.insert(hasher.finalize()).inserted { count += 1 }
    }
  }
}
