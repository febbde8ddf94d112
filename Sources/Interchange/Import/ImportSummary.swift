package import DiaryStore

/// What was read of a file.
package struct ImportCounts: Hashable, Sendable {
  /// Rows read, the rejected ones included; neither blank rows nor repeated column names.
  package var rows = 0
  package var rejected = 0
  /// Values that could not be read and are custom fields of their beers.
  package var keptValues = 0
  /// Rows that were no UTF-8 and were read as Windows-1252.
  package var windows1252 = 0
  /// Beers whose time is local, and those whose time is an instant, as it came with a time zone or was given one.
  package var localTimes = 0
  package var instants = 0
  /// Of the instants, those that came without a time zone.
  package var timesGivenZone = 0
  /// Whether something of the file could not be read.
  package var hasUnreadable: Bool { rejected > 0 || keptValues > 0 }
  /// Names of beers and breweries that `--repair-text` would repair; 0 if it does.
  package var repairableNames = 0
  /// The first of them, as it is and repaired.
  package var repairExample: TextRepairExample?
  /// Rows that only repeat the column names, as joined files have them.
  package var repeatedHeaders = 0
  /// Rows that are recognised as another row of the file; only one of them counts if the file has ids.
  package var repeated = 0
  /// Of these, rows that become beers of their own, as the file has no ids.
  package var separate = 0
  /// The names of the first of them.
  package var firstSeparate: [String] = []

  /// - Parameter nameCount: How many names are kept.
  mutating func count(_ repetition: Repetition?, of name: String?, nameCount: Int = 5) {
    guard let repetition else { return }
    repeated += 1
    guard repetition == .separate else { return }
    separate += 1
    if let name, firstSeparate.count < nameCount, !firstSeparate.contains(name) {
      firstSeparate.append(SafeText.shown(name, limit: 40))
    }
  }
}

/// A text that is wrongly decoded, and what was meant.
package struct TextRepairExample: Hashable, Sendable {
  package let text: String
  package let repaired: String
}

/// What an import did.
package struct ImportSummary: Hashable, Sendable {
  package let analysis: FileAnalysis
  package var counts = ImportCounts()
  package var tally = ImportTally()
  /// What became of the photos that the file names, or that were found for its rows.
  package var photos: [ImportedPhoto.Outcome: Int] { tally.photos }
  /// What was found in the folder of photos; `nil` if none was named, or for this program's own export.
  package var photoPairing: PhotoPairingReport?
  /// The number by which the import can be undone; `nil` if there is nothing to undo.
  package var batch: Int64?
  /// The first of the rejected rows; all of them go to the import's callback.
  package var firstRejected: [RejectedRow] = []
  /// The first rows that were imported with values as custom fields that cannot be read.
  package var firstKept: [RejectedRow] = []
  /// Whether the import was stopped before the end of the file; what was added until then stays.
  package var wasCancelled = false
  /// Whether nothing was written because rows were rejected and all or none were wanted.
  package var wasRefused = false
  /// The first rows that were added although the diary seemed to have their beers.
  package var possibleDuplicates = PossibleDuplicates()

  package var dialect: Dialect { analysis.dialect }
}

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
  package var bytesRead: Int64
  /// `nil` where the size of the input is not known.
  package var totalBytes: Int64?
  /// Rows read, the rejected ones included.
  package var rowCount: Int
}
