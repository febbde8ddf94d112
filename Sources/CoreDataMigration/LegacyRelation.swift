import GRDB

/// A column of `ZBEER` with the key of a row in another table: a brewery or a style that is an entity of its own.
///
/// Its name goes where the name belongs, its other attributes become custom fields of each beer, as `brewery.country`.
/// The other table stays in the file: it may hold breweries of no beer, and values too large for a custom field.
struct LegacyRelation {
  /// SQLite joins up to 64 tables.
  private static let maxCount = 32
  /// What the entities of a field may be called, beside the field's own columns.
  private static let entityNames = [
    "brewery": ["ZBREWERY", "ZBREWER"], "style": ["ZSTYLE", "ZBEERSTYLE", "ZBEERTYPE"],
    "place": ["ZPLACE", "ZLOCATION", "ZVENUE"],
  ]

  /// The column of `ZBEER`.
  let column: String
  /// What takes the name; `nil` where it becomes a custom field.
  let field: LegacyField?
  /// The relationship as custom fields name it.
  let name: String
  let table: String
  let nameColumn: String?
  let attributes: [LegacySchema.ExtraColumn]

  /// What keeps the value where it is no key of a row.
  var keptName: String { field?.name ?? name }
}

extension LegacyRelation {
  /// The relations of the beers, found by the names of columns and tables.
  static func all(
    _ db: Database, fields: [String: String], extras: [LegacySchema.ExtraColumn]
  ) throws -> [LegacyRelation] {
    let tables = Set(try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
    var relations: [LegacyRelation] = []
    for (field, names) in entityNames.sorted(by: { $0.key < $1.key }) {
      guard let column = fields[field] else { continue }
      let name = LegacySchema.attributeName(column)
      for table in [column] + names where relations.last?.column != column && tables.contains(table) {
        relations += try relation(db, column, field, name, to: table)
      }
    }
    for extra in extras where tables.contains(extra.column) {
      relations += try relation(db, extra.column, nil, extra.name, to: extra.column)
    }
    return Array(relations.prefix(maxCount))
  }

  private static func relation(
    _ db: Database, _ column: String, _ field: String?, _ name: String, to table: String
  ) throws -> [LegacyRelation] {
    guard !LegacyTables.own.contains(table) else { return [] }
    let columns = try LegacyTables.columns(db, of: table)
    // One row for each key, or a beer would be read twice.
    guard columns.filter({ $0.primaryKeyIndex > 0 }).map(\.name) == ["Z_PK"] else { return [] }
    let nameColumn = ["ZNAME", "ZTITLE", table + "NAME"].first { name in columns.contains { $0.name == name }
    }
    // The way back to the beer says nothing new.
    let attributes = LegacySchema.extraColumns(columns, taken: Set([nameColumn, "ZBEER"].compactMap(\.self)))
    return [
      LegacyRelation(
        column: column, field: field.map { LegacyField($0, column: nameColumn ?? column, index: 0) },
        name: name, table: table, nameColumn: nameColumn,
        attributes: attributes)
    ]
  }
}
