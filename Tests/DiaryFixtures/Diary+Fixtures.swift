package import DiaryModel
package import DiaryStore
import SQLiteKit
import TestSupport

extension Diary {
  /// Imports beers as rows of a file, and returns how many were added.
  package func importBeers(_ newBeers: [NewBeer], in startedImport: StartedImport) throws -> Int {
    try importTransaction(startedImport, adding: newBeers.map(ImportedBeer.init)).added
  }

  /// Writes beers of an import in one transaction.
  package func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy = ImportPolicy(), adding beers: [ImportedBeer]
  ) throws -> ImportTally {
    try importTransaction(startedImport, policy) { transaction throws(StoreError) in
      _ = try transaction.write(beers)
    }
  }

  /// All beers by their ids, those in the trash left out.
  package func allBeers() throws -> [Beer] {
    var beers: [Beer] = []
    try forEachBeer { beers.append($0.beer) }
    return beers.sorted { $0.id < $1.id }
  }

  /// The ids of the beers that a filter shows, ascending.
  package func ids(matching filter: String) throws -> [Int64] {
    try ids(BeerQuery(filter: BeerFilter(filter))).ascending
  }

  /// How many beers a search finds.
  package func count(of search: String) throws -> Int { try summary(BeerQuery(search: search)).beerCount }

  /// Does all background work.
  package func finishBackgroundWork() throws {
    var patience = Patience()
    while let progress = try doBackgroundWork() {
      guard patience.lasts({ "\(progress)" }) else {
        throw TimeoutError(condition: "the background work is done", seen: "\(progress)")
      }
    }
  }
}
