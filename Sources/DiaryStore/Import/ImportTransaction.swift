package import SQLiteKit

/// A transaction of an import, to which its beers are written.
package struct ImportTransaction {
  private let writeBeers: ([ImportedBeer]) throws(StoreError) -> Bool

  /// Creates a transaction.
  ///
  /// - Parameter write: Writes beers, and returns whether the transaction takes more.
  package init(_ write: @escaping ([ImportedBeer]) throws(StoreError) -> Bool) { writeBeers = write }

  /// Writes beers, usually a few hundred.
  ///
  /// - Returns: Whether the transaction takes more; if not, further beers are for the next one.
  /// - Throws: The errors of a write; then the transaction has to be rolled back, by throwing the error.
  package func write(_ beers: [ImportedBeer]) throws(StoreError) -> Bool { try writeBeers(beers) }
}
