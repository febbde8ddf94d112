package import DiaryStore

/// What the user says about a file and about how to import it.
package struct ImportOptions: Hashable, Sendable {
  /// What separates the fields of a CSV file; found in the header where it is `nil`.
  package var delimiter: UInt8?
  /// The list of a JSON file that is read, as `response.checkins.items`; found in the file if `nil`.
  package var list: String?
  /// Whether a CSV file begins with column names; otherwise its columns are called `1`, `2` and so on.
  ///
  /// If `nil`, a file is refused whose first line looks like a beer.
  package var hasHeader: Bool?
  /// What columns are, before their names say.
  package var mapping: SavedMapping?
  /// What columns are, before all that.
  package var assignments: [ColumnAssignment] = []
  /// The columns that rows are recognised by when the file is imported again; those of the mapping if `nil`, those
  /// found in the file if empty.
  ///
  /// Each is the name of a column, or several with commas between.
  package var identity: [String]?
  /// The order of day and month; found in each column where it is `nil`.
  package var dateOrder: DateOrder?
  /// What times without a time zone mean; local if `nil`.
  package var times: TimeReading?
  /// Whether alcohol is a part of one; found in the column where it is `nil`.
  package var abvIsFraction: Bool?
  /// What the best rating is written as; found in the column where it is `nil`.
  package var ratingScale: Double?
  /// Whether entities of HTML and wrongly decoded text are repaired.
  package var repairsText = false
  package var onDuplicate = ImportPolicy.Duplicate.skip
  /// Whether all rows go in or none.
  package var isStrict = false
  /// Where the images of an export's photos are looked for.
  package var photoFolders: [String] = []
  /// Where photos of other programs' files are looked for by their links and names; `nil` for nowhere.
  package var photoFolder: String?

  package init() {}

  /// The columns that the user says identify a row; empty if they are to be found in the file.
  package var identityColumns: [String] { identity ?? mapping?.identity ?? [] }

  /// Has photos looked for in a folder, or else next to the file.
  ///
  /// - Parameter folder: The folder that the user names.
  package mutating func findPhotos(in folder: String?, of file: String) {
    photoFolder = folder
    let beside = FilePath(file).folder
    photoFolders = folder.map { [$0] } ?? [beside, beside == "." ? "photos" : beside + "/photos"]
  }

  /// Whether the user says that there are column names, or what they stand for.
  var requiresHeader: Bool { hasHeader == true || mapping != nil || !assignments.isEmpty }
}
