import SQLiteKit

extension LegacyBeerReader {
  /// Selects the beers with the rows that they refer to, in one pass.
  ///
  /// Each relation adds its key, the other row's key, the name and the attributes.
  static func sql(columns: [String], _ relations: [LegacyRelation]) -> String {
    var selected = columns.map { "z.\($0.quotedIdentifier)" }
    var joins = ""
    for (number, relation) in relations.enumerated() {
      let key = "z.\(relation.column.quotedIdentifier)"
      let row = "r\(number)"
      selected += [key, "\(row).Z_PK", relation.nameColumn.map { "\(row).\($0.quotedIdentifier)" } ?? "NULL"]
      selected += relation.attributes.map { "\(row).\($0.column.quotedIdentifier)" }
      joins += """
         LEFT JOIN \(relation.table.quotedIdentifier) \(row) ON typeof(\(key)) = 'integer' AND \(row).Z_PK = \(key)
        """
    }
    return "SELECT \(selected.joined(separator: ", ")) FROM ZBEER z\(joins) ORDER BY z.Z_PK"
  }

  /// Reads what all relations of a beer lead to; their columns start at `index`.
  func follow(_ relations: [LegacyRelation], _ row: LegacyRow, from index: Int, in beer: inout LegacyBeer) {
    var index = index
    for relation in relations {
      follow(relation, row, at: index, in: &beer)
      index += 3 + relation.attributes.count
    }
  }

  private func follow(_ relation: LegacyRelation, _ row: LegacyRow, at index: Int, in beer: inout LegacyBeer)
  {
    let key = row[index]
    guard case .integer(let found) = row[index + 1] else {
      if case .integer = key {
        beer.dangling += 1
        return keep(key, as: relation.keptName, from: relation.column, in: &beer)
      }
      return take(key, for: relation, from: relation.column, in: &beer)
    }
    let source = LegacySource(table: relation.table, row: found)
    let name = row[index + 2]
    if case .null = name {
      keep(key, as: relation.keptName, from: relation.column, in: &beer)
    } else {
      take(name, for: relation, from: relation.nameColumn ?? "", of: source, in: &beer)
    }
    for (offset, attribute) in relation.attributes.enumerated() {
      let value = row[index + 3 + offset]
      keep(value, of: attribute, as: "\(relation.name).\(attribute.name)", of: source, in: &beer)
    }
  }

  private func take(
    _ value: LegacyValue, for relation: LegacyRelation, from column: String,
    of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if let field = relation.field {
      set(field, value, of: source, in: &beer)
    } else {
      keep(value, as: relation.name, from: column, of: source, in: &beer)
    }
  }
}
