import DiaryModel
import GRDB
import SQLiteKit

/// Finds the beers of the diary whose rows had the same id, because they may be about different beers.
final class SharedIDLookup {
  /// The beers of the diary with an id, as they were before the import.
  struct Beers {
    fileprivate(set) var ids: [Int64] = []
    /// How many of them are not in the trash because their import was undone.
    fileprivate(set) var remainingCount = 0
    /// The ids by the values of the last import, or else by the current ones.
    fileprivate var idsByValues: [BeerFields: [Int64]] = [:]
  }

  /// A beer of the diary with an id.
  private struct Beer {
    let id: Int64
    let values: BeerFields
    let isEdited: Bool
    let isOfUndoneImport: Bool
    /// Whether it was in the diary before this import, and not in the trash because its import was undone.
    let isRemaining: Bool

    /// Rows with the same values are given beers in this order: those that need no change come first.
    var order: (Int, Int, Int64) { (isOfUndoneImport ? 1 : 0, isEdited ? 1 : 0, id) }
  }

  /// SQL for the beers with an id; see ``arguments(_:source:)``.
  let condition: String

  private let rows: Statement
  private let counts: Statement
  private let records: Statement?
  private let spelling: FieldNameNormalizer
  private let importID: Int64
  private let lastID: Int64
  /// The beers with the ids that several rows have.
  private var beers: [Origin: Beers] = [:]
  /// The numbers for the next new beers with an id.
  private var nextNumbers: [Origin: Int] = [:]

  /// Prepares the statements.
  ///
  /// - Parameter startedImport: The import, whose own new beers are ignored; `nil` if there is none.
  init(_ db: Database, _ onDuplicate: ImportPolicy.Duplicate, startedImport: StartedImport?) throws {
    spelling = try FieldNameNormalizer(db)
    importID = startedImport?.id ?? 0
    let end = startedImport?.firstBeerID ?? .max
    lastID = end == .max ? end : end - 1
    var condition = "source = ? AND source_id >= ? AND source_id < ?"
    // Only an import that adds separate beers, whose ids have a plus, restores them from the trash.
    if onDuplicate != .add {
      condition += " AND (instr(source_id, '+') = 0 OR NOT \(ExistingBeerLookup.isOfUndoneImport))"
    }
    self.condition = condition
    rows = try db.cachedStatement(
      sql: """
        SELECT id, \(ExistingBeerLookup.isOfUndoneImport) AS is_of_undone_import, import_batch, \(BeerColumn.names)
        FROM beer WHERE \(condition) AND id <= ?
        """)
    counts = try db.cachedStatement(sql: "SELECT count(*) FROM beer WHERE \(condition)")
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
    let rows = try Row.fetchAll(rows, arguments: arguments(id, source: source) + [lastID])
    var found = Beers()
    for beer in try rows.map({ try beer($0, source: source) }).sorted(by: { $0.order < $1.order }) {
      found.ids.append(beer.id)
      found.idsByValues[beer.values, default: []].append(beer.id)
      if beer.isRemaining { found.remainingCount += 1 }
    }
    if id.rowCount > 1 { beers[origin] = found }
    return found
  }

  private func beer(_ row: Row, source: String) throws -> Beer {
    let id = try row.value(Int64.self, atIndex: 0)
    let isOfUndoneImport = try row.value(Bool.self, atIndex: 1)
    let current = try BeerFields(row: row)
    let record = try records.flatMap { try Row.fetchOne($0, arguments: [id, source]) }
    let values = try record.map { spelled(try BeerFields(row: $0)) } ?? current
    return Beer(
      id: id, values: values, isEdited: values != current, isOfUndoneImport: isOfUndoneImport,
      // One that this import has restored was in the trash before.
      isRemaining: try !isOfUndoneImport && row.value(Int64?.self, atIndex: 2) != importID)
  }

  /// Returns the beer with the values of a row; `nil` if there is none.
  ///
  /// Of rows with the same values, each is given a beer of its own.
  func match(_ beer: ImportedBeer, _ id: SharedID, among beers: Beers) -> Int64? {
    let equal = beers.idsByValues[spelled(beer.allFields)] ?? []
    return id.occurrence <= equal.count ? equal[id.occurrence - 1] : nil
  }

  /// Returns fields with the names of custom ones as their indexes spell them.
  private func spelled(_ fields: BeerFields) -> BeerFields {
    if spelling.isFree { return fields }
    var fields = fields
    fields.extras = spelling.spelled(fields.extras)
    return fields
  }

  /// Returns a number for a new beer with an id, which is another one each time.
  func nextNumber(_ id: SharedID, source: String) throws -> Int {
    let origin = Origin(source: source, id: id.text)
    let number =
      try nextNumbers[origin] ?? (Int.fetchOne(counts, arguments: arguments(id, source: source)) ?? 0) + 1
    nextNumbers[origin] = number + 1
    return number
  }

  /// Returns the arguments of ``condition``.
  func arguments(_ id: SharedID, source: String) -> StatementArguments {
    // The numbers of repetitions follow a hyphen, after which the full stop is the next character.
    [source, id.text, id.text + "."]
  }
}
