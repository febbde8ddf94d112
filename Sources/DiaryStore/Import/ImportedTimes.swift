package import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// Finds times of Untappd check-ins that earlier versions may have read as UTC although they are local times.
///
/// Untappd's exports have local times; other files, such as responses of its API, have times with a time zone. Earlier
/// versions stored both as instants without recording which they were, so the user has to decide for each import. The
/// first import of this version records the id of the last earlier import, as later imports are correct.
package struct ImportedTimes {
  private static let recordName = "untappd_times_read_as_utc"
  /// Followed by the id of an import whose times are correct.
  private static let confirmedPrefix = "untappd_times_kept:"
  /// How many beers of an import are examined for signs of the API.
  private static let examinedBeers = 100

  /// SQL for the beers with such times, to be followed by the id of an import.
  private static let suspects =
    "FROM beer WHERE source = 'untappd' AND drunk_at GLOB '*T*Z' AND import_batch = "

  /// SQL for the ids of the imports that may have such times.
  ///
  /// Responses of the API, which are recognized by objects in custom fields, always have times with a time zone.
  private static let imports = """
    SELECT id FROM import_batch b WHERE id <= coalesce(
        (SELECT position FROM background_work WHERE name = '\(recordName)'), 9223372036854775807)
      AND NOT EXISTS (SELECT 1 FROM background_work WHERE name = '\(confirmedPrefix)' || b.id)
      AND EXISTS (SELECT 1 \(suspects) b.id)
      AND NOT EXISTS (
        SELECT 1 FROM (SELECT extras \(suspects) b.id AND json_valid(extras) LIMIT \(examinedBeers)) e,
          json_each(e.extras) f
        WHERE f.type IN ('object', 'array') OR f.key LIKE '%.%' OR f.atom GLOB '{"*' OR f.atom GLOB '[[]*')
    ORDER BY id
    """

  private let db: Database

  /// Gives access to the imported times of a database.
  package init(_ db: Database) { self.db = db }

  /// Records the existing imports as those of earlier versions, unless that was done before.
  func prepareForImport() throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO background_work (name, position)
        SELECT '\(Self.recordName)', coalesce(max(id), 0) FROM import_batch
        """)
  }

  /// Returns the ids of the beers with such times, in ascending order.
  ///
  /// - Throws: `DatabaseError`.
  package func beers() throws -> [Int64] {
    try imports().flatMap {
      try Int64.fetchAll(db, sql: "SELECT id \(Self.suspects) ?", arguments: [$0])
    }.sorted()
  }

  /// Returns the ids of the imports that may have such times, in ascending order.
  ///
  /// - Throws: `DatabaseError`.
  package func imports() throws -> [Int64] { try Int64.fetchAll(db, sql: Self.imports) }

  /// Returns what making the times of an import local would change.
  func preview(of importID: Int64, exampleCount: Int, timeZone: TimeZone) throws -> ImportedTimesPreview {
    let file = try String.fetchOne(
      db, sql: "SELECT file FROM import_run WHERE batch = ?", arguments: [importID])
    var preview = ImportedTimesPreview(importID: importID, file: file)
    var others: [ImportedTimesPreview.Example] = []
    let rows = try Row.fetchCursor(
      db, sql: "SELECT name, drunk_at \(Self.suspects) ? ORDER BY drunk_at", arguments: [importID])
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

  /// Makes the times of an import local times; the import can still be undone.
  func makeLocal(_ importID: Int64) throws {
    try db.execute(
      sql: """
        UPDATE beer SET drunk_at = rtrim(drunk_at, 'Z'),
          created_at = iif(created_at = drunk_at, rtrim(drunk_at, 'Z'), created_at)
        WHERE id IN (SELECT id \(Self.suspects) ?)
        """, arguments: [importID])
  }

  /// Records that the times of an import are correct.
  func confirm(_ importID: Int64) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO background_work (name, position) VALUES (?, 0)",
      arguments: [Self.confirmedPrefix + String(importID)])
  }
}

/// What making the times of an import local would change.
package struct ImportedTimesPreview: Hashable, Sendable {
  /// A beer whose time would change.
  package struct Example: Hashable, Sendable {
    /// The name of the beer; empty if it has none.
    package let name: String
    /// The stored instant.
    package let before: DiaryDate
    /// The local time with the same digits.
    package let after: DiaryDate
  }

  /// The id of the import.
  package let importID: Int64
  /// The name of the import's file; `nil` if it is unknown.
  package let file: String?
  /// The number of beers whose time would change.
  package var beerCount = 0
  /// How many of these beers would move to another day.
  package var movedCount = 0
  /// Some of these beers; those that would move to another day come first.
  package var examples: [Example] = []
}

/// Lists and corrects imported times.
struct ImportedTimesStore: DiaryComponent {
  let database: DiaryDatabase

  func importedTimes(exampleCount: Int, timeZone: TimeZone)
    throws(StoreError) -> [ImportedTimesPreview]
  {
    try read { db in
      let times = ImportedTimes(db)
      return try times.imports().map {
        try times.preview(of: $0, exampleCount: exampleCount, timeZone: timeZone)
      }
    }
  }

  func makeTimesLocal(ofImport importID: Int64) throws(StoreError) {
    try write { try ImportedTimes($0).makeLocal(importID) }
  }

  func confirmTimes(ofImport importID: Int64) throws(StoreError) {
    try write { try ImportedTimes($0).confirm(importID) }
  }
}
