package import DiaryModel
package import DiaryStore

/// What an import would do.
package struct ImportPlan: Hashable, Sendable {
  package let analysis: FileAnalysis
  package internal(set) var counts = ImportCounts()
  /// What would become of the rows; `updated` and `added` follow what is wanted for beers that the diary has.
  package internal(set) var tally = ImportTally()
  /// The first beers as they would be in the diary.
  package internal(set) var examples: [BeerFields] = []
  package internal(set) var firstRejected: [RejectedRow] = []
  /// The first rows that would be imported with values as custom fields that cannot be read.
  package internal(set) var firstKept: [RejectedRow] = []
  /// What was found in the folder of photos; `nil` if none was named, or for this program's own export.
  package internal(set) var photos: PhotoPairingReport?
  package internal(set) var wasCancelled = false
  /// The first rows that would be added although the diary seems to have their beers.
  package internal(set) var possibleDuplicates = PossibleDuplicates()
}

/// How many of a file's first rows would be added although the diary seems to have their beers.
package struct PossibleDuplicates: Hashable, Sendable {
  /// Rows that were looked at.
  package private(set) var rows = 0
  package private(set) var count = 0

  init() {}

  /// Looks at rows before they are written.
  init(
    among beers: [ImportedBeer], in destination: some ImportDestination, _ analysis: FileAnalysis
  ) throws(ImportError) {
    do {
      count = try destination.possibleDuplicateCount(beers, source: analysis.dialect.source)
    } catch {
      throw ImportError(error)
    }
    rows = beers.count
  }

  /// Whether the file seems to have been imported before without being recognised now.
  package var areMost: Bool { count > 1 && count * 2 > rows }
}
