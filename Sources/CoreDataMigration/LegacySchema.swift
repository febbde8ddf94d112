import DiaryModel
package import GRDB
import SQLiteKit

/// The tables and columns of a Core Data store of Beer Diary for iOS, found by name.
package struct LegacySchema {
  /// The column with Core Data's order of the photos: sparse, such as 2048 and 3072.
  package static let relationshipOrderColumn = "Z_FOK_BEER"
  /// The column with the app's own order, from version 1.6.1 on: 0, 1, 2 and so on.
  package static let userOrderColumn = "ZUSERORDER"

  private static let timeColumns = ["ZTIMESTAMP", "ZTAKENAT", "ZDATE", "ZCREATEDAT"]
  private static let captionColumns = ["ZCAPTION", "ZTITLE", "ZCOMMENT"]

  /// Names of columns of `ZBEER` for each field, the most specific first.
  static let aliases: [(field: String, columns: [String])] = [
    ("name", ["ZNAME", "ZTITLE", "ZBEERNAME"]),
    ("brewery", ["ZBREWERY", "ZBREWER", "ZBEERBREWER"]),
    ("style", ["ZSTYLE", "ZTYPE", "ZBEERTYPE", "ZCATEGORY"]),
    ("abv", ["ZABV", "ZALCOHOL", "ZPERCENTAGE"]),
    ("ibu", ["ZIBU"]),
    ("rating", ["ZRATING", "ZSTARS", "ZSCORE"]),
    (
      "notes",
      [
        "ZNOTES", "ZCOMMENT", "ZCOMMENTS", "ZSTORY", "ZTASTINGNOTES", "ZDESCRIPTION", "ZBEERDESCRIPTION",
      ]
    ),
    ("place", ["ZPLACE", "ZLOCATION", "ZVENUE", "ZLOCATIONNAME"]),
    ("latitude", ["ZLATITUDE", "ZLAT"]),
    ("longitude", ["ZLONGITUDE", "ZLON", "ZLNG"]),
    ("serving", ["ZSERVING", "ZSERVINGTYPE"]),
    ("price", ["ZPRICE"]),
    ("drunk_at", ["ZDRUNKAT", "ZDATE", "ZTIMESTAMP"]),
    ("created_at", ["ZCREATEDAT", "ZCREATED", "ZTIMESTAMP"]),
    (
      "deleted_at",
      ["ZDELETEDAT", "ZDELETEDDATE", "ZDATEDELETED", "ZDELETIONDATE", "ZTRASHEDAT", "ZTRASHEDDATE"]
    ),
  ]

  /// Names of columns that mark a beer or a photo as deleted.
  static let deletionFlags = [
    "ZDELETED", "ZISDELETED", "ZTRASHED", "ZISTRASHED", "ZINTRASH", "ZISINTRASH",
  ]

  /// A column that is not a field and becomes a custom field.
  struct ExtraColumn {
    let column: String
    /// The name of the custom field; see ``attributeName(_:)``.
    let name: String
    let isTimestamp: Bool
    let isBlob: Bool
  }

  /// The column for each field that the store has.
  let fieldColumns: [String: String]
  let extraColumns: [ExtraColumn]
  /// Columns of `ZBEER` that mark a beer as deleted if they are not 0.
  let deletionFlags: [String]
  /// Columns of both kinds that have the key of a row in another table.
  let relations: [LegacyRelation]
  /// The names of the entities that inherit from the beer, by number.
  let subentities: [Int64: String]
  /// The columns by which a beer's photos are sorted.
  let orderColumns: [String]
  let timeColumn: String?
  let captionColumn: String?
  /// The columns that mark a photo as deleted.
  let photoDeletion: LegacyPhotoDeletion

  /// Reads the schema of a store, and finds the columns of each field by their names.
  ///
  /// - Throws: Errors of SQLite.
  init(_ db: Database) throws {
    let beerColumns = try db.columns(in: "ZBEER")
    let allPhotoColumns = try db.columns(in: "ZPHOTO")
    let photoColumns = Set(allPhotoColumns.map(\.name))
    let names = Set(beerColumns.map(\.name))
    var fieldColumns: [String: String] = [:]
    for (field, columns) in Self.aliases {
      fieldColumns[field] = columns.first(where: names.contains)
    }
    let flags = beerColumns.filter { Self.deletionFlags.contains($0.name) }
    let date = flags.first(where: Self.isTimestamp)
    if let date, fieldColumns["deleted_at"] == nil { fieldColumns["deleted_at"] = date.name }
    deletionFlags = flags.filter { !Self.isTimestamp($0) }.map(\.name)
    self.fieldColumns = fieldColumns
    extraColumns = Self.extraColumns(
      beerColumns, taken: Set(fieldColumns.values).union(deletionFlags))
    relations = try LegacyRelation.all(db, fields: fieldColumns, extras: extraColumns)
    subentities = names.contains("Z_ENT") ? try Self.subentities(db) : [:]
    orderColumns = [Self.userOrderColumn, Self.relationshipOrderColumn].filter(photoColumns.contains)
    timeColumn = Self.timeColumns.first(where: photoColumns.contains)
    captionColumn = Self.captionColumns.first(where: photoColumns.contains)
    photoDeletion = LegacyPhotoDeletion(allPhotoColumns)
  }

  /// Returns all columns except the taken ones, Core Data's own ones, and thumbnails, which can be created again.
  static func extraColumns(_ columns: [ColumnInfo], taken: Set<String>) -> [ExtraColumn] {
    columns.filter { column in
      !taken.contains(column.name) && !isOwnOfCoreData(column.name) && !isThumbnail(column)
    }.map { column in
      ExtraColumn(
        column: column.name, name: attributeName(column.name), isTimestamp: isTimestamp(column),
        isBlob: column.type.uppercased() == "BLOB")
    }
  }

  private static func isOwnOfCoreData(_ column: String) -> Bool {
    ["Z_PK", "Z_ENT", "Z_OPT"].contains(column) || column.hasPrefix("Z_FOK_")
  }

  static func isTimestamp(_ column: ColumnInfo) -> Bool { column.type.uppercased() == "TIMESTAMP" }

  /// Returns the columns of the photo table that are not imported; call this after it was renamed.
  func unknownPhotoColumns(_ db: Database) throws -> [String] {
    let known = Set(
      ["id", "data", "ZBEER"] + orderColumns + [timeColumn, captionColumn].compactMap(\.self)
        + photoDeletion.columns)
    return Self.extraColumns(try db.columns(in: "photo_image"), taken: known).map(\.column)
  }
}

extension LegacySchema {
  /// Returns the name of an attribute in lower case: `country` for the column `ZCOUNTRY`.
  static func attributeName(_ column: String) -> String {
    String(column.hasPrefix("Z") ? column.dropFirst() : column[...]).lowercased()
  }

  /// Returns whether a column has thumbnails.
  package static func isThumbnail(_ column: ColumnInfo) -> Bool {
    column.name.contains("THUMBNAIL") && column.type.uppercased() == "BLOB"
  }

  /// Returns the entities that inherit from the beer, which Core Data keeps in the same table.
  private static func subentities(_ db: Database) throws -> [Int64: String] {
    let columns = Set(try db.columns(in: "Z_PRIMARYKEY").map(\.name))
    guard columns.isSuperset(of: ["Z_ENT", "Z_NAME", "Z_SUPER"]) else { return [:] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        WITH RECURSIVE kind(id) AS (
          SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Beer'
          UNION SELECT p.Z_ENT FROM Z_PRIMARYKEY p JOIN kind ON p.Z_SUPER = kind.id)
        SELECT CAST(p.Z_ENT AS INTEGER), CAST(p.Z_NAME AS TEXT) FROM Z_PRIMARYKEY p JOIN kind ON kind.id = p.Z_ENT
        WHERE p.Z_NAME <> 'Beer'
        """)
    return rows.reduce(into: [:]) { $0[$1[0] as Int64? ?? 0] = $1[1] as String? }
  }
}

/// The error of a migration step; everything is rolled back.
package enum MigrationFailure: Error {
  /// Core Data cannot have created the store; the text says why.
  case unexpected(String)
  /// The verification found these differences, such as `3 beers are missing`.
  case differences([String])
}

// MARK: - Deleted photos

/// The columns of an old store that mark a photo as deleted; they have the same names as those of beers.
struct LegacyPhotoDeletion {
  private let flags: [String]
  private let dates: [String]

  /// Finds the columns that hold the flag or the date of a deletion.
  ///
  /// - Parameter columns: The columns of the photo table.
  init(_ columns: [ColumnInfo]) {
    let dateNames = LegacySchema.aliases.first { $0.field == "deleted_at" }?.columns ?? []
    let marking = columns.filter { LegacySchema.deletionFlags.contains($0.name) }
    flags = marking.filter { !LegacySchema.isTimestamp($0) }.map(\.name)
    dates =
      marking.filter(LegacySchema.isTimestamp).map(\.name) + columns.map(\.name).filter(dateNames.contains)
  }

  var columns: [String] { flags + dates }

  /// An SQL condition for a deleted photo: a flag is set, or there is a date other than 0 and no flag.
  var isDeleted: String {
    let isSet = Self.any(flags.map { "(\(Self.isNumber($0)) AND \($0.quotedIdentifier) <> 0)" })
    let isFlagged = Self.any(flags.map(Self.isNumber))
    let hasDate = Self.any(dates.map { "(\(Self.isNumber($0)) AND \($0.quotedIdentifier) <> 0)" })
    return "(\(isSet) OR (NOT \(isFlagged) AND \(hasDate)))"
  }

  private static func isNumber(_ column: String) -> String {
    "typeof(\(column.quotedIdentifier)) IN ('integer', 'real')"
  }

  private static func any(_ conditions: [String]) -> String {
    conditions.isEmpty ? "0" : "(\(conditions.joined(separator: " OR ")))"
  }
}

// MARK: - Relations

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

// MARK: - Tables

/// The tables of an old store.
package enum LegacyTables {
  static let own: Set = ["ZBEER", "ZPHOTO", "Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
  /// Tables for history tracking and synchronization of Core Data, which have no data about beers.
  private static let bookkeeping: Set = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
  private static let synchronization = "ANSCK"

  /// Returns the columns of a table; unlike GRDB's `columns(in:)`, safe for any table name.
  ///
  /// - Throws: `DatabaseError`.
  package static func columns(_ db: Database, of table: String) throws -> [ColumnInfo] {
    try ColumnInfo.fetchAll(db, sql: "SELECT * FROM pragma_table_info(?)", arguments: [table])
  }

  /// Returns the tables that belong neither to Core Data nor to the beers, photos and new tables, sorted by name.
  ///
  /// - Parameter schema: `main` or the name of an attached database.
  /// - Throws: `DatabaseError`.
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
        && !SchemaV3.tables.contains($0.lowercased()) && !$0.hasPrefix(CoreDataMigration.trialTablePrefix)
    }
  }
}
