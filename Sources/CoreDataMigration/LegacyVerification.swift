import GRDB
import SQLiteKit

/// Compares a migrated store with its old columns, which still exist: nothing may be lost or reordered.
///
/// The statements are independent of those that wrote the rows.
struct LegacyVerification {
  struct Check {
    /// The sentence about wrong rows without their number, such as `beers are missing`.
    let difference: String
    /// What the check goes through.
    var rows = Rows.all
    /// SQL for the number of wrong rows; ends with a condition to which one for a part of the rows can be added, unless
    /// all rows are checked at once.
    let sql: String
  }

  /// The rows that a check goes through.
  enum Rows {
    /// The beers, or the photos, with the column that has their id, to check some after others.
    case beers(String), photos(String)
    /// Rows that cannot be divided; they count as one.
    case all
  }

  private let db: Database
  private let context: MigrationContext
  let schema: LegacySchema
  let links: LegacyLinks

  init(_ db: Database, _ context: MigrationContext, _ schema: LegacySchema, _ links: LegacyLinks) throws {
    self.db = db
    self.context = context
    self.schema = schema
    self.links = links
  }

  /// Throws `MigrationFailure.differences` with a sentence for each kind of difference.
  func verify() throws {
    let checks =
      try beerChecks + photoChecks + imageChecks + relationChecks + linkChecks + trashChecks
      + beerImageChecks + LegacyThumbnails(db).checks
    let beers = try IDRanges(db, of: "beer")
    let photos = try IDRanges(db, of: "photo")
    func ranges(_ check: Check) -> (column: String, ranges: IDRanges)? {
      switch check.rows {
      case .beers(let column): (column, beers)
      case .photos(let column): (column, photos)
      case .all: nil
      }
    }
    // The fields of beers and the files of photos are checked last, and the references of both.
    let total = checks.reduce(0) { $0 + (ranges($1)?.ranges.count ?? 1) } + 2 * (beers.count + photos.count)
    var done = 0
    func advance(_ rows: Int) throws {
      done += rows
      try context.report(.verifying, done: done, of: total, unit: .rows)
    }
    try advance(0)
    var differences: [String] = []
    for check in checks {
      var count = 0
      if let (column, ranges) = ranges(check) {
        let statement = try db.makeStatement(sql: check.sql + " AND \(column) BETWEEN ? AND ?")
        for part in ranges.parts {
          count += try Int.fetchOne(statement, arguments: [part.ids.lowerBound, part.ids.upperBound]) ?? 0
          try advance(part.count)
        }
      } else {
        count = try Int.fetchOne(db, sql: check.sql) ?? 0
        try advance(1)
      }
      if count > 0 { differences.append("\(count) \(check.difference)") }
    }
    differences += try differingFields(beers, advance)
    differences += try unreachableFiles()
    try advance(photos.count)
    differences += try brokenReferences()
    try advance(beers.count + photos.count)
    guard differences.isEmpty else { throw MigrationFailure.differences(differences) }
  }

  /// The ids of a table in parts that are checked in a fraction of a second.
  ///
  /// Together the parts have all possible ids, so that ids that are missing or too many are found as well.
  private struct IDRanges {
    private static let rowsAtOnce = 2048

    let parts: [(ids: ClosedRange<Int64>, count: Int)]
    /// The number of rows.
    let count: Int

    init(_ db: Database, of table: String) throws {
      count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
      let ends = try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM \(table))
          WHERE number % \(Self.rowsAtOnce) = 0 ORDER BY id
          """
      ).filter { $0 < Int64.max }
      let starts = [Int64.min] + ends.map { $0 + 1 }
      let last = count - ends.count * Self.rowsAtOnce
      parts = zip(starts, ends + [Int64.max]).enumerated().map { index, ids in
        (ids.0...ids.1, index < ends.count ? Self.rowsAtOnce : last)
      }
    }
  }

  /// SQL for whether the origin of a beer `b` has a key of the old store; that of the beer for photos without one has none.
  private static let hasKey = "b.source_id NOT LIKE '%/\(CoreDataMigration.orphansKey)'"

  private let beerChecks = [
    Check(
      difference: "beers are missing",
      rows: .beers("z.Z_PK"),
      sql: "SELECT count(*) FROM ZBEER z WHERE NOT EXISTS (SELECT 1 FROM beer WHERE id = z.Z_PK)"),
    Check(
      difference: "beers were not in the old diary",
      rows: .beers("b.id"),
      sql: """
        SELECT count(*) FROM beer b
        WHERE \(Self.hasKey) AND NOT EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = b.id)
        """),
  ]

  private let photoChecks = [
    Check(
      difference: "photos are missing",
      rows: .photos("i.id"),
      sql: "SELECT count(*) FROM photo_image i WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = i.id)"),
    Check(
      difference: "photos are on another beer",
      rows: .photos("p.id"),
      sql: """
        SELECT count(*) FROM photo p JOIN \(LegacyPhotoOrder.table) l ON l.id = p.id
        WHERE p.beer_id <> l.owner AND EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = l.owner)
        """),
    Check(
      difference: "beers have gaps in their photos' order",
      sql: """
        SELECT count(*) FROM (SELECT 1 FROM photo GROUP BY beer_id
          HAVING min(user_order) <> 0 OR max(user_order) <> count(*) - 1)
        """),
    Check(
      difference: "photos are out of order",
      rows: .photos("p.id"),
      sql: """
        SELECT count(*) FROM photo p
        JOIN photo n ON n.beer_id = p.beer_id AND n.user_order = p.user_order + 1
        JOIN \(LegacyPhotoOrder.table) i ON i.id = p.id JOIN \(LegacyPhotoOrder.table) j ON j.id = n.id
        WHERE i.owner = j.owner
          AND (i.first_key IS NULL, ifnull(i.first_key, 0), i.second_key IS NULL, ifnull(i.second_key, 0), i.addition)
            > (j.first_key IS NULL, ifnull(j.first_key, 0), j.second_key IS NULL, ifnull(j.second_key, 0), j.addition)
        """),
  ]

  /// SQLite knows the length of a blob from the row's header, so no image is read.
  private let imageChecks = [
    Check(
      difference: "photos have no image row",
      rows: .photos("p.id"),
      sql: "SELECT count(*) FROM photo p WHERE NOT EXISTS (SELECT 1 FROM photo_image WHERE id = p.id)"),
    Check(
      difference: "photos do not have their whole image",
      rows: .photos("p.id"),
      sql: """
        SELECT count(*) FROM photo p JOIN photo_image i ON i.id = p.id
        WHERE p.is_missing = 0 AND p.external_name IS NULL AND typeof(i.data) <> 'text'
          AND ifnull(length(i.data), -1) <> p.image_offset + p.byte_count
        """),
  ]

  /// Compares all values that version 3 can store; the others are custom fields.
  private func differingFields(_ beers: IDRanges, _ advance: (Int) throws -> Void) throws -> [String] {
    let fields = LegacySchema.aliases.compactMap { alias in
      schema.fieldColumns[alias.field].flatMap { column in
        condition(alias.field, column.quotedIdentifier).map { (alias.field, $0) }
      }
    }
    if fields.isEmpty {
      try advance(beers.count)
      return []
    }
    let sums = fields.map { "total(\($0.1))" }.joined(separator: ", ")
    let statement = try db.makeStatement(
      sql: "SELECT \(sums) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK WHERE z.Z_PK BETWEEN ? AND ?")
    var counts = fields.map { _ in 0.0 }
    for part in beers.parts {
      let row = try Row.fetchOne(statement, arguments: [part.ids.lowerBound, part.ids.upperBound])
      for index in fields.indices { counts[index] += (row?[index] as Double?) ?? 0 }
      try advance(part.count)
    }
    return zip(fields, counts).compactMap { field, count in
      count > 0 ? "\(Int(count)) beers have a different \(field.0)" : nil
    }
  }

  private func condition(_ field: String, _ column: String) -> String? {
    if let range = LegacyBeerReader.ranges[field] {
      return """
        typeof(z.\(column)) IN ('integer', 'real') AND z.\(column) >= \(range.lowerBound)
        AND z.\(column) <= \(range.upperBound) AND b.\(field) IS NOT z.\(column)
        """
    }
    guard !field.hasSuffix("_at") else { return nil }
    return """
      typeof(z.\(column)) = 'text' AND b.\(field) IS NOT z.\(column)
      AND json_extract(b.extras, '$.\(field)_base64') IS NULL
      """
  }

  private func unreachableFiles() throws -> [String] {
    let folder = ExternalImageFolder(StoreFile.externalDataFolder(ofStore: context.file))
    let sql = "SELECT external_name, byte_count FROM photo WHERE external_name IS NOT NULL AND is_missing = 0"
    let rows = try Row.fetchCursor(db, sql: sql)
    var count = 0
    while let row = try rows.next() {
      let name: String = try row.value(atIndex: 0)
      if try folder.byteCount(of: name) != row.value(Int?.self, atIndex: 1) { count += 1 }
    }
    return count == 0 ? [] : ["\(count) photos cannot find their image file"]
  }

  /// Checks the diary's own tables only: others may have had broken references before.
  private func brokenReferences() throws -> [String] {
    for table in ["beer", "photo"] {
      if try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\(table))") != nil {
        return ["broken references between beers and photos"]
      }
    }
    return []
  }
}

// MARK: - Links, trash and images of beers

extension LegacyVerification {
  /// Check that each row of a review or tag was read, and that its beer has all its texts.
  var linkChecks: [Check] {
    links.links.enumerated().flatMap { index, link in
      let rows = rows(of: link)
      let count = Check(
        difference: "rows of \(OtherTableWarnings.shortened(link.table)) are missing",
        sql: "SELECT abs(count(*) - \(links.importedRowCounts[index])) FROM \(rows)")
      return [count] + link.attributes.map { textCheck($0.column, of: link, in: rows) }
    }
  }

  /// Returns the rows of a link whose beer is in the old store, as `r`, joined with the beer as `b`.
  ///
  /// The beer for photos without one may have an id that such rows refer to.
  private func rows(of link: LegacyLink) -> String {
    guard let target = link.target else {
      return """
        \(link.table.quotedIdentifier) r
        JOIN beer b ON typeof(r.ZBEER) = 'integer' AND b.id = r.ZBEER AND \(Self.hasKey)
          AND \(link.isUnreferenced)
        """
    }
    let owner = target.ownerColumn.quotedIdentifier
    let key = target.keyColumn.quotedIdentifier
    return """
      \(link.table.quotedIdentifier) j
      JOIN \(target.table.quotedIdentifier) r ON typeof(j.\(key)) = 'integer' AND r.Z_PK = j.\(key)
      JOIN beer b ON typeof(j.\(owner)) = 'integer' AND b.id = j.\(owner) AND \(Self.hasKey)
      """
  }

  private func textCheck(_ column: String, of link: LegacyLink, in rows: String) -> Check {
    let text = "r.\(column.quotedIdentifier)"
    let bytes = Self.literal(link.name + "_base64")
    return Check(
      difference: "beers lack text of \(OtherTableWarnings.shortened(link.table))",
      sql: """
        SELECT count(*) FROM \(rows) WHERE typeof(\(text)) = 'text' AND \(text) <> ''
          AND NOT EXISTS (SELECT 1 FROM json_each(b.extras) e WHERE instr(e.value, \(text)) > 0
            OR substr(e.key, 1, length(\(bytes))) = \(bytes))
        """)
  }

  /// Check that exactly the deleted beers are in the trash.
  var trashChecks: [Check] {
    let flags = schema.deletionFlags.map {
      isNumber("z.\($0.quotedIdentifier)") + " AND z.\($0.quotedIdentifier) <> 0"
    }
    let dates = schema.fieldColumns["deleted_at"].map { [isNumber("z.\($0.quotedIdentifier)")] } ?? []
    let isFlagged = (["0"] + flags.map { "(\($0))" }).joined(separator: " OR ")
    let isDeleted = ([isFlagged] + dates.map { "(\($0))" }).joined(separator: " OR ")
    let rows = "SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK"
    return [
      Check(
        difference: "deleted beers are not in the trash",
        rows: .beers("z.Z_PK"),
        sql: "\(rows) WHERE (\(isFlagged)) AND b.deleted_at IS NULL"),
      Check(
        difference: "beers that were not deleted are in the trash",
        rows: .beers("z.Z_PK"),
        sql: "\(rows) WHERE NOT (\(isDeleted)) AND b.deleted_at IS NOT NULL"),
    ]
  }

  private func isNumber(_ value: String) -> String { "typeof(\(value)) IN ('integer', 'real')" }

  /// Check that each blob of a beer is the image of one of its photos, byte for byte, or a custom field.
  var beerImageChecks: [Check] {
    schema.extraColumns.filter(\.isBlob).map { column in
      let value = "z.\(column.column.quotedIdentifier)"
      let name = Self.literal(column.name)
      return Check(
        difference: "beers lost their \(OtherTableWarnings.shortened(column.name))",
        rows: .beers("z.Z_PK"),
        sql: """
          SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK
          WHERE typeof(\(value)) = 'blob' AND length(\(value)) > 0
            AND NOT EXISTS (SELECT 1 FROM photo p JOIN photo_image i ON i.id = p.id
              WHERE p.beer_id = b.id AND length(i.data) = length(\(value)) AND i.data = \(value))
            AND NOT EXISTS (SELECT 1 FROM json_each(b.extras) e
              WHERE e.key = \(name) OR substr(e.key, 1, 1 + length(\(name))) = \(name) || '_')
          """)
    }
  }

  /// Returns a text as an SQL literal; names come from the file.
  private static func literal(_ text: String) -> String {
    var literal = "'".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "'" { literal.append(scalar) }
      literal.append(scalar)
    }
    literal.append("'")
    return String(literal)
  }
}

// MARK: - Relations

extension LegacyVerification {
  /// Check that a beer has the name of the brewery or style that it refers to.
  var relationChecks: [Check] {
    schema.relations.compactMap { relation in
      guard let field = relation.field?.name, let name = relation.nameColumn?.quotedIdentifier else {
        return nil
      }
      let key = "z.\(relation.column.quotedIdentifier)"
      return Check(
        difference: "beers have a different \(field) than in the old diary",
        rows: .beers("z.Z_PK"),
        sql: """
          SELECT count(*) FROM ZBEER z JOIN \(relation.table.quotedIdentifier) r ON r.Z_PK = \(key)
          JOIN beer b ON b.id = z.Z_PK
          WHERE typeof(\(key)) = 'integer' AND typeof(r.\(name)) = 'text' AND b.\(field) IS NOT r.\(name)
            AND json_extract(b.extras, '$.\(field)_base64') IS NULL
          """)
    }
  }
}
