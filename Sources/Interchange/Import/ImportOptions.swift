package import DiaryModel
package import DiaryStore

/// The user's settings for reading and importing a file.
package struct ImportOptions: Hashable, Sendable {
  /// The byte that separates the fields of a CSV file; detected from the header if `nil`.
  package var delimiter: UInt8?
  /// The path of the list of a JSON file, such as `response.checkins.items`; detected if `nil`.
  package var list: String?
  /// Whether a CSV file begins with column names; if not, its columns are called `1`, `2` and so on.
  ///
  /// If `nil`, a file is refused whose first line looks like a beer.
  package var hasHeader: Bool?
  /// A saved mapping, which takes precedence over the names of columns.
  package var mapping: SavedMapping?
  /// The roles of columns, which take precedence over the mapping.
  package var assignments: [ColumnAssignment] = []
  /// The columns by which rows are recognized when the file is imported again; those of the mapping if `nil`, detected
  /// if empty.
  ///
  /// Each is the name of a column, or several with commas between.
  package var identity: [String]?
  /// The order of day and month; detected in each column if `nil`.
  package var dateOrder: DateOrder?
  /// The meaning of times without a time zone; local if `nil`.
  package var times: TimeReading?
  /// Whether alcohol is written as a fraction; detected in the column if `nil`.
  package var abvIsFraction: Bool?
  /// The best rating of the file's scale; detected in the column if `nil`.
  package var ratingScale: Double?
  /// Whether entities of HTML and wrongly decoded text are repaired.
  package var repairsText = false
  /// What to do with rows for beers that the diary has with other values.
  package var onDuplicate = ImportPolicy.Duplicate.skip
  /// Whether nothing is imported if a row is rejected.
  package var isStrict = false
  /// The folders that may have the images of an export's photos.
  package var photoFolders: [String] = []
  /// The folder with photos for the rows of another program's file; `nil` if there is none.
  package var photoFolder: String?

  /// Creates options that leave everything to what is found in the file.
  package init() {}

  /// The columns that identify a row, as the user chose; empty to detect them.
  package var identityColumns: [String] { identity ?? mapping?.identity ?? [] }

  /// Sets the folders in which photos are found.
  ///
  /// - Parameter folder: The folder that the user names; if `nil`, an export's photos are found next to the file.
  package mutating func findPhotos(in folder: String?, of file: String) {
    photoFolder = folder
    let fileFolder = FilePath(file).folder
    photoFolders = folder.map { [$0] } ?? [fileFolder, fileFolder == "." ? "photos" : fileFolder + "/photos"]
  }

  /// Whether the user's settings imply that there are column names.
  var requiresHeader: Bool { hasHeader == true || mapping != nil || !assignments.isEmpty }
}
