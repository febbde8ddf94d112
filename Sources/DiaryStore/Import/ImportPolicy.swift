/// How an import writes its rows, and what it does with beers that the diary already has.
package struct ImportPolicy: Hashable, Sendable {
  /// What an import does with a row for a beer that the diary has with other values.
  package enum Duplicate: String, Hashable, Sendable, CaseIterable {
    /// The beer stays as it is.
    case skip
    /// The beer gets what the file has changed since its last import, except in fields that the user has edited.
    case update
    /// The row is added as a separate beer.
    case add
  }

  /// What to do with a row for a beer that the diary has with other values.
  package var onDuplicate = Duplicate.skip
  /// Whether a row has everything about its beer, including its times and whether it is in the trash.
  ///
  /// Then an empty field of a row means that the beer has no value; otherwise it means nothing. A field that the row does
  /// not have, see ``ImportedBeer/fileFields``, never means anything.
  package var rowsAreComplete = false
  /// Whether all rows are written in one transaction, no matter how long it takes.
  package var isOneTransaction = false
  /// The approximate number of rows; 0 if it is unknown.
  package var expectedRows = 0

  /// Whether the last of several rows for the same beer decides what is imported; otherwise the first one does.
  ///
  /// If an import changes beers, importing the same file again must give the same result.
  package var lastRowDecides: Bool { onDuplicate != .skip }

  /// Whether the import reports the values that the file has emptied, because the diary keeps them.
  var reportsEmptiedFields: Bool { onDuplicate == .update && !rowsAreComplete }

  /// Returns whether a row without a value in a column means that the beer has none.
  ///
  /// - Parameter fields: The fields that the row has.
  func isComplete(_ column: String, in fields: FileFields) -> Bool {
    rowsAreComplete && fields.columns.contains(column)
  }

  /// Creates a policy; the default one adds new beers and changes none.
  package init(onDuplicate: Duplicate = .skip, rowsAreComplete: Bool = false, isOneTransaction: Bool = false)
  {
    self.onDuplicate = onDuplicate
    self.rowsAreComplete = rowsAreComplete
    self.isOneTransaction = isOneTransaction
  }
}

/// The fields of a beer that a row of a file has, even if they are empty.
package struct FileFields: Hashable, Sendable {
  /// The names of fields, which are those of columns of `beer` if there is such a column.
  package var columns: Set<String> = []
  /// The names of custom fields.
  package var customFields: Set<String> = []

  /// Creates an empty set of fields.
  package init() {}
}

/// How many rows of an import had which result.
package struct ImportTally: Hashable, Sendable {
  /// Rows that were added as new beers, or restored from the trash after an undone import.
  package var added = 0
  /// Rows that changed a beer of the diary.
  package var updated = 0
  /// Rows for beers that the diary has with the same values.
  package var same = 0
  /// Rows for beers that the diary has with other values, which stay, also if it is uncertain for which beers.
  package var differing = 0
  /// How many of the rows counted by ``same`` and ``differing`` are for beers in the trash, where they stay.
  package var inTrash = 0
  /// Rows for beers for which another row of the file decides.
  package var repeated = 0
  /// The fields in which rows and the diary's beers differ.
  package var differences = ImportDifferences()
  /// Rows whose photos have other captions or another order than in the diary, where these stay.
  package var withOtherPhotos = 0
  /// What the rows say that the user decided about labels, and the diary did not have.
  package var decisions = NewLabelDecisions()
  /// How many photos of the rows had which result.
  package var photos: [ImportedPhoto.Outcome: Int] = [:]
  /// The paths of the first files of photos that are missing, at most three.
  package private(set) var missingFiles: [String] = []
  /// The error that prevented photos from being added; `nil` if there was none.
  package var photoFailure: PhotoError?

  private static let maxMissingFiles = 3

  /// Creates a tally of no rows.
  package init() {}

  /// The number of rows.
  package var count: Int { added + updated + same + differing + repeated }

  /// Adds the counts of another tally; of two photo failures the first one stays.
  package static func += (tally: inout ImportTally, other: ImportTally) {
    tally.added += other.added
    tally.updated += other.updated
    tally.same += other.same
    tally.differing += other.differing
    tally.inTrash += other.inTrash
    tally.repeated += other.repeated
    tally.differences += other.differences
    tally.withOtherPhotos += other.withOtherPhotos
    tally.decisions.formUnion(other.decisions)
    tally.photos.merge(other.photos, uniquingKeysWith: +)
    for path in other.missingFiles { tally.addMissingFile(path) }
    tally.photoFailure = tally.photoFailure ?? other.photoFailure
  }

  mutating func addMissingFile(_ path: String) {
    if missingFiles.count < Self.maxMissingFiles { missingFiles.append(path) }
  }

  /// Counts a row for a beer that the diary has with the same values.
  mutating func countSame(_ existing: ExistingBeer) {
    same += 1
    if existing.isInTrash { inTrash += 1 }
  }

  /// Counts a row for a beer that the diary has with other values.
  mutating func count(_ resolution: DuplicateResolver.Resolution, _ existing: ExistingBeer) {
    if resolution.changesBeer {
      updated += 1
    } else if resolution.differences.fields.allSatisfy({ $0.outcome == .emptied }) {
      countSame(existing)
    } else {
      differing += 1
      if existing.isInTrash { inTrash += 1 }
    }
    differences.add(resolution.differences)
  }
}

/// An import that was started, and that can be undone by its id.
package struct StartedImport: Hashable, Sendable, Identifiable {
  /// The id of the import.
  package let id: Int64
  /// The kind of file, such as `untappd`.
  package let source: String
  /// The id of the first beer that it can add; `.max` if it is not known.
  package let firstBeerID: Int64

  /// Creates a value for an import that was started.
  package init(id: Int64, source: String, firstBeerID: Int64 = .max) {
    self.id = id
    self.source = source
    self.firstBeerID = firstBeerID
  }
}
