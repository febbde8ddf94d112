import DiaryModel
import GRDB
import SQLiteKit

/// Iterates over the custom fields of beers, parsing the JSON without copying it from SQLite.
struct CustomFieldScan {
  private let db: Database
  private let condition: String

  /// Creates a scan of the beers that meet a condition.
  ///
  /// - Parameter condition: SQL that selects beers. Write `+deleted_at`, so that SQLite does not use an index: reading
  ///   the whole table in its own order is many times as fast.
  init(_ db: Database, where condition: String) {
    self.db = db
    self.condition = condition
  }

  /// Calls `body` with each field of each beer: the beer's id, the field's name, and the reader, with which `body` must
  /// read or skip the value.
  func forEach(_ body: (Int64, RawString, inout JSONReader) throws -> Void) throws {
    let rows = RawStatement(
      try db.makeStatement(sql: "SELECT id, extras FROM beer WHERE extras <> '{}' AND \(condition)"))
    // The text is valid only until the next row, as it is not copied.
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

  /// Calls `body` with each beer's id and value, for the fields whose names are wanted.
  ///
  /// - Parameter isIncluded: Called once for each different name, or more often if there are very many.
  /// - Throws: `DatabaseError`; what `body` throws.
  package func forEach(named isIncluded: (String) -> Bool, _ body: (Int64, JSONValue) throws -> Void) throws {
    var names = RepeatedNames<Bool>()
    try forEach { id, name, reader in
      if try names.value(of: name, or: { isIncluded($0) }) {
        try body(id, try reader.value())
      } else {
        _ = try reader.rawValue()
      }
    }
  }
}

/// A cache of values for names that occur in many beers, which are looked up by their bytes.
struct RepeatedNames<Value> {
  private var known: [(bytes: [UInt8], value: Value)] = []
  /// The maximum number of cached names.
  private static var maxCount: Int { 64 }

  /// Returns the cached value for a name, or else the one that `make` returns.
  mutating func value(of name: RawString, or make: (String) throws -> Value) throws -> Value {
    for (bytes, value) in known where bytes.elementsEqual(name.bytes) { return value }
    let value = try make(name.text)
    if known.count < Self.maxCount { known.append((Array(name.bytes), value)) }
    return value
  }
}
