/// What an import does with rows about beers that the diary has.
package struct ImportPolicy: Hashable, Sendable {
  package enum Duplicate: String, Hashable, Sendable, CaseIterable {
    /// The beer stays as it is.
    case skip
    /// The beer gets what the file has changed since its last import, except in fields that the user has edited.
    case update
    /// The row becomes another beer.
    case add
  }

  /// What becomes of a row that says something else than the diary's beer.
  package var onDuplicate = Duplicate.skip
  /// Whether a row says everything of its beer, its times and the trash included: what it leaves open is not there.
  package var rowsAreWhole = false
  /// Whether all rows are written in one transaction, however long that takes.
  package var isOneTransaction = false
  /// Whether very many rows may keep all others from an empty diary until they are in it.
  package var mayLockDiary = false
  /// About how many rows will come; 0 where that is not known.
  package var expectedRows = 0

  /// Whether the last of several rows about a beer decides what is imported, and otherwise the first.
  ///
  /// What changes beers must come to the same each time.
  package var lastRowDecides: Bool { onDuplicate != .skip }

  package init(onDuplicate: Duplicate = .skip, rowsAreWhole: Bool = false, isOneTransaction: Bool = false) {
    self.onDuplicate = onDuplicate
    self.rowsAreWhole = rowsAreWhole
    self.isOneTransaction = isOneTransaction
  }
}

/// What became of rows.
package struct ImportTally: Hashable, Sendable {
  package var added = 0
  package var updated = 0
  /// The diary says the same already.
  package var same = 0
  /// The diary says something else, and stays so.
  package var differing = 0
  /// Another row of the file is about the same beer and decides.
  package var repeated = 0
  /// The fields in which rows and the diary's beers differ.
  package var differences = ImportDifferences()
  /// What became of the rows' photos.
  package var photos: [ImportedPhoto.Outcome: Int] = [:]
  /// Why not all photos were added after the rows; `nil` if they were.
  package var photoFailure: ChangeError?

  package init() {}

  /// All rows.
  package var count: Int { added + updated + same + differing + repeated }

  package static func += (tally: inout ImportTally, other: ImportTally) {
    tally.added += other.added
    tally.updated += other.updated
    tally.same += other.same
    tally.differing += other.differing
    tally.repeated += other.repeated
    tally.differences += other.differences
    tally.photos.merge(other.photos, uniquingKeysWith: +)
    tally.photoFailure = tally.photoFailure ?? other.photoFailure
  }

  /// Counts a row about a beer that the diary has with other values.
  mutating func count(_ resolution: DuplicateResolver.Resolution) {
    if resolution.changesBeer {
      updated += 1
    } else if resolution.differences.fields.isEmpty, !resolution.takesTimes {
      same += 1
    } else {
      differing += 1
    }
    differences.add(resolution.differences)
  }
}

/// One run of an import, by which what it did can be told and taken back.
package struct ImportBatch: Hashable, Sendable, Identifiable {
  package let id: Int64
  /// The kind of file, such as `untappd`.
  package let source: String

  package init(id: Int64, source: String) {
    self.id = id
    self.source = source
  }
}
