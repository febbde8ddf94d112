package import DiaryStore
package import SQLiteKit

/// The destination of an import: the diary, or a substitute in tests.
package protocol ImportDestination {
  /// Starts an import from a kind of source, such as `untappd`.
  ///
  /// - Throws: The errors of a write.
  func startImport(source: String, file: String?) throws(StoreError) -> StartedImport

  /// Writes beers in one transaction, and then their photos.
  ///
  /// - Parameter body: Writes beers to the transaction, until it takes no more or there are none left.
  /// - Throws: The error that `body` throws; `.store` for the errors of a write. Then none of these beers is written.
  func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy,
    _ body: (ImportTransaction) throws(ImportError) -> Void
  ) throws(ImportError) -> ImportTally

  /// Returns what importing beers would do.
  ///
  /// - Throws: `StoreError` if the destination cannot be read.
  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(StoreError)
    -> ImportTally

  /// Returns the first id in a range that a beer from a source has; `nil` if there is none.
  ///
  /// - Throws: `StoreError` if the destination cannot be read.
  func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String?

  /// Returns how many beers would be added although the diary has one with the same name, brewery and day.
  ///
  /// - Parameter source: The source of the beers; those of the diary may be from any.
  /// - Throws: `StoreError` if the destination cannot be read.
  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int

  /// Ends an import.
  ///
  /// - Returns: The id by which it can be undone; `nil` if there is nothing to undo.
  /// - Throws: The errors of a write.
  func finishImport(_ startedImport: StartedImport) throws(StoreError) -> Int64?

  /// Undoes an import that was started.
  ///
  /// - Throws: The errors of a write; `.failed` if the import cannot be undone.
  func undoStartedImport(_ startedImport: StartedImport) throws(StoreError)
}

extension Diary: ImportDestination {
  /// Undoes what the import has written so far.
  ///
  /// - Throws: `StoreError`, to which an error of undoing is converted.
  package func undoStartedImport(_ startedImport: StartedImport) throws(StoreError) {
    try StoreError.mapErrors(at: path) { _ = try undoImport(startedImport.id) }
  }
}
