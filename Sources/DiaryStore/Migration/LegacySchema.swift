import GRDB

/// Where a Core Data store of Beer Diary for iOS keeps what: columns are found by name, never by position.
struct LegacySchema {
  /// Core Data's key of an ordered relationship: sparse, `2048, 3072, ...` with insertions in between.
  static let relationshipOrderColumn = "Z_FOK_BEER"
  /// The app's own order from 1.6.1 on, dense from 0.
  static let userOrderColumn = "ZUSERORDER"

  private static let timeColumns = ["ZTIMESTAMP", "ZTAKENAT", "ZDATE", "ZCREATEDAT"]
  private static let captionColumns = ["ZCAPTION", "ZTITLE", "ZCOMMENT"]

  /// The columns of `ZBEER` that hold a field, by the names that beer apps use, the most telling first.
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
  ]

  /// A column of `ZBEER` that no field takes: it becomes a custom field.
  struct ExtraColumn {
    let column: String
    /// The attribute's name as Core Data's column names tell it: lower case, without the leading Z.
    let name: String
    let isTimestamp: Bool
  }

  /// The column of each field that the store has.
  let fieldColumns: [String: String]
  let extraColumns: [ExtraColumn]
  /// The columns that order a beer's photos, the one that decides first.
  let orderColumns: [String]
  let imageColumn: String
  let timeColumn: String?
  let captionColumn: String?

  init(_ db: Database) throws {
    let beerColumns = try db.columns(in: "ZBEER")
    let photoColumns = Set(try db.columns(in: "ZPHOTO").map(\.name))
    let names = Set(beerColumns.map(\.name))
    var fieldColumns: [String: String] = [:]
    for (field, columns) in Self.aliases {
      fieldColumns[field] = columns.first(where: names.contains)
    }
    self.fieldColumns = fieldColumns
    extraColumns = Self.extraColumns(beerColumns, taken: Set(fieldColumns.values))
    orderColumns = [Self.userOrderColumn, Self.relationshipOrderColumn].filter(photoColumns.contains)
    guard let image = try LegacyImageColumn(OpenStore(db: db)).find() else {
      throw MigrationFailure.unexpected("the photo table has no image column")
    }
    imageColumn = image
    timeColumn = Self.timeColumns.first(where: photoColumns.contains)
    captionColumn = Self.captionColumns.first(where: photoColumns.contains)
  }

  /// Core Data's own columns start with `Z_`; thumbnails are derived from the photos.
  private static func extraColumns(_ columns: [ColumnInfo], taken: Set<String>) -> [ExtraColumn] {
    columns.filter { column in
      !taken.contains(column.name) && !column.name.hasPrefix("Z_") && !column.name.contains("THUMBNAIL")
    }.map { column in
      ExtraColumn(
        column: column.name,
        name: String(column.name.hasPrefix("Z") ? column.name.dropFirst() : column.name[...]).lowercased(),
        isTimestamp: column.type.uppercased() == "TIMESTAMP")
    }
  }
}

/// Why a migration step stopped; everything is rolled back.
enum MigrationFailure: Error {
  case unexpected(String)
  case differences([String])
}
