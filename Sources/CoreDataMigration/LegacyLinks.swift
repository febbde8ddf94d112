import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// Imports rows of related tables as custom fields, one beer at a time.
final class LegacyLinks {
  let links: [LegacyLink]
  /// How many rows were imported as custom fields, for each link.
  private(set) var importedRowCounts: [Int]
  private var rows: [LinkedRows]
  private let folder: ExternalImageFolder

  init(_ db: Database, _ schema: LegacySchema, folder: ExternalImageFolder) throws {
    self.folder = folder
    links = try LegacyLink.all(db, besides: schema.relations)
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
          beer.keep(.text(text), as: links[index].name)
        } else {
          texts.append(text)
        }
      }
      if !texts.isEmpty { beer.keep(.text(texts.joined(separator: ", ")), as: links[index].name) }
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
      if case .brokenText(let bytes) = value { beer.keepBrokenText(bytes, as: link.name) }
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
        return "\(data.count) bytes, kept in the store"
      }
      beer.externalFiles += 1
      return text
    }
    if attribute.isTimestamp, let date = value.date { return date.text }
    return switch value {
    case .null, .blob, .largeBlob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONValue.number(number).display
    case .text, .brokenText: value.readableText
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
/// Reviews become custom fields of their beer, one for each; the names of the tags become one custom field together.
/// All tables stay in the file.
struct LegacyLink {
  /// SQLite can read from many tables at once; no app created a store with more.
  private static let maxCount = 32
  private static let nameColumns = ["ZNAME", "ZTITLE", "ZLABEL", "ZTEXT", "ZVALUE"]

  /// The table with a row for each link.
  let table: String
  /// The custom field.
  let name: String
  /// What is read of a row, after the beer's key.
  let attributes: [LegacySchema.ExtraColumn]
  /// The other entity's table, for a join table.
  let target: Target?
  /// SQL that is true of a row `r` that no relation of its beer shows already.
  var isNotShown = "1"
  /// Selects the beer's key and the attributes, in the order of the beers.
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
  /// The links of a store, found by the names of tables and columns.
  static func all(_ db: Database, besides relations: [LegacyRelation]) throws -> [LegacyLink] {
    let related = Dictionary(grouping: relations, by: \.table)
    let entities = try Entities(db)
    var links: [LegacyLink] = []
    for table in try LegacyTables.others(db) {
      let columns = try LegacyTables.columns(db, of: table)
      if let link = entries(table, columns, shownBy: related[table] ?? []) {
        links.append(link)
      } else if related[table] == nil, let link = try entities.join(db, table, columns) {
        links.append(link)
      }
    }
    return Array(links.prefix(maxCount))
  }

  /// A table with one beer for each row.
  private static func entries(
    _ table: String, _ columns: [ColumnInfo], shownBy relations: [LegacyRelation]
  ) -> LegacyLink? {
    guard columns.contains(where: { $0.name == "ZBEER" }),
      columns.filter({ $0.primaryKeyIndex > 0 }).map(\.name) == ["Z_PK"]
    else { return nil }
    let attributes = LegacySchema.extraColumns(columns, taken: ["ZBEER"])
    // Sorting would carry blobs along, which stay where they are.
    let selected = attributes.map { attribute -> String in
      let value = "r.\(attribute.column.quotedIdentifier)"
      let size = "length(\(value)) || ' bytes, kept in the store'"
      // The name of a file of its own is read as it is.
      let isData = "typeof(\(value)) = 'blob' AND NOT \(LegacyThumbnails.mayBeExternal(value))"
      return ", iif(\(isData), \(size), \(value))"
    }.joined()
    let isNotShown = isNotShown(by: relations)
    return LegacyLink(
      table: table, name: LegacySchema.attributeName(table), attributes: attributes, target: nil,
      isNotShown: isNotShown,
      sql: """
        SELECT r.ZBEER\(selected) FROM \(table.quotedIdentifier) r
        WHERE typeof(r.ZBEER) = 'integer' AND \(isNotShown) ORDER BY r.ZBEER, r.Z_PK
        """)
  }

  /// A beer may name a row that names the beer as well.
  private static func isNotShown(by relations: [LegacyRelation]) -> String {
    if relations.isEmpty { return "1" }
    let keys = relations.map { "z.\($0.column.quotedIdentifier)" }
    let isKey = keys.map { "typeof(\($0)) = 'integer' AND \($0) = r.Z_PK" }.joined(separator: " OR ")
    return "NOT EXISTS (SELECT 1 FROM ZBEER z WHERE z.Z_PK = r.ZBEER AND (\(isKey)))"
  }

  /// What a store says of its entities.
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

    /// A beer or an entity that inherits from it.
    private func isBeer(_ entity: Int64) -> Bool { path(of: entity).contains { names[$0] == "Beer" } }

    /// Core Data keeps entities that inherit in the table of the one that they inherit from.
    private func table(of entity: Int64) -> String? {
      path(of: entity).compactMap { names[$0].map { "Z" + $0.uppercased() } }.first(where: tables.contains)
    }

    private func path(of entity: Int64) -> [Int64] {
      var path = [entity]
      while let last = path.last, let parent = parents[last], !path.contains(parent) { path.append(parent) }
      return path
    }

    /// A join table, such as `Z_1TAGS` with the columns `Z_1BEERS` and `Z_3TAGS`; the numbers are those of entities.
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
      let (owner, key) = ("j.\(beer.column.quotedIdentifier)", "j.\(other.column.quotedIdentifier)")
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

/// The tables of an old store.
package enum LegacyTables {
  static let own: Set = ["ZBEER", "ZPHOTO", "Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
  /// The history and the synchronisation of Core Data itself, which say nothing about beers.
  private static let bookkeeping: Set = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
  private static let synchronization = "ANSCK"

  /// The columns of a table of any name: GRDB's own look does not quote all that a name may have in it.
  package static func columns(_ db: Database, of table: String) throws -> [ColumnInfo] {
    try ColumnInfo.fetchAll(db, sql: "SELECT * FROM pragma_table_info(?)", arguments: [table])
  }

  /// Tables with content that are neither Core Data's own nor those that the migration makes, in the order of their names.
  ///
  /// - Parameter schema: The name of an attached database.
  package static func others(_ db: Database, schema: String = "main") throws -> [String] {
    // A virtual table has no root page, and its module may be unknown here.
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM \(schema).sqlite_master
        WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """
    ).filter {
      !own.contains($0) && !bookkeeping.contains($0) && !$0.hasPrefix(synchronization)
        && !SchemaV3.tables.contains($0.lowercased()) && !$0.hasPrefix(PageAllocationCheck.prefix)
    }
  }
}
