import DiaryModel
import GRDB
import SQLiteKit

/// Finds the beers of the diary whose rows had the same id, because they may be about different beers.
final class SharedIDLookup {
  /// The beers of the diary with an id, as they were before the import.
  struct Beers {
    /// Above this number, only beers with all values of a row are found, which takes as long for any number.
    private static let maxComparisons = 1000

    fileprivate(set) var ids: [Int64] = []
    private var fields: [BeerFields] = []
    /// The ids by the values of the last import, or else by the current ones.
    private var idsByValues: [BeerFields: [Int64]] = [:]

    fileprivate mutating func add(_ id: Int64, _ current: BeerFields, lastImport: BeerFields?) {
      ids.append(id)
      fields.append(current)
      idsByValues[lastImport ?? current, default: []].append(id)
    }

    /// Returns the beer with the values of a row; `nil` if there is none.
    ///
    /// If a file leaves out values, as it does without a column that it had before, the others are sufficient, unless
    /// some of its rows are new.
    fileprivate func match(_ row: BeerFields, _ id: SharedID) -> Int64? {
      let equal = idsByValues[row] ?? []
      if id.occurrence <= equal.count { return equal[id.occurrence - 1] }
      guard id.rowCount...max(id.rowCount, Self.maxComparisons) ~= ids.count else { return nil }
      let similar = ids.indices.filter { fields[$0].containsValues(of: row) }
      return id.occurrence <= similar.count ? ids[similar[id.occurrence - 1]] : nil
    }
  }

  /// SQL for the beers with an id; see ``arguments(_:source:)``.
  ///
  /// The ids of separate beers have a plus.
  static let condition = "source = ? AND source_id >= ? AND source_id < ? AND instr(source_id, '+') = 0"

  private let rows: Statement
  private let counts: Statement
  private let records: Statement?
  private let spelling: FieldNameNormalizer
  private let lastID: Int64
  /// The beers with the ids that several rows or several beers have.
  private var beers: [Origin: Beers] = [:]

  /// Prepares the statements.
  ///
  /// - Parameter end: The id of the first beer that is ignored, because the import itself added it.
  init(_ db: Database, upToID end: Int64) throws {
    spelling = try FieldNameNormalizer(db)
    lastID = end == .max ? end : end - 1
    rows = try db.cachedStatement(
      sql: "SELECT id, \(BeerColumn.names) FROM beer WHERE \(Self.condition) AND id <= ? ORDER BY id")
    counts = try db.cachedStatement(sql: "SELECT count(*) FROM beer WHERE \(Self.condition)")
    let hasRecords = try Row.fetchOne(db, sql: "SELECT 1 FROM imported_beer LIMIT 1") != nil
    records =
      hasRecords
      ? try db.cachedStatement(
        sql: """
          SELECT \(BeerColumn.names) FROM imported_beer
          WHERE beer_id = ? AND batch IN (SELECT id FROM import_batch WHERE source = ?)
          ORDER BY batch DESC LIMIT 1
          """) : nil
  }

  /// Returns the beers with an id that were in the diary before the import.
  func beers(_ id: SharedID, source: String) throws -> Beers {
    let origin = Origin(source: source, id: id.text)
    if let known = beers[origin] { return known }
    var found = Beers()
    let arguments = arguments(id, source: source) + [lastID]
    for row in try Row.fetchAll(rows, arguments: arguments) {
      let beer = try row.value(Int64.self, atIndex: 0)
      let record = try records.flatMap { try Row.fetchOne($0, arguments: [beer, source]) }
      found.add(
        beer, try BeerFields(row: row), lastImport: try record.map { spelled(try BeerFields(row: $0)) })
    }
    if id.rowCount > 1 { beers[origin] = found }
    return found
  }

  /// Returns the beer with the values of a row; `nil` if there is none.
  func match(_ beer: ImportedBeer, _ id: SharedID, among beers: Beers) -> Int64? {
    beers.match(spelled(beer.allFields), id)
  }

  /// Returns fields with the names of custom ones as their indexes spell them.
  private func spelled(_ fields: BeerFields) -> BeerFields {
    if spelling.isFree { return fields }
    var fields = fields
    fields.extras = spelling.spelled(fields.extras)
    return fields
  }

  /// Returns the number of beers with an id.
  func count(_ id: SharedID, source: String) throws -> Int {
    try Int.fetchOne(counts, arguments: arguments(id, source: source)) ?? 0
  }

  /// Returns the arguments of ``condition``.
  func arguments(_ id: SharedID, source: String) -> StatementArguments {
    // The numbers of repetitions follow a hyphen, after which the full stop is the next character.
    [source, id.text, id.text + "."]
  }
}

extension BeerFields {
  /// Returns whether this has all values of a row.
  fileprivate func containsValues(of row: BeerFields) -> Bool {
    BeerColumn.values.allSatisfy { column in
      let value = column.databaseValue(of: row)
      return value.isNull || value == column.databaseValue(of: self)
    } && extras.containsAll(of: row.extras)
  }
}
