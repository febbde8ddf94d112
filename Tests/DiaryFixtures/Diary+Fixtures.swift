import DiaryModel
package import DiaryStore
import TestSupport

extension Diary {
  /// Imports beers as rows of a file, and returns how many were added.
  package func importBeers(_ newBeers: [NewBeer], in startedImport: StartedImport) throws -> Int {
    try importTransaction(startedImport) { try $0.add(newBeers.map(ImportedBeer.init)) }.added
  }

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
