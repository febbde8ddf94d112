import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Imports rows of related tables as custom fields, one beer at a time.
final class LegacyLinks {
  let links: [LegacyLink]
  /// The number of rows that were imported as custom fields, for each link.
  private(set) var importedRowCounts: [Int]
  private var rows: [LinkedRows]
  private let folder: ExternalImageFolder

  init(_ db: Database, _ schema: LegacySchema, folder: ExternalImageFolder) throws {
    self.folder = folder
    links = try LegacyLink.all(db, excluding: schema.relations)
    importedRowCounts = links.map { _ in 0 }
    rows = try links.map { try LinkedRows(db, $0) }
  }

  /// Adds custom fields to a beer; call this in the order of the beers' keys.
  func addFields(to beer: inout LegacyBeer) throws {
    for index in links.indices {
      var texts: [String] = []
      try rows[index].forEach(of: beer.primaryKey) { row in
        importedRowCounts[index] += 1
        guard let text = text(of: row, links[index], addingTo: &beer) else { return }
        if links[index].target == nil {
          beer.addExtra(.text(text), as: links[index].name)
        } else {
          texts.append(text)
        }
      }
      if !texts.isEmpty { beer.addExtra(.text(texts.joined(separator: ", ")), as: links[index].name) }
    }
  }

  /// Closes the cursors: a table cannot be dropped while it is read.
  func finish() { rows = [] }

  /// Returns a row as text: each value with its name, or its only text without a name; `nil` if the row is empty.
  private func text(of row: LegacyRow, _ link: LegacyLink, addingTo beer: inout LegacyBeer) -> String? {
    var values: [(name: String, text: String)] = []
    var hasText = false
    for (index, attribute) in link.attributes.enumerated() {
      let value = row[index + 1]
      if let text = text(of: value, attribute, addingTo: &beer), !text.isEmpty {
        values.append((attribute.name, text))
      }
      if case .malformedText(let bytes) = value { beer.addMalformedText(bytes, as: link.name) }
      hasText = hasText || value.readableText?.isEmpty == false
    }
    if values.count == 1, hasText { return values.first?.text }
    return values.isEmpty ? nil : values.map { "\($0.name): \($0.text)" }.joined(separator: "; ")
  }

  private func text(
    of value: LegacyValue, _ attribute: LegacySchema.ExtraColumn, addingTo beer: inout LegacyBeer
  ) -> String? {
    if case .blob(let data) = value {
      guard let text = LegacyImage.pointerText(data, in: folder) else {
        return "\(data.count) bytes, \(CoreDataMigration.valueIsInStore)"
      }
      beer.externalFileCount += 1
      return text
    }
    if attribute.isTimestamp, let date = value.date { return date.text }
    return switch value {
    case .null, .blob, .largeBlob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.number(number).display
    case .text, .malformedText: value.readableText
    }
  }
}

/// The rows of a link, read in the order of the beers.
private final class LinkedRows {
  private let statement: Statement
  private let rows: RowCursor
  private let failure = DeferredError()
  private var hasRow: Bool

  init(_ db: Database, _ link: LegacyLink) throws {
    statement = try db.makeStatement(sql: link.sql)
    rows = try Row.fetchCursor(statement)
    hasRow = try rows.next() != nil
  }

  func forEach(of beer: Int64, _ body: (LegacyRow) throws -> Void) throws {
    while hasRow, case .integer(let owner) = LegacyRow(statement, failure)[0], owner <= beer {
      if owner == beer { try body(LegacyRow(statement, failure)) }
      try failure.check()
      hasRow = try rows.next() != nil
    }
  }
}

/// A table whose rows belong to beers: reviews or log entries, each of one beer, or a join table with tags.
///
/// Each review becomes a custom field of its beer. The names of all tags of a beer become one custom field. All tables stay
/// in the file.
struct LegacyLink {
  /// A limit for malicious stores; no app created a store with more.
  private static let maxCount = 32
  private static let nameColumns = ["ZNAME", "ZTITLE", "ZLABEL", "ZTEXT", "ZVALUE"]

  /// The table with a row for each link.
  let table: String
  /// The name of the custom field.
  let name: String
  /// The columns to import, in the order of ``sql``.
  let attributes: [LegacySchema.ExtraColumn]
  /// The table of the other entity; `nil` unless this is a join table.
  let target: Target?
  /// An SQL condition for a row `r` to which its beer does not refer itself; others are imported with the beer.
  var isUnreferenced = "1"
  /// Selects the beer's key and the attributes, sorted by the beer's key.
  let sql: String

  struct Target {
    let table: String
    /// The columns of the join table with the keys of the beer and of the other entity.
    let ownerColumn: String
    let keyColumn: String
    let nameColumn: String
    /// Columns that are not imported.
    let others: [LegacySchema.ExtraColumn]
  }
}

extension LegacyLink {
  /// Finds the links of a store by the names of tables and columns.
  static func all(_ db: Database, excluding relations: [LegacyRelation]) throws -> [LegacyLink] {
    let related = Dictionary(grouping: relations, by: \.table)
    let entities = try Entities(db)
    var links: [LegacyLink] = []
    for table in try LegacyTables.others(db) {
      let columns = try LegacyTables.columns(db, of: table)
      if let link = entries(table, columns, referencedBy: related[table] ?? []) {
        links.append(link)
      } else if related[table] == nil, let link = try entities.join(db, table, columns) {
        links.append(link)
      }
    }
    return Array(links.prefix(maxCount))
  }

  /// Returns the link for a table with a column `ZBEER`; `nil` for other tables.
  private static func entries(
    _ table: String, _ columns: [ColumnInfo], referencedBy relations: [LegacyRelation]
  ) -> LegacyLink? {
    guard columns.contains(where: { $0.name == "ZBEER" }),
      columns.filter({ $0.primaryKeyIndex > 0 }).map(\.name) == ["Z_PK"]
    else { return nil }
    let attributes = LegacySchema.extraColumns(columns, taken: ["ZBEER"])
    // Only the size of a blob is selected, so that sorting need not copy it.
    let selected = attributes.map { attribute -> String in
      let value = "r.\(attribute.column.quotedIdentifier)"
      let size = "length(\(value)) || ' bytes, \(CoreDataMigration.valueIsInStore)'"
      // Except for references to external files, which are short.
      let isData = "typeof(\(value)) = 'blob' AND NOT \(LegacyThumbnails.mayBeExternal(value))"
      return ", iif(\(isData), \(size), \(value))"
    }.joined()
    let isUnreferenced = isUnreferenced(by: relations)
    let key = "r.\(LegacySchema.relationshipOrderColumn)"
    let hasOrder = columns.contains { $0.name == LegacySchema.relationshipOrderColumn }
    let order = hasOrder ? "\(key) IS NULL, \(key), r.Z_PK" : "r.Z_PK"
    return LegacyLink(
      table: table, name: LegacySchema.attributeName(table), attributes: attributes, target: nil,
      isUnreferenced: isUnreferenced,
      sql: """
        SELECT r.ZBEER\(selected) FROM \(table.quotedIdentifier) r
        WHERE typeof(r.ZBEER) = 'integer' AND \(isUnreferenced) ORDER BY r.ZBEER, \(order)
        """)
  }

  /// Returns a condition for rows to which the beer does not refer itself.
  private static func isUnreferenced(by relations: [LegacyRelation]) -> String {
    if relations.isEmpty { return "1" }
    let keys = relations.map { "z.\($0.column.quotedIdentifier)" }
    let isKey = keys.map { "typeof(\($0)) = 'integer' AND \($0) = r.Z_PK" }.joined(separator: " OR ")
    return "NOT EXISTS (SELECT 1 FROM ZBEER z WHERE z.Z_PK = r.ZBEER AND (\(isKey)))"
  }

  /// The entities of a store, from `Z_PRIMARYKEY`.
  private struct Entities {
    private var names: [Int64: String] = [:]
    private var parents: [Int64: Int64] = [:]
    private let tables: Set<String>

    init(_ db: Database) throws {
      tables = Set(try LegacyTables.others(db))
      let columns = Set(try db.columns(in: "Z_PRIMARYKEY").map(\.name))
      guard columns.isSuperset(of: ["Z_ENT", "Z_NAME"]) else { return }
      let parent = columns.contains("Z_SUPER") ? "Z_SUPER" : "NULL"
      let sql = """
        SELECT CAST(Z_ENT AS INTEGER), CAST(Z_NAME AS TEXT), CAST(\(parent) AS INTEGER) FROM Z_PRIMARYKEY
        WHERE Z_ENT IS NOT NULL AND Z_NAME IS NOT NULL
        """
      for row in try Row.fetchAll(db, sql: sql) {
        names[try row.value(atIndex: 0)] = try row.value(atIndex: 1)
        parents[try row.value(atIndex: 0)] = try row.value(atIndex: 2)
      }
    }

    /// Returns whether an entity is the beer or inherits from it.
    private func isBeer(_ entity: Int64) -> Bool { path(of: entity).contains { names[$0] == "Beer" } }

    /// Returns the table of an entity: Core Data keeps entities in the table of the one that they inherit from.
    private func table(of entity: Int64) -> String? {
      path(of: entity).compactMap { names[$0].map { "Z" + $0.uppercased() } }.first(where: tables.contains)
    }

    private func path(of entity: Int64) -> [Int64] {
      var path = [entity]
      while let last = path.last, let parent = parents[last], !path.contains(parent) { path.append(parent) }
      return path
    }

    /// Returns the link for a join table, such as `Z_1TAGS` with the columns `Z_1BEERS` and `Z_3TAGS`.
    ///
    /// The numbers are those of entities. `nil` for other tables.
    func join(_ db: Database, _ table: String, _ columns: [ColumnInfo]) throws -> LegacyLink? {
      let keys = columns.compactMap { Self.key($0.name) }
      guard table.hasPrefix("Z_"), keys.count == 2, let beer = keys.first(where: { isBeer($0.entity) }),
        let other = keys.first(where: { !isBeer($0.entity) }), let target = self.table(of: other.entity)
      else { return nil }
      let targetColumns = try LegacyTables.columns(db, of: target)
      let targetNames = targetColumns.map(\.name)
      guard targetNames.contains("Z_PK"), let name = LegacyLink.nameColumns.first(where: targetNames.contains)
      else { return nil }
      let order = columns.map(\.name).filter { $0.hasPrefix("Z_FOK_") }.map { "j.\($0.quotedIdentifier), " }
      let owner = "j.\(beer.column.quotedIdentifier)"
      let key = "j.\(other.column.quotedIdentifier)"
      let others = LegacySchema.extraColumns(targetColumns, taken: [name, "ZBEER"])
      return LegacyLink(
        table: table, name: other.name.isEmpty ? LegacySchema.attributeName(target) : other.name,
        attributes: [LegacySchema.ExtraColumn(column: name, name: "name", isTimestamp: false, isBlob: false)],
        target: Target(
          table: target, ownerColumn: beer.column, keyColumn: other.column, nameColumn: name, others: others),
        sql: """
          SELECT \(owner), t.\(name.quotedIdentifier) FROM \(table.quotedIdentifier) j
          JOIN \(target.quotedIdentifier) t ON typeof(\(key)) = 'integer' AND t.Z_PK = \(key)
          WHERE typeof(\(owner)) = 'integer' ORDER BY \(owner), \(order.joined())t.Z_PK
          """)
    }

    private static func key(_ column: String) -> (column: String, entity: Int64, name: String)? {
      guard column.hasPrefix("Z_") else { return nil }
      let rest = column.dropFirst(2)
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      return Int64(digits).map { (column, $0, rest.dropFirst(digits.count).lowercased()) }
    }
  }
}
