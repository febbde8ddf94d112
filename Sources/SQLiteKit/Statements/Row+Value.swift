package import GRDB

extension Row {
  /// Returns the value of a column.
  ///
  /// GRDB's `decode` lets SQLite convert values, so a damaged number would read as 0.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is of another type, which only damage can cause.
  package func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, forColumn name: String
  ) throws -> Value {
    try Self.value(self[name], in: name)
  }

  /// Returns the value of a column, counted from 0; see ``value(_:forColumn:)``.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is of another type.
  package func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, atIndex index: Int
  ) throws -> Value {
    try Self.value(self[index], in: String(index))
  }

  private static func value<Value: DatabaseValueConvertible>(_ stored: DatabaseValue, in column: String)
    throws
    -> Value
  {
    let isText = Value.self == String.self || Value.self == String?.self
    if case .blob = stored.storage, isText { throw damage(column) }
    guard let value = Value.fromDatabaseValue(stored) else { throw damage(column) }
    return value
  }

  private static func damage(_ column: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CORRUPT, message: "a value of the column \(column) has another type")
  }
}
