import DiaryModel
import DiaryStore
import GRDB

/// Moves invalid values to where the user can read them: to custom fields, or to a photo's caption.
struct WrongValueRepair {
  /// The names of the custom fields for columns that are not fields of a beer.
  private static let timestamps = ["deleted_at": "Deleted", "created_at": "Created", "updated_at": "Changed"]

  private let db: Database
  private let timestamp: String

  init(_ db: Database, timestamp: String) {
    self.db = db
    self.timestamp = timestamp
  }

  /// Moves invalid dates of beers; required ones and `deleted_at`, without which a beer would leave the trash, get the
  /// current time.
  func moveDates() throws {
    for value in try WrongDates(db).beers() {
      try move(value, leaving: value.column == "drunk_at" ? nil : timestamp)
    }
  }

  /// Moves numbers that are out of range.
  func moveNumbers() throws {
    for value in try WrongRanges(db).values() { try move(value, leaving: nil) }
  }

  /// Moves custom fields that are not a JSON object, as text, into a single custom field.
  func moveCustomFields() throws {
    try db.execute(
      sql: """
        UPDATE beer SET extras = json_object(?, CAST(extras AS TEXT)) WHERE id IN (\(IntegrityCheck.customFields))
        """, arguments: [Extras.asRecorded])
  }

  /// Moves invalid dates of photos to their captions.
  func movePhotoDates() throws {
    for value in try WrongDates(db).photos() {
      try db.execute(
        sql: """
          UPDATE photo SET taken_at = NULL, caption = coalesce(caption || ' ', '') || '(taken: ' || ? || ')'
          WHERE id = ?
          """, arguments: [value.text, value.row])
    }
  }

  /// Moves a value in one statement, because a row with an invalid value cannot be written.
  private func move(_ value: WrongValue, leaving new: String?) throws {
    let sql = "SELECT extras FROM beer WHERE id = ?"
    guard let json = try String.fetchOne(db, sql: sql, arguments: [value.row]) else { return }
    var extras = try Extras(json: json)
    extras[name(for: value.column, in: extras)] = .text(value.text)
    try db.execute(
      sql: "UPDATE beer SET \(value.column) = ?, extras = ? WHERE id = ?",
      arguments: [new, extras.json, value.row])
  }

  /// Returns the name of a custom field that the beer does not have yet.
  private func name(for column: String, in extras: Extras) -> String {
    let name = Self.timestamps[column] ?? BeerColumn.named(column)?.label ?? column
    return "\(name) as recorded".numbered { extras[$0] != nil }
  }
}
