package import DiaryStore

/// Where an import writes to: the diary, or what a test puts in its place.
package protocol ImportDestination {
  associatedtype Batch

  /// Starts an import from a kind of source, such as `untappd`.
  func startImport(source: String, file: String?) throws(DiaryError) -> Batch

  /// Writes the rows that `next` gives, until there are none or a transaction has taken long enough.
  func importRows(_ batch: Batch, _ policy: ImportPolicy, next: () throws -> ImportRows?) throws(DiaryError)
    -> ImportTally

  /// What importing rows would do.
  func comparison(_ rows: ImportRows, source: String, _ policy: ImportPolicy) throws(DiaryError)
    -> ImportTally

  /// Whether there are beers from a source whose ids are within a range.
  func hasBeers(ofSource source: String, withIDsIn ids: Range<String>) throws(DiaryError) -> Bool

  /// How many rows would be added though the diary has a beer from that source with the same name, brewery and date.
  func lookalikeCount(_ rows: ImportRows, source: String) throws(DiaryError) -> Int

  /// Adds photos that an export has to their beers, unless they are there.
  func importPhotos(_ photos: ArraySlice<ImportedPhoto>) throws(DiaryError) -> [ImportedPhoto.Outcome: Int]

  /// The import's number, by which it can be taken back.
  func number(of batch: Batch) -> Int64

  /// Takes an import back.
  func withdraw(_ batch: Batch) throws(DiaryError)
}

extension Diary: ImportDestination {
  package func number(of batch: ImportBatch) -> Int64 { batch.id }

  package func withdraw(_ batch: ImportBatch) throws(DiaryError) { _ = try undoImport(batch.id) }
}
