package import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// Times of Untappd's check-ins that earlier versions may have read as UTC although they are local times.
///
/// Untappd's exports hold local times, other files such as answers of its API have times with a zone. Earlier versions
/// stored both as instants and did not record which they were, so only the user can tell, for each import. An import
/// records which ones were made before, so that instants that come with a time zone are left alone.
package struct ImportedTimes {
  private static let recordName = "untappd_times_read_as_utc"
  /// Followed by the number of an import whose times are right.
  private static let keptPrefix = "untappd_times_kept:"
  private static let examinedBeers = 100

  /// The beers with such times; SQL for the import's number follows.
  private static let suspects =
    "FROM beer WHERE source = 'untappd' AND drunk_at GLOB '*T*Z' AND import_batch = "

  /// The imports that may have such times.
  ///
  /// Of answers of the API, whose objects are custom fields, it is certain that times have a zone.
  private static let imports = """
    SELECT id FROM import_batch b WHERE id <= coalesce(
        (SELECT position FROM background_work WHERE name = '\(recordName)'), 9223372036854775807)
      AND NOT EXISTS (SELECT 1 FROM background_work WHERE name = '\(keptPrefix)' || b.id)
      AND EXISTS (SELECT 1 \(suspects) b.id)
      AND NOT EXISTS (
        SELECT 1 FROM (SELECT extras \(suspects) b.id AND json_valid(extras) LIMIT \(examinedBeers)) e,
          json_each(e.extras) f
        WHERE f.type IN ('object', 'array') OR f.key LIKE '%.%' OR f.atom GLOB '{"*' OR f.atom GLOB '[[]*')
    ORDER BY id
    """

  private let db: Database

  package init(_ db: Database) { self.db = db }

  /// Records the imports that there are as those of earlier versions, unless that was done before.
  func prepareForImport() throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO background_work (name, position)
        SELECT '\(Self.recordName)', coalesce(max(id), 0) FROM import_batch
        """)
  }

  /// The ids of the beers, in their order.
  package func beers() throws -> [Int64] {
    try imports().flatMap {
      try Int64.fetchAll(db, sql: "SELECT id \(Self.suspects) ?", arguments: [$0])
    }.sorted()
  }

  /// The imports, in their order.
  package func imports() throws -> [Int64] { try Int64.fetchAll(db, sql: Self.imports) }

  func preview(of batch: Int64, exampleCount: Int, timeZone: TimeZone) throws -> ImportedTimesPreview {
    let file = try String.fetchOne(
      db, sql: "SELECT file FROM import_run WHERE batch = ?", arguments: [batch])
    var preview = ImportedTimesPreview(batch: batch, file: file)
    var others: [ImportedTimesPreview.Example] = []
    let rows = try Row.fetchCursor(
      db, sql: "SELECT name, drunk_at \(Self.suspects) ? ORDER BY drunk_at", arguments: [batch])
    while let row = try rows.next() {
      guard let before = try DiaryDate(row.value(String.self, atIndex: 1)),
        let after = DiaryDate(String(before.text.dropLast()))
      else {
        continue
      }
      let example = ImportedTimesPreview.Example(
        name: try row.value(atIndex: 0) ?? "", before: before, after: after)
      preview.beerCount += 1
      if before.localTime(in: timeZone).dayNumber != after.dayNumber {
        preview.movedCount += 1
        if preview.examples.count < exampleCount { preview.examples.append(example) }
      } else if others.count < exampleCount {
        others.append(example)
      }
    }
    preview.examples += others.prefix(exampleCount - preview.examples.count)
    return preview
  }

  /// Makes the times of an import local; it can still be undone.
  func makeLocal(_ batch: Int64) throws {
    try db.execute(
      sql: """
        UPDATE beer SET drunk_at = rtrim(drunk_at, 'Z'),
          created_at = iif(created_at = drunk_at, rtrim(drunk_at, 'Z'), created_at)
        WHERE id IN (SELECT id \(Self.suspects) ?)
        """, arguments: [batch])
  }

  /// Takes the times of an import as right from now on.
  func keep(_ batch: Int64) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO background_work (name, position) VALUES (?, 0)",
      arguments: [Self.keptPrefix + String(batch)])
  }
}

/// What making the times of an import local would change.
package struct ImportedTimesPreview: Hashable, Sendable {
  /// A beer with another time.
  package struct Example: Hashable, Sendable {
    package let name: String
    package let before: DiaryDate
    package let after: DiaryDate
  }

  /// The number of the import.
  package let batch: Int64
  /// The name of its file; `nil` if that is not known.
  package let file: String?
  package var beerCount = 0
  /// How many of the beers move to another day.
  package var movedCount = 0
  /// Beers that move to another day come first.
  package var examples: [Example] = []
}

struct ImportedTimesStore: DatabaseAccess {
  let database: DiaryDatabase

  func importedTimes(exampleCount: Int, timeZone: TimeZone = .autoupdatingCurrent)
    throws(StoreError) -> [ImportedTimesPreview]
  {
    try read { db in
      let times = ImportedTimes(db)
      return try times.imports().map {
        try times.preview(of: $0, exampleCount: exampleCount, timeZone: timeZone)
      }
    }
  }

  func makeTimesLocal(ofImport batch: Int64) throws(StoreError) {
    try write { try ImportedTimes($0).makeLocal(batch) }
  }

  func keepTimes(ofImport batch: Int64) throws(StoreError) {
    try write { try ImportedTimes($0).keep(batch) }
  }
}
