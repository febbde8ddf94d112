import DiaryModel
import Foundation
package import GRDB
import GRDBSQLite
import SQLiteKit

/// A value of an old store, which need not have the type of its column.
enum LegacyValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Text that is not valid UTF-8, or that contains a NUL.
  case malformedText(Data)
  case blob(Data)
  /// A blob larger than ``LegacyRow/maxBlobSize``, which is not read.
  case largeBlob(byteCount: Int)

  /// The number; `nil` for other values.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The date of a number, which counts seconds from 2001-01-01 00:00:00 UTC.
  ///
  /// `nil` for other values and for dates outside the years 0 to 9999.
  var date: DiaryDate? {
    number.flatMap { DiaryDate(instant: Date(timeIntervalSinceReferenceDate: $0)) }
  }

  /// The text, with U+FFFD for NULs and invalid UTF-8; `nil` for other values.
  var readableText: String? {
    switch self {
    case .text(let text): return text
    case .malformedText(let bytes):
      var text = String.UnicodeScalarView()
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        text.append(scalar == "\0" ? "\u{FFFD}" : scalar)
      }
      return String(text)
    default: return nil
    }
  }
}

/// The current row of a statement, read byte for byte.
///
/// GRDB would end a text at its first NUL and silently repair invalid UTF-8.
package struct LegacyRow {
  /// The size in bytes above which the subscript does not read a blob.
  package static let maxBlobSize = 4096

  private let statement: SQLiteStatement
  private let failure: DeferredError

  /// Creates a view of the current row, which is valid until the next one.
  ///
  /// - Parameter failure: Keeps the first error; a value that cannot be read is `.null`.
  init(_ statement: Statement, _ failure: DeferredError) {
    self.statement = statement.sqliteStatement
    self.failure = failure
  }

  /// Returns the value of a column, from 0.
  subscript(_ column: Int) -> LegacyValue {
    let index = Int32(column)
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return text(index)
    case SQLITE_BLOB: return blob(index)
    default: return .null
    }
  }

  /// Returns the bytes of a blob, valid until the next row; `nil` for other values and for an empty blob.
  func bytes(ofBlob column: Int) -> UnsafeRawBufferPointer? {
    let index = Int32(column)
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
    guard let start = sqlite3_column_blob(statement, index) else {
      // Either the blob is empty, or memory ran out.
      _ = failure.catching(statement.checkMemory)
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
  }

  private func text(_ index: Int32) -> LegacyValue {
    guard let bytes = failure.catching({ try statement.text(index) }) else { return .null }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return .malformedText(Data(bytes))
    }
    return .text(text)
  }

  private func blob(_ index: Int32) -> LegacyValue {
    let count = Int(sqlite3_column_bytes(statement, index))
    if count > Self.maxBlobSize { return .largeBlob(byteCount: count) }
    guard count > 0, let start = sqlite3_column_blob(statement, index) else {
      return failure.catching(statement.checkMemory) == nil ? .null : .blob(Data())
    }
    return .blob(Data(bytes: start, count: count))
  }
}

extension Database {
  /// Calls `body` for each row of a query.
  ///
  /// - Throws: Errors of SQLite, and what `body` throws.
  package func forEachLegacyRow(_ sql: String, _ body: (LegacyRow) throws -> Void) throws {
    let statement = try makeStatement(sql: sql)
    let rows = try Row.fetchCursor(statement)
    let failure = DeferredError()
    while try rows.next() != nil {
      try body(LegacyRow(statement, failure))
      try failure.check()
    }
  }
}
