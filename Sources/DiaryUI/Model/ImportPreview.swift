package import DiaryModel
package import DiaryStore
package import DiaryText
package import Interchange

/// The contents of a file that can be imported.
///
/// The diary has not been changed yet.
package struct ImportPreview: Hashable, Sendable {
  /// A column of the file.
  package struct Column: Hashable, Sendable {
    /// The name in the file.
    package let name: String
    /// The field that it becomes.
    package internal(set) var role: ColumnMapping.Role
    /// The first value in it.
    package let sample: String
    /// Whether it contains only ids or links.
    package let isReference: Bool

    package init(name: String, role: ColumnMapping.Role, sample: String, isReference: Bool = false) {
      self.name = name
      self.role = role
      self.sample = sample
      self.isReference = isReference
    }

    var kind: ColumnKind { ColumnKind(role, isReference: isReference) }
  }

  /// The format of the file: `Untappd's export, comma between fields`.
  package var format: String
  /// Possible problems, as sentences.
  package var warnings: [String] = []
  /// How the file was read, as sentences.
  package var readings: [String] = []
  /// What was found in the photo folder, as a sentence; `nil` without a folder.
  package var photosFound: String?
  /// Whether rows have links to photos, for which no folder was chosen.
  package var hasPhotoLinks = false
  /// A sentence that doubts whether the file should be imported; `nil` if there is no doubt.
  ///
  /// It is one of the warnings.
  package var question: String?
  /// Whether the first line contains column names.
  package var hasHeader = true
  /// The columns in the order of the file.
  package var columns: [Column]
  /// The first beers.
  package var beers: [BeerFields]
  /// What the import would do.
  package var counts: DisplayedImportCounts
  /// Whether the user can assign columns, which are fixed in this program's own export.
  package var canMap: Bool

  package init(
    format: String, columns: [Column], beers: [BeerFields], counts: DisplayedImportCounts, canMap: Bool = true
  ) {
    self.format = format
    self.columns = columns
    self.beers = beers
    self.counts = counts
    self.canMap = canMap
  }

  /// Whether a column is the beer's name, which is required for an import.
  package var hasName: Bool { columns.contains { $0.role == .field(.name) } }
}

/// The numbers of a planned or finished import.
package struct DisplayedImportCounts: Hashable, Sendable {
  /// The rows of the file.
  package var rows = 0
  /// The beers that are new in the diary.
  package var added = 0
  /// The beers that the diary has.
  package var known = 0
  /// How many of the known beers have other values in the file.
  package var differing = 0
  /// How many of the known beers are in the trash.
  package var inTrash = 0
  /// The rows with a beer of an earlier row.
  package var repeated = 0
  /// The rows that could not be read.
  package var rejected = 0
  /// Photos added to new and existing beers.
  package var photos = 0
  /// Decisions about labels that the diary does not have.
  package var decisions = 0
  /// The reasons for the first rejected rows, as sentences.
  package var rejections: [String] = []
  /// Values that could not be read, or only in part, and became custom fields.
  package var keptValues = 0
  /// The first of these values, as sentences.
  package var firstKeptValues: [String] = []

  package init() {}

  /// Whether beers, photos or decisions about labels are added.
  var addsSomething: Bool { added + photos + decisions > 0 }
}

/// The result of an import.
package struct ImportOutcome: Hashable, Sendable {
  /// What the import did until it ended.
  package var counts: DisplayedImportCounts
  /// Whether the user stopped it; beers that had been added stay in the diary.
  package var wasStopped: Bool
  /// The change that can be undone; `nil` if nothing was added, or if the import cannot be read back.
  package var change: DiaryChange?

  /// Why not everything was imported, or why the import cannot be undone on the screen.
  package var problem: Problem?
  /// The results for photos, as sentences.
  package var photos: [String] = []
  /// The conflicts that the import has ended, each with only the values that it has discarded.
  package var discarded: [SyncConflict] = []
  /// The id of the import; `nil` if nothing was added.
  package var importID: Int64?

  package init(counts: DisplayedImportCounts, wasStopped: Bool, change: DiaryChange?, importID: Int64? = nil)
  {
    self.counts = counts
    self.importID = importID
    self.wasStopped = wasStopped
    self.change = change
  }
}

/// How much of a file has been read.
package struct FileProgress: Hashable, Sendable {
  /// The rows that have been read.
  package var rows: Int
  /// The bytes that have been read.
  package var done: Int64
  /// The size of the file in bytes; `nil` if it is not known.
  package var total: Int64?

  package init(rows: Int, done: Int64, total: Int64?) {
    self.rows = rows
    self.done = done
    self.total = total
  }
}
