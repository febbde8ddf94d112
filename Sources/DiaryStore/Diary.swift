import GRDB
import Synchronization

/// A beer diary: the façade over one store file.
///
/// Opening migrates, so a handle to a store that is not current cannot exist. Safe from any thread; every call blocks
/// until it is done, so the interface calls it from background threads only. Every write is one transaction.
///
///     let diary = try Diary.open(at: "/home/ada/.local/share/beerdiary/diary.sqlite")
///     let newest = try diary.rows(BeerQuery(), in: 0..<20)
package final class Diary: Sendable {
  /// The store's file.
  package let path: String
  /// What opening had to migrate; `nil` where the store was current or new.
  package let migration: MigrationReport?

  init(path: String, migration: MigrationReport?) {
    self.path = path
    self.migration = migration
  }

  /// Opens a store, creating or migrating it as needed.
  ///
  /// - Parameters:
  ///   - path: The store's file. Where there is none, a new diary is made (folder 0700, file 0600), unless
  ///     `createsMissing` is false.
  ///   - createsMissing: Whether a missing file is made.
  ///   - progress: Called from this thread while a migration runs.
  ///   - isCancelled: Asked often while a migration runs; on `true` everything is rolled back and `.cancelled` thrown.
  package static func open(
    at path: String, createsMissing: Bool = true,
    progress: (MigrationProgress) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(DiaryError) -> Diary {
    Diary(path: path, migration: nil)
  }

  /// Counts for the list's header.
  package func summary(_ query: BeerQuery) throws(DiaryError) -> DiarySummary {
    DiarySummary(beerCount: 0, beersWithPhotos: 0)
  }

  /// The beers at these positions of the query's order; fewer where the list ends before.
  package func rows(_ query: BeerQuery, in range: Range<Int>) throws(DiaryError) -> [BeerRow] { [] }

  /// One beer with its photos; `nil` where it does not exist (any more).
  package func beer(_ id: Int64) throws(DiaryError) -> BeerDetail? { nil }

  /// Moves a photo to a place (from 0, clamped) among its beer's photos and returns them all in their new order.
  package func movePhoto(_ id: Int64, to index: Int) throws(DiaryError) -> [Photo] { [] }

  /// Adds beers in one transaction; those whose origin the diary knows already are left alone.
  ///
  /// - Returns: How many were added; the others were known.
  package func importBeers(_ drafts: [BeerDraft], batch: ImportBatch) throws(DiaryError) -> Int { 0 }

  /// Starts an import; `source` is the kind of file, such as `untappd`.
  package func startImport(source: String) throws(DiaryError) -> ImportBatch { ImportBatch(id: 0) }
}

/// A beer about to be imported.
package struct BeerDraft: Hashable, Sendable {
  package var fields: BeerFields
  package var origin: Origin?
  /// When the source says that the entry was made; the time of import where it does not.
  package var createdAt: DiaryDate?

  package init(fields: BeerFields, origin: Origin? = nil, createdAt: DiaryDate? = nil) {
    self.fields = fields
    self.origin = origin
    self.createdAt = createdAt
  }
}

/// One run of an import: what it added can be told by it.
package struct ImportBatch: Hashable, Sendable {
  package let id: Int64
}
