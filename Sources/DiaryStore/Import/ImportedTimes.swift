package import DiaryModel
package import Foundation
package import GRDB
import SQLiteKit

/// Times of Untappd's check-ins that earlier versions read as UTC although the exports hold local times.
///
/// An import records which ones were made before, so that instants that come with a time zone are left alone.
package struct ImportedTimes {
  private static let recordName = "untappd_times_read_as_utc"
  private static let suspects = """
    FROM beer WHERE source = 'untappd' AND drunk_at GLOB '*T*Z' AND import_batch <= coalesce(
      (SELECT position FROM background_work WHERE name = '\(recordName)'), 9223372036854775807)
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
    try Int64.fetchAll(db, sql: "SELECT id \(Self.suspects) ORDER BY id")
  }

  func preview(exampleCount: Int, timeZone: TimeZone) throws -> ImportedTimesPreview {
    var preview = ImportedTimesPreview()
    let rows = try Row.fetchCursor(db, sql: "SELECT name, drunk_at \(Self.suspects) ORDER BY drunk_at")
    while let row = try rows.next() {
      guard let before = try DiaryDate(row.value(String.self, atIndex: 1)),
        let after = DiaryDate(String(before.text.dropLast()))
      else {
        continue
      }
      preview.beerCount += 1
      guard before.localTime(in: timeZone).dayNumber != after.dayNumber else { continue }
      preview.movedCount += 1
      if preview.examples.count < exampleCount {
        preview.examples.append(try .init(name: row.value(atIndex: 0) ?? "", before: before, after: after))
      }
    }
    return preview
  }

  /// Makes the times local; the imports can still be undone.
  package func makeLocal() throws {
    try db.execute(
      sql: """
        UPDATE beer SET drunk_at = rtrim(drunk_at, 'Z'),
          created_at = iif(created_at = drunk_at, rtrim(drunk_at, 'Z'), created_at)
        WHERE id IN (SELECT id \(Self.suspects))
        """)
    try settle()
  }

  /// Takes all times as right from now on.
  func settle() throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO background_work (name, position) VALUES ('\(Self.recordName)', 0)")
  }
}

/// What making imported times local would change.
package struct ImportedTimesPreview: Hashable, Sendable {
  /// A beer that moves to another day.
  package struct Example: Hashable, Sendable {
    package let name: String
    package let before: DiaryDate
    package let after: DiaryDate
  }

  package var beerCount = 0
  /// How many of the beers move to another day.
  package var movedCount = 0
  package var examples: [Example] = []
}

extension Diary {
  /// Says what repairing `FindingKind.importedTimes` would change.
  package func importedTimesPreview(exampleCount: Int, timeZone: TimeZone = .autoupdatingCurrent)
    throws(DiaryError) -> ImportedTimesPreview
  {
    try read { try ImportedTimes($0).preview(exampleCount: exampleCount, timeZone: timeZone) }
  }

  /// Takes the times of all imports as right, so that they are not reported again.
  package func acceptImportedTimes() throws(DiaryError) { try write { try ImportedTimes($0).settle() } }
}
