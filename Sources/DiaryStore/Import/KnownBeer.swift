import Foundation
import GRDB
import GRDBSQLite

/// The diary's beer that a row is about.
struct KnownBeer {
  let id: Int64
  let batch: Int64?
  /// Whether it says what the row says.
  let isSame: Bool
}

/// Finds the beers that rows are about, and compares them where they lie.
struct KnownBeerLookup {
  private static let texts: [ImportRows.Text] = [
    .name, .brewery, .style, .notes, .place, .serving, .price, .drunkAt,
  ]
  private static let times: [ImportRows.Text] = [.createdAt, .updatedAt, .deletedAt]
  private static let select: String = {
    let columns =
      ["id", "import_batch", "extras"] + texts.map(\.column) + ImportRows.Number.allCases.map(\.column)
      + times.map(\.column)
    return "SELECT \(columns.joined(separator: ", ")) FROM beer WHERE "
  }()

  private let byUUID: Statement
  private let byOrigin: Statement
  private let source: String
  private let rowsAreWhole: Bool

  /// - Parameter source: Of rows that do not name their own.
  init(_ db: Database, source: String, rowsAreWhole: Bool) throws {
    byUUID = try db.cachedStatement(sql: Self.select + "uuid = ?1")
    byOrigin = try db.cachedStatement(sql: Self.select + "source = ?1 AND source_id = ?2")
    self.source = source
    self.rowsAreWhole = rowsAreWhole
  }

  /// The beer with the row's uuid, or else with its origin.
  func beer(ofRow row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) throws -> KnownBeer? {
    if let uuid = rows.uuid(ofRow: row) {
      let statement = byUUID.sqliteStatement
      let found = withUnsafeBytes(of: uuid.uuid) { bytes -> KnownBeer? in
        sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
        return step(statement, row, rows, texts)
      }
      if let found { return found }
    }
    guard let id = texts(.sourceID, row) else { return nil }
    let statement = byOrigin.sqliteStatement
    if let own = texts(.source, row) {
      Self.bind(own, 1, statement)
      return find(id, statement, row, rows, texts)
    }
    var source = source
    return source.withUTF8 {
      Self.bind($0, 1, statement)
      return find(id, statement, row, rows, texts)
    }
  }

  private func find(
    _ id: UnsafeBufferPointer<UInt8>, _ statement: SQLiteStatement, _ row: Int, _ rows: ImportRows,
    _ texts: ImportRows.Texts
  ) -> KnownBeer? {
    Self.bind(id, 2, statement)
    return step(statement, row, rows, texts)
  }

  private static func bind(_ text: UnsafeBufferPointer<UInt8>, _ index: Int32, _ statement: SQLiteStatement) {
    text.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), nil)
    }
  }

  private func step(
    _ statement: SQLiteStatement, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts
  ) -> KnownBeer? {
    defer { sqlite3_reset(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    let isNew = sqlite3_column_type(statement, 1) == SQLITE_NULL
    return KnownBeer(
      id: sqlite3_column_int64(statement, 0), batch: isNew ? nil : sqlite3_column_int64(statement, 1),
      isSame: isSame(statement, row, rows, texts))
  }
}

// MARK: - Comparing

extension KnownBeerLookup {
  private func isSame(
    _ statement: SQLiteStatement, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts
  ) -> Bool {
    var column: Int32 = 3
    for text in Self.texts {
      guard isSame(texts(text, row), statement, column) else { return false }
      column += 1
    }
    for number in ImportRows.Number.allCases {
      guard isSame(rows.number(number, ofRow: row), statement, column) else { return false }
      column += 1
    }
    for time in Self.times where rowsAreWhole {
      guard isSame(texts(time, row), statement, column) else { return false }
      column += 1
    }
    return hasSameExtras(texts(.extras, row), statement)
  }

  private func isSame(_ text: UnsafeBufferPointer<UInt8>?, _ statement: SQLiteStatement, _ column: Int32)
    -> Bool
  {
    guard let text else {
      return !rowsAreWhole || sqlite3_column_type(statement, column) == SQLITE_NULL
    }
    return Self.isEqual(text, statement, column)
  }

  private func isSame(_ number: Double?, _ statement: SQLiteStatement, _ column: Int32) -> Bool {
    let isNull = sqlite3_column_type(statement, column) == SQLITE_NULL
    guard let number else { return !rowsAreWhole || isNull }
    return !isNull && sqlite3_column_double(statement, column) == number
  }

  private static func isEqual(
    _ text: UnsafeBufferPointer<UInt8>, _ statement: SQLiteStatement, _ column: Int32
  ) -> Bool {
    guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return false }
    let count = Int(sqlite3_column_bytes(statement, column))
    guard count == text.count else { return false }
    guard count > 0, let own = text.baseAddress, let stored = sqlite3_column_text(statement, column) else {
      return true
    }
    return memcmp(own, stored, count) == 0
  }

  /// Custom fields that only the diary has do not count where rows do not say everything.
  private func hasSameExtras(_ extras: UnsafeBufferPointer<UInt8>?, _ statement: SQLiteStatement) -> Bool {
    if let extras, Self.isEqual(extras, statement, 2) { return true }
    if extras == nil, !rowsAreWhole { return true }
    guard let stored = sqlite3_column_text(statement, 2),
      let own = try? Extras(json: String(cString: stored)),
      let said = try? Extras(json: extras.map { String(decoding: $0, as: UTF8.self) } ?? "{}")
    else { return false }
    return rowsAreWhole ? own == said : said.allSatisfy { own[$0.key] == $0.value }
  }
}
