import GRDB

/// A column of `ZBEER` with the key of a row in another table: a brewery or a style that is an entity of its own.
///
/// The name of the row becomes a field of the beer, or a custom field; other attributes become custom fields such as
/// `brewery.country`. The other table stays in the file: it may have breweries without beers, and large values.
struct LegacyRelation {
  /// Half of the 64 tables that SQLite can join: a margin, and far more than the few relations that a beer has.
  private static let maxCount = 32
  /// Names of tables for a field, in addition to the name of the field's own column.
  private static let entityNames = [
    "brewery": ["ZBREWERY", "ZBREWER"], "style": ["ZSTYLE", "ZBEERSTYLE", "ZBEERTYPE"],
    "place": ["ZPLACE", "ZLOCATION", "ZVENUE"],
  ]

  /// The column of `ZBEER`.
  let column: String
  /// The field that gets the name; `nil` if it becomes a custom field.
  let field: LegacyField?
  /// The name of the relationship in custom fields, such as `brewery`.
  let name: String
  let table: String
  let nameColumn: String?
  let attributes: [LegacySchema.ExtraColumn]

  /// The name of the custom field for a key without a row.
  var extraName: String { field?.name ?? name }
}

extension LegacyRelation {
  /// Finds the relations of the beers by the names of columns and tables.
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
    // Unless the key is unique, a beer would be read twice.
    guard columns.filter({ $0.primaryKeyIndex > 0 }).map(\.name) == ["Z_PK"] else { return [] }
    let nameColumn = ["ZNAME", "ZTITLE", table + "NAME"].first { name in columns.contains { $0.name == name }
    }
    // `ZBEER` only refers back to the beer.
    let attributes = LegacySchema.extraColumns(columns, taken: Set([nameColumn, "ZBEER"].compactMap(\.self)))
    return [
      LegacyRelation(
        column: column, field: field.map { LegacyField($0, column: nameColumn ?? column, index: 0) },
        name: name, table: table, nameColumn: nameColumn,
        attributes: attributes)
    ]
  }
}
