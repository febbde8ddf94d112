package import DiaryStore
package import SQLiteKit

/// The destination of an import: the diary, or a substitute in tests.
package protocol ImportDestination {
  /// Starts an import from a kind of source, such as `untappd`.
  func startImport(source: String, file: String?) throws(StoreError) -> StartedImport

  /// Writes beers in one transaction, and then their photos.
  ///
  /// - Parameter nextBeers: Returns the next beers; `nil` to end the transaction.
  func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy, _ nextBeers: () throws -> [ImportedBeer]?
  ) throws(StoreError) -> ImportTally

  /// Returns what importing beers would do.
  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(StoreError)
    -> ImportTally

  /// Returns the first id in a range that a beer from a source has; `nil` if there is none.
  func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String?

  /// Returns how many beers would be added although the diary has one with the same name, brewery and day.
  ///
  /// - Parameter source: The source of the beers; those of the diary may be from any.
  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int

  /// Ends an import.
  ///
  /// - Returns: The id by which it can be undone; `nil` if there is nothing to undo.
  func finishImport(_ startedImport: StartedImport) throws(StoreError) -> Int64?

  /// Undoes an import that was started.
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
