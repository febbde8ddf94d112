package import DiaryModel
package import DiaryStore
package import Interchange

/// What a file that is to be imported holds, as far as it was understood; nothing has been changed yet.
package struct ImportPreview: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    /// As the file calls it.
    package let name: String
    /// What it becomes.
    package internal(set) var role: ColumnMapping.Role
    /// The first value in it.
    package let sample: String
    /// Whether it holds nothing but ids or links.
    package let isReference: Bool

    package init(name: String, role: ColumnMapping.Role, sample: String, isReference: Bool = false) {
      self.name = name
      self.role = role
      self.sample = sample
      self.isReference = isReference
    }

    var kind: ColumnKind { ColumnKind(role, isReference: isReference) }
  }

  /// The kind of file: `Untappd's export, comma between fields`.
  package var format: String
  /// What may not be as it was meant, in sentences.
  package var warnings: [String] = []
  /// How the file was read, in sentences.
  package var readings: [String] = []
  /// Why the file may not be one to import, in a sentence; `nil` if it is.
  ///
  /// It is one of the warnings.
  package var question: String?
  /// Whether the first line has column names.
  package var hasHeader = true
  package var columns: [Column]
  /// The first beers.
  package var beers: [BeerFields]
  package var counts: ImportNumbers
  /// Whether the user can say what the columns are: they are no matter of opinion in this program's own export.
  package var canMap: Bool

  package init(
    format: String, columns: [Column], beers: [BeerFields], counts: ImportNumbers, canMap: Bool = true
  ) {
    self.format = format
    self.columns = columns
    self.beers = beers
    self.counts = counts
    self.canMap = canMap
  }

  /// Whether a column is the beer's name, without which nothing can be imported.
  package var hasName: Bool { columns.contains { $0.role == .field(.name) } }
}

/// What becomes, or became, of the rows of a file.
package struct ImportNumbers: Hashable, Sendable {
  package var rows = 0
  package var added = 0
  package var known = 0
  package var repeated = 0
  package var rejected = 0
  /// Photos that are added to new beers and to beers of the diary.
  package var photos = 0
  /// Why rows are left out: a sentence each, of the first.
  package var rejections: [String] = []

  package init() {}

  /// Whether beers or photos are added.
  var addsSomething: Bool { added + photos > 0 }
}

/// What an import has done.
package struct ImportOutcome: Hashable, Sendable {
  package var counts: ImportNumbers
  /// The user stopped it; what was added until then is in the diary.
  package var wasStopped: Bool
  /// What undoes it; `nil` if nothing was added.
  package var change: DiaryChange?

  /// What became of photos, in sentences.
  package var photos: [String] = []
  /// The import's number; `nil` where nothing was added.
  package var batch: Int64?

  package init(counts: ImportNumbers, wasStopped: Bool, change: DiaryChange?, batch: Int64? = nil) {
    self.counts = counts
    self.batch = batch
    self.wasStopped = wasStopped
    self.change = change
  }
}

/// How far a file is read.
package struct FileProgress: Hashable, Sendable {
  package var rows: Int
  /// In bytes; `total` is `nil` where it is not known.
  package var done: Int64
  package var total: Int64?

  package init(rows: Int, done: Int64, total: Int64?) {
    self.rows = rows
    self.done = done
    self.total = total
  }
}
