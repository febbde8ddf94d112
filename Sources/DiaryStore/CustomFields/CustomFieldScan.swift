import DiaryModel
import GRDB
import SQLiteKit

/// Walks the custom fields of beers, reading their JSON where SQLite has it.
struct CustomFieldScan {
  private let db: Database
  private let condition: String

  /// - Parameter condition: Which beers, in SQL; a condition that an index begins with is to be kept from using it, as
  ///   a walk through the whole table in its own order is many times as fast.
  init(_ db: Database, where condition: String) {
    self.db = db
    self.condition = condition
  }

  /// Hands over each field of each beer: the beer's id, the field's name, and the reader of the value, which `body`
  /// reads or skips.
  func forEach(_ body: (Int64, RawString, inout JSONReader) throws -> Void) throws {
    let rows = RawStatement(
      try db.makeStatement(sql: "SELECT id, extras FROM beer WHERE extras <> '{}' AND \(condition)"))
    // The row is where the statement is, without a copy of its text.
    try rows.forEachRow {
      guard let json = try rows.text(1) else { return true }
      let id = rows.integer(0)
      var reader = JSONReader(json)
      guard try reader.beginObject() else { return true }
      repeat {
        let name = try reader.memberName()
        try body(id, name, &reader)
      } while try reader.hasMoreMembers()
      return true
    }
  }

  /// Hands over the fields whose names are wanted, and passes over the others.
  ///
  /// - Parameter isWanted: Asked once for each name.
  package func forEach(named isWanted: (String) -> Bool, _ body: (Int64, JSONValue) throws -> Void) throws {
    var names = RepeatedNames<Bool>()
    try forEach { id, name, reader in
      if try names.value(of: name, or: { isWanted($0) }) {
        try body(id, try reader.value())
      } else {
        _ = try reader.rawValue()
      }
    }
  }
}

/// What is known of names that come again from beer to beer, found by their bytes.
struct RepeatedNames<Value> {
  private var known: [(bytes: [UInt8], value: Value)] = []
  /// Beyond so many a name is looked at anew each time.
  private static var limit: Int { 64 }

  mutating func value(of name: RawString, or make: (String) throws -> Value) throws -> Value {
    for (bytes, value) in known where bytes.elementsEqual(name.bytes) { return value }
    let value = try make(name.text)
    if known.count < Self.limit { known.append((Array(name.bytes), value)) }
    return value
  }
}
