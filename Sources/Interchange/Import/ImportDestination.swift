package import DiaryStore
package import SQLiteKit

/// Where an import writes to: the diary, or what a test puts in its place.
package protocol ImportDestination {
  associatedtype Batch
  /// What the diary throws: ``StoreError``, or ``OpeningError`` if it is opened with the first beer.
  associatedtype Failure: DiaryError

  /// Starts an import from a kind of source, such as `untappd`.
  func startImport(source: String, file: String?) throws(Failure) -> Batch

  /// Writes the beers that `next` returns, until there are none or a transaction has taken long enough, and their photos.
  func importBeers(_ batch: Batch, _ policy: ImportPolicy, next: () throws -> [ImportedBeer]?)
    throws(Failure)
    -> ImportTally

  /// What importing beers would do.
  func comparison(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(Failure)
    -> ImportTally

  /// The first id within a range of a beer from a source; `nil` if there is none.
  func firstID(ofSource source: String, in ids: Range<String>) throws(Failure) -> String?

  /// How many beers would be added although the diary has one with the same name, brewery and day.
  ///
  /// - Parameter source: Where the beers are from; the diary's may be from anywhere.
  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(Failure) -> Int

  /// Ends an import.
  ///
  /// - Returns: The number by which it can be undone; `nil` if there is nothing to undo.
  func finishImport(_ batch: Batch) throws(Failure) -> Int64?

  /// Takes an import back.
  func withdraw(_ batch: Batch) throws(Failure)
}

extension Diary: ImportDestination {
  package func withdraw(_ batch: ImportBatch) throws(StoreError) {
    try StoreError.mapErrors(at: path) { _ = try undoImport(batch.id) }
  }
}

extension ImportError {
  /// Wraps an error of the diary that is imported into, which names the diary's file itself.
  init(_ error: some DiaryError) { self = .diary(OpeningError(mapping: error, path: "")) }
}
