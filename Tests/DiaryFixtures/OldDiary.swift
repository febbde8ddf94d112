package import DiaryStore
package import FixtureStores
package import TestSupport

/// A store of the old app that a test changes and opens.
package struct OldDiary {
  package let folder: TemporaryFolder
  package let path: String

  package init() throws {
    folder = try TemporaryFolder()
    path = folder.file("old.sqlite")
  }

  /// Writes the store, with statements run at its end, and returns what it holds.
  package func write(_ extraSQL: String = "", _ change: (inout LegacyStore) -> Void = { _ in }) throws
    -> [ExpectedBeer]
  {
    var store = LegacyStore()
    store.extraSQL = extraSQL
    change(&store)
    return try store.write(to: path)
  }

  package func open() throws -> Diary { try Diary.open(at: path) }
}
