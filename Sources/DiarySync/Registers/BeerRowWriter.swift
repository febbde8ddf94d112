import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Updates the row of a beer from its registers, within a transaction.
struct BeerRowWriter {
  private let db: Database
  private let state: ReplicaTables
  private let beer: RecordID
  private let timestamp: String
  private let insertion: BeerInsertion

  private typealias Column = (name: String, value: DatabaseValue)

  init(
    _ db: Database, _ state: ReplicaTables, _ beer: RecordID, timestamp: String, insertion: BeerInsertion
  ) {
    self.db = db
    self.state = state
    self.beer = beer
    self.timestamp = timestamp
    self.insertion = insertion
  }

  /// Writes some fields of the beer.
  ///
  /// Writes nothing if the beer was purged and is not whole yet: a device that still has it will send it again.
  ///
  /// - Parameter changed: The fields to write, if there is a row already; `nil` for those that have changed.
  /// - Returns: The fields that were written, or had the values already, and whether there was no row before.
  func write(fields changed: Set<String>? = nil) throws -> (fields: Set<String>, isNew: Bool) {
    let row = try row()
    let values: [RowValues.Field]
    if row == nil {
      guard try value("created_at") != .null else { return ([], false) }
      values = try state.values(of: beer)
    } else {
      values = try (changed ?? state.changedFields(of: beer)).map { ($0, try value($0)) }
    }
    let fields = Set(values.lazy.map(\.name))
    var columns: [Column] = []
    for (field, value) in values where !field.hasPrefix(RegisterName.customPrefix) {
      try addColumns(of: field, value, to: &columns)
    }
    if let extras = try customFields(values, in: row?.value(forColumn: "extras") ?? "{}") {
      columns.append(("extras", extras.databaseValue))
    }
    guard let row else {
      try insertion.insert(
        Dictionary(columns.map { ($0.name, $0.value) }) { $1 }, of: beer.uuid, timestamp: timestamp, db)
      return (fields, true)
    }
    // The row already has the values that this device has written itself. `DatabaseValue` would take texts for the same
    // that have different Unicode scalars.
    columns.removeAll { Value(row[$0.name] as DatabaseValue) == Value($0.value) }
    if columns.isEmpty { return (fields, false) }
    // In a fixed order, so that there are few different statements.
    columns.sort { $0.name < $1.name }
    // As on this device, moving a beer to the trash is no edit, and neither is when another device has imported it.
    if columns.contains(where: { BeerColumn.named($0.name) != nil }) {
      // Otherwise, importing the file again would take the values of the other device for those of the import.
      try BeerRecord(db).preserveImportedValues(of: row.value(forColumn: "id"))
      columns.append(("updated_at", timestamp.databaseValue))
    }
    let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    // Compiling it takes much longer than running it, because of the triggers.
    try db.cachedStatement(sql: "UPDATE beer SET \(assignments) WHERE uuid = ?")
      .execute(arguments: StatementArguments(columns.map(\.value) + [beer.uuid.databaseValue]))
    return (fields, false)
  }

  private func row() throws -> Row? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM beer WHERE uuid = ?"), arguments: [beer.uuid])
  }

  private func value(_ field: String) throws -> Value {
    try state.value(Register(beer, field))
  }

  /// Adds the columns of a field; none if they cannot hold its value, which then stays only in its register.
  private func addColumns(of field: String, _ value: Value, to columns: inout [Column]) throws {
    switch field {
    case "coordinates": columns += pair(value, "latitude", "longitude")
    case "origin":
      let pair = pair(value, "source", "source_id")
      guard case .list(let list) = value else { return columns += pair }
      if !list.contains(.null), !pair.isEmpty, try takeOrigin(pair.map(\.value)) { columns += pair }
    case "created_at", "deleted_at":
      // A beer whose date is another text could not be read.
      if case .text(let text) = value, DiaryDate(text) != nil {
        columns.append((field, text.databaseValue))
      } else if field == "deleted_at", value == .null {
        columns.append((field, .null))
      }
    default:
      if let stored = BeerColumn.named(field)?.stored(value) { columns.append((field, stored)) }
    }
  }

  /// Returns whether the beer may have an origin, after taking it from another beer if necessary.
  ///
  /// If two devices have imported the same beer, all devices give the origin to the beer with the lower UUID.
  private func takeOrigin(_ origin: [DatabaseValue]) throws -> Bool {
    let sql = "SELECT uuid FROM beer WHERE source = ? AND source_id = ? AND uuid <> ?"
    let arguments = StatementArguments(origin + [beer.uuid.databaseValue])
    guard let other = try UUID.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else {
      return true
    }
    let waiting = beer.uuid < other ? other : beer.uuid
    try WaitingOrigins(db).insert(waiting)
    if waiting == beer.uuid { return false }
    try db.execute(sql: "UPDATE beer SET source = NULL, source_id = NULL WHERE uuid = ?", arguments: [other])
    return true
  }

  /// Returns two columns for a list of two values, or empty ones for `.null`; none for other values.
  private func pair(_ value: Value, _ first: String, _ second: String) -> [Column] {
    let values: [Value]
    switch value {
    case .null: values = [.null, .null]
    case .list(let list) where list.count == 2: values = list
    default: return []
    }
    let columns = zip([first, second], values).compactMap { name, value -> Column? in
      if let column = BeerColumn.named(name) { return column.stored(value).map { (name, $0) } }
      switch value {
      case .null: return (name, .null)
      case .text(let text): return (name, text.databaseValue)
      default: return nil
      }
    }
    return columns.count == 2 ? columns : []
  }

  /// Returns the JSON of the custom fields after some have changed; `nil` if none of them differs.
  private func customFields(_ changed: [RowValues.Field], in json: String) throws -> String? {
    let changed = changed.filter { $0.name.hasPrefix(RegisterName.customPrefix) }
    if changed.isEmpty { return nil }
    let before = try Extras(json: json)
    let present = Dictionary(grouping: before.keys, by: RegisterValues.customField)
    var extras = before
    for (field, value) in changed {
      // A value that this version cannot read is not shown. An earlier one would be sent with the next custom field.
      let new = value.text.flatMap { try? Extras(json: $0) } ?? [:]
      for name in present[field] ?? [] { extras[name] = nil }
      for (name, value) in new where RegisterValues.customField(name) == field { extras[name] = value }
    }
    let (old, new) = (before.json, extras.json)
    return new.utf8.elementsEqual(old.utf8) ? nil : new
  }
}

/// Inserts the rows of the new beers of one transaction.
final class BeerInsertion {
  private let names: [String]
  private let sql: String
  /// The id of the beer that was inserted last; `nil` before the first.
  private var lastID: Int64?

  init() {
    names = BeerColumn.values.map(\.name) + ["extras", "created_at", "deleted_at", "source", "source_id"]
    sql = """
      INSERT INTO beer (id, uuid, updated_at, \(names.joined(separator: ", ")))
      VALUES (?, ?, ?\(String(repeating: ", ?", count: names.count)))
      """
  }

  /// Inserts a beer with an id that no beer has or had.
  ///
  /// - Parameters:
  ///   - columns: The values of columns by their names; the others have their defaults.
  ///   - timestamp: The time of the change, and of the creation if the columns do not have it.
  func insert(
    _ columns: [String: DatabaseValue], of uuid: UUID, timestamp: String, _ db: Database
  ) throws {
    let defaults = ["extras": "{}".databaseValue, "created_at": timestamp.databaseValue]
    let id = try nextID(db)
    try PreparedInsert(db, sql: sql).execute { row in
      row.append(id)
      row.append(uuid)
      row.append(timestamp)
      for name in names { row.append(columns[name] ?? defaults[name] ?? .null) }
    }
  }

  /// Returns the next id, which needs a query only for the first beer.
  private func nextID(_ db: Database) throws -> Int64 {
    let next = if let lastID, lastID < .max { lastID + 1 } else { try IDSequence.beer.nextID(db) }
    lastID = next
    return next
  }
}

extension BeerColumn {
  /// Returns what the column stores; `nil` if it cannot hold the value.
  func stored(_ value: Value) -> DatabaseValue? {
    switch (content, value) {
    case (_, .null): return .null
    case (.text, .text(let text)), (.date, .text(let text)): return text.databaseValue
    case (.number, .real(let number)):
      return (try? validate(number)) == nil ? nil : number.databaseValue
    default: return nil
    }
  }
}
