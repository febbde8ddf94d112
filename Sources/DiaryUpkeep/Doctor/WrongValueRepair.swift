import DiaryModel
import DiaryStore
import GRDB

/// Moves values that their columns cannot have to where they can be read: custom fields, a photo's caption.
struct WrongValueRepair {
  private static let timestamps = ["deleted_at": "Deleted", "created_at": "Created", "updated_at": "Changed"]

  private let db: Database
  private let timestamp: String

  init(_ db: Database, timestamp: String) {
    self.db = db
    self.timestamp = timestamp
  }

  /// When a beer went to the trash is a date that it cannot do without there.
  func moveDates() throws {
    for value in try WrongDates(db).beers() {
      try move(value, leaving: value.column == "drunk_at" ? nil : timestamp)
    }
  }

  func moveNumbers() throws {
    for value in try WrongRanges(db).values() { try move(value, leaving: nil) }
  }

  /// What can still be read stays as the text that it is.
  func moveCustomFields() throws {
    try db.execute(
      sql: """
        UPDATE beer SET extras = json_object(?, CAST(extras AS TEXT)) WHERE id IN (\(IntegrityCheck.customFields))
        """, arguments: [Extras.asRecorded])
  }

  func movePhotoDates() throws {
    for value in try WrongDates(db).photos() {
      try db.execute(
        sql: """
          UPDATE photo SET taken_at = NULL, caption = coalesce(caption || ' ', '') || '(taken: ' || ? || ')'
          WHERE id = ?
          """, arguments: [value.text, value.row])
    }
  }

  /// The column and the custom field change at once: a row with a wrong value in it cannot be written.
  private func move(_ value: WrongValue, leaving new: String?) throws {
    let sql = "SELECT extras FROM beer WHERE id = ?"
    guard let json = try String.fetchOne(db, sql: sql, arguments: [value.row]) else { return }
    var extras = try Extras(json: json)
    extras[name(for: value.column, in: extras)] = .text(value.text)
    try db.execute(
      sql: "UPDATE beer SET \(value.column) = ?, extras = ? WHERE id = ?",
      arguments: [new, extras.json, value.row])
  }

  /// A custom field that the beer does not have yet.
  private func name(for column: String, in extras: Extras) -> String {
    let name = "\(Self.timestamps[column] ?? BeerColumn.named(column)?.label ?? column) as recorded"
    var candidate = name
    var number = 2
    while extras[candidate] != nil {
      candidate = "\(name) (\(number))"
      number += 1
    }
    return candidate
  }
}
