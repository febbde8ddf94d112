package import DiaryModel
package import DiaryStore

/// What an import would do.
package struct ImportPlan: Sendable {
  /// The result of analyzing the file.
  package let analysis: FileAnalysis
  /// The counts of what was read.
  package internal(set) var counts = ReadCounts()
  /// The results for the rows, according to `ImportOptions.onDuplicate`.
  package internal(set) var tally = ImportTally()
  /// What the import does with rows for beers that the diary has with other values.
  package internal(set) var onDuplicate = ImportPolicy.Duplicate.skip
  /// The first beers as they would be in the diary, at most 20.
  package internal(set) var examples: [BeerFields] = []
  /// The photos that were found in the folder; `nil` if there is none, and for a Beer Diary export.
  package internal(set) var photos: PhotoPairingReport?
  /// The photos that a Beer Diary export names.
  package internal(set) var exportedPhotos = ExportedPhotoCounts()
  /// Whether reading was canceled before the end of the file; the counts are incomplete then.
  package internal(set) var wasCancelled = false
  /// How many of the first rows would be added although the diary seems to have their beers.
  package internal(set) var possibleDuplicates = PossibleDuplicates()
}

/// How many of a file's first rows would be added although the diary seems to have their beers.
package struct PossibleDuplicates: Hashable, Sendable {
  /// The first rows of the file, which were compared with the diary.
  package internal(set) var rows = 0
  /// The rows among these that would be added although the diary seems to have their beers.
  package internal(set) var count = 0

  /// Whether the file seems to have been imported before but is not recognized.
  package var areMost: Bool { count > 1 && count * 2 > rows }
}
