package import DiaryStore

/// Where an import writes to: the diary, or what a test puts in its place.
package protocol ImportDestination {
  associatedtype Batch

  /// Starts an import from a kind of source, such as `untappd`.
  func startImport(source: String) throws(DiaryError) -> Batch

  /// Adds beers in one transaction and returns how many of them were not known yet.
  func importBeers(_ drafts: [BeerDraft], batch: Batch) throws(DiaryError) -> Int
}

extension Diary: ImportDestination {}
