import Foundation
import GRDB

/// The diary's beer that a row is about.
struct KnownBeer {
  let id: Int64
  let batch: Int64?
  /// Whether it says what the row says.
  let isSame: Bool
  /// Whether it is in the trash because its import was undone.
  let isOfUndoneImport: Bool
  /// Whether an earlier import gave it another id than the row has now.
  var hasEarlierID = false
  /// Whether an earlier import added it for this very row, next to a beer with other values.
  var isSeparate = false
}

/// Finds the beers that rows are about, and compares them where they lie.
struct KnownBeerLookup {
  private static let texts = ImportRows.Text.fields
  private static let times: [ImportRows.Text] = [.createdAt, .updatedAt, .deletedAt]
  private static let isOfUndoneImport = """
    iif(deleted_at IS NULL, 0, deleted_at IS (SELECT undone_at FROM import_run WHERE batch = import_batch))
    """
  private static let select: String = {
    let columns =
      ["id", "import_batch", "extras"] + texts.map(\.column) + ImportRows.Number.allCases.map(\.column)
      + times.map(\.column) + [isOfUndoneImport]
    return "SELECT \(columns.joined(separator: ", ")) FROM beer WHERE "
  }()

  private static let undoneImportColumn = Int32(
    3 + texts.count + ImportRows.Number.allCases.count + times.count)

  private let byUUID: RawStatement
  private let byOrigin: RawStatement
  private let source: [UInt8]
  private let rowsAreWhole: Bool
  /// Whether rows that differ from their beer are added as others.
  private let addsSeparateBeers: Bool

  /// - Parameter source: Of rows that do not name their own.
  init(_ db: Database, source: String, _ policy: ImportPolicy = ImportPolicy()) throws {
    byUUID = RawStatement(try db.cachedStatement(sql: Self.select + "uuid = ?1"))
    byOrigin = RawStatement(try db.cachedStatement(sql: Self.select + "source = ?1 AND source_id = ?2"))
    self.source = Array(source.utf8)
    rowsAreWhole = policy.rowsAreWhole
    addsSeparateBeers = policy.onDuplicate == .add
  }

  /// The beer with the row's uuid, or else with its origin, or else with an id of an earlier import.
  ///
  /// If it differs from the row and an earlier import added another beer for this row, it is that one.
  func beer(ofRow row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) throws -> KnownBeer? {
    guard let beer = try beer(withIDsOf: row, in: rows, texts) else { return nil }
    return beer.isSame ? beer : try separateBeer(ofRow: row, in: rows, texts) ?? beer
  }

  private func separateBeer(ofRow row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) throws
    -> KnownBeer?
  {
    var id = SeparateBeerID(ofRow: row, in: rows, texts).text
    guard var beer = try id.withUTF8({ try beer(withID: $0, ofRow: row, in: rows, texts) }) else {
      return nil
    }
    // Only an import that adds such beers takes them out of the trash.
    guard addsSeparateBeers || !beer.isOfUndoneImport else { return nil }
    beer.isSeparate = true
    return beer
  }

  private func beer(withIDsOf row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) throws -> KnownBeer? {
    if let uuid = rows.uuid(ofRow: row) {
      let found = try withUnsafeBytes(of: uuid.uuid) { bytes in
        try byUUID.bind(bytes, at: 1)
        return try find(byUUID, row, rows, texts)
      }
      if let found { return found }
    }
    guard let id = texts(.sourceID, row) else { return nil }
    return try beer(withID: id, ofRow: row, in: rows, texts) ?? beer(withEarlierIDOf: row, in: rows, texts)
  }

  private func beer(withEarlierIDOf row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) throws
    -> KnownBeer?
  {
    for var id in rows.earlierIDs(ofRow: row) {
      guard var found = try id.withUTF8({ try beer(withID: $0, ofRow: row, in: rows, texts) }) else {
        continue
      }
      found.hasEarlierID = true
      return found
    }
    return nil
  }

  /// The beer with the row's source and another id than the row's.
  private func beer(
    withID id: UnsafeBufferPointer<UInt8>, ofRow row: Int, in rows: ImportRows, _ texts: ImportRows.Texts
  ) throws -> KnownBeer? {
    try source.withUnsafeBufferPointer { source in
      try byOrigin.bind(texts(.source, row) ?? source, at: 1)
      try byOrigin.bind(id, at: 2)
      return try find(byOrigin, row, rows, texts)
    }
  }

  private func find(
    _ beer: RawStatement, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts
  ) throws -> KnownBeer? {
    try beer.firstRow {
      KnownBeer(
        id: beer.integer(0), batch: beer.isNull(1) ? nil : beer.integer(1),
        isSame: try isSame(beer, row, rows, texts),
        isOfUndoneImport: beer.integer(Self.undoneImportColumn) != 0)
    }
  }
}

// MARK: - Comparing

extension KnownBeerLookup {
  private func isSame(
    _ beer: RawStatement, _ row: Int, _ rows: ImportRows, _ texts: ImportRows.Texts
  ) throws -> Bool {
    var column: Int32 = 3
    for text in Self.texts {
      guard try isSame(texts(text, row), beer, column) else { return false }
      column += 1
    }
    for number in ImportRows.Number.allCases {
      guard isSame(rows.number(number, ofRow: row), beer, column) else { return false }
      column += 1
    }
    for time in Self.times where rowsAreWhole {
      guard try isSame(texts(time, row), beer, column) else { return false }
      column += 1
    }
    return try hasSameExtras(texts(.extras, row), beer)
  }

  private func isSame(_ text: UnsafeBufferPointer<UInt8>?, _ beer: RawStatement, _ column: Int32)
    throws -> Bool
  {
    guard let text else { return !rowsAreWhole || beer.isNull(column) }
    return try Self.isEqual(text, beer, column)
  }

  private func isSame(_ number: Double?, _ beer: RawStatement, _ column: Int32) -> Bool {
    let isNull = beer.isNull(column)
    guard let number else { return !rowsAreWhole || isNull }
    return !isNull && beer.number(column) == number
  }

  private static func isEqual(
    _ text: UnsafeBufferPointer<UInt8>, _ beer: RawStatement, _ column: Int32
  ) throws -> Bool {
    guard let stored = try beer.text(column) else { return false }
    return stored.elementsEqual(text)
  }

  /// Custom fields that only the diary has do not count where rows do not say everything.
  private func hasSameExtras(_ extras: UnsafeBufferPointer<UInt8>?, _ beer: RawStatement) throws -> Bool {
    if let extras, try Self.isEqual(extras, beer, 2) { return true }
    if extras == nil, !rowsAreWhole { return true }
    guard let stored = try beer.text(2),
      let own = try? Extras(json: String(decoding: stored, as: UTF8.self)),
      let said = try? Extras(json: extras.map { String(decoding: $0, as: UTF8.self) } ?? "{}")
    else { return false }
    return rowsAreWhole ? own == said : said.allSatisfy { own[$0.key]?.isWritten(like: $0.value) ?? false }
  }
}
