import DiaryModel
import Foundation
package import GRDB
import GRDBSQLite
import SQLiteKit

/// A value as an old store has it, which is not always what its column says.
enum LegacyValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Bytes that are no UTF-8, or hold a NUL at which much software cuts a text off.
  case brokenText(Data)
  case blob(Data)
  /// A blob that is too large to be a custom field; only its size is known.
  case largeBlob(byteCount: Int)

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Core Data counts seconds from 2001-01-01 00:00:00 UTC.
  var date: DiaryDate? {
    number.flatMap { DiaryDate(instant: Date(timeIntervalSinceReferenceDate: $0)) }
  }

  /// The text as far as it can be read: what cannot is U+FFFD.
  var readableText: String? {
    switch self {
    case .text(let text): return text
    case .brokenText(let bytes):
      var text = String.UnicodeScalarView()
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        text.append(scalar == "\0" ? "\u{FFFD}" : scalar)
      }
      return String(text)
    default: return nil
    }
  }
}

/// The row that a statement stands on, read byte for byte.
///
/// GRDB's own reading ends a text at its first NUL and repairs what is no UTF-8 without a word.
package struct LegacyRow {
  /// Blobs above this size are not read.
  package static let maxBlobSize = 4096

  private let statement: SQLiteStatement
  private let failure: DeferredError

  /// Valid until the statement goes on.
  init(_ statement: Statement, _ failure: DeferredError) {
    self.statement = statement.sqliteStatement
    self.failure = failure
  }

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

  /// The bytes of a blob where they lie, until the statement goes on; `nil` for any other value, and for no bytes.
  func bytes(ofBlob column: Int) -> UnsafeRawBufferPointer? {
    let index = Int32(column)
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
    guard let start = sqlite3_column_blob(statement, index) else {
      // NULL stands for no bytes, or for too little memory.
      _ = failure.catching(statement.checkMemory)
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
  }

  private func text(_ index: Int32) -> LegacyValue {
    guard let bytes = failure.catching({ try statement.text(index) }) else { return .null }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return .brokenText(Data(bytes))
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
  /// Hands each row of a query to `body`, byte for byte.
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
