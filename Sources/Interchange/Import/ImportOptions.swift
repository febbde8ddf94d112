package import DiaryStore

/// What the user says about a file and about how to import it.
package struct ImportOptions: Hashable, Sendable {
  /// What separates the fields of a CSV file; found in the header where it is `nil`.
  package var delimiter: UInt8?
  /// What columns are, as it was kept of another file, before their names say.
  package var mapping: SavedMapping?
  /// What columns are, before all that.
  package var assignments: [ColumnAssignment] = []
  /// The order of day and month; found in each column where it is `nil`.
  package var dateOrder: DateOrder?
  /// Whether alcohol is a part of one; found in the column where it is `nil`.
  package var abvIsFraction: Bool?
  /// What the best rating is written as; found in the column where it is `nil`.
  package var ratingScale: Double?
  /// Whether entities of HTML and wrongly decoded text are mended.
  package var repairsText = false
  package var onDuplicate = ImportPolicy.Duplicate.skip
  /// Whether all rows go in or none.
  package var isStrict = false
  /// Where the images of an export's photos are looked for.
  package var photoFolders: [String] = []

  package init() {}
}
