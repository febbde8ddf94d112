import GRDB
import SQLiteKit

/// Proves from the old columns, which are still there, that an adopted store lost and reordered nothing.
///
/// The statements are written independently of the ones that wrote the rows.
struct LegacyVerification {
  struct Check {
    let difference: String
    /// Counts what is wrong.
    let sql: String
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
    let total = checks.count + 3
    var differences: [String] = []
    for (index, check) in checks.enumerated() {
      try context.report(.verifying, done: index, of: total, unit: .beers)
      let count = try Int.fetchOne(db, sql: check.sql) ?? 0
      if count > 0 { differences.append("\(count) \(check.difference)") }
    }
    differences += try differingFields()
    differences += try unreachableFiles()
    differences += try brokenReferences()
    try context.report(.verifying, done: total, of: total, unit: .beers)
    guard differences.isEmpty else { throw MigrationFailure.differences(differences) }
  }

  private let beerChecks = [
    Check(
      difference: "beers are missing",
      sql: "SELECT count(*) FROM ZBEER z WHERE NOT EXISTS (SELECT 1 FROM beer WHERE id = z.Z_PK)"),
    Check(
      difference: "beers came from nowhere",
      sql: """
        SELECT count(*) FROM beer b
        WHERE source IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = b.id)
        """),
  ]

  private let photoChecks = [
    Check(
      difference: "photos are missing",
      sql: "SELECT count(*) FROM photo_image i WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = i.id)"),
    Check(
      difference: "photos are on another beer",
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
      sql: """
        SELECT count(*) FROM photo p
        JOIN photo n ON n.beer_id = p.beer_id AND n.user_order = p.user_order + 1
        JOIN \(LegacyPhotoOrder.table) i ON i.id = p.id JOIN \(LegacyPhotoOrder.table) j ON j.id = n.id
        WHERE i.owner = j.owner
          AND (i.was_added, i.first_key IS NULL, ifnull(i.first_key, 0), i.second_key IS NULL,
              ifnull(i.second_key, 0))
            > (j.was_added, j.first_key IS NULL, ifnull(j.first_key, 0), j.second_key IS NULL,
              ifnull(j.second_key, 0))
        """),
  ]

  /// `length` of a blob is told by its row's header, so no image is read.
  private let imageChecks = [
    Check(
      difference: "photos have no image row",
      sql: "SELECT count(*) FROM photo p WHERE NOT EXISTS (SELECT 1 FROM photo_image WHERE id = p.id)"),
    Check(
      difference: "photos do not reach the whole of their image",
      sql: """
        SELECT count(*) FROM photo p JOIN photo_image i ON i.id = p.id
        WHERE p.is_missing = 0 AND p.external_name IS NULL AND typeof(i.data) <> 'text'
          AND ifnull(length(i.data), -1) <> p.image_offset + p.byte_count
        """),
  ]

  /// Every field that version 3 can hold as it was; the others are custom fields.
  private func differingFields() throws -> [String] {
    let fields = LegacySchema.aliases.compactMap { alias in
      schema.fieldColumns[alias.field].flatMap { column in
        condition(alias.field, column.quotedIdentifier).map { (alias.field, $0) }
      }
    }
    if fields.isEmpty { return [] }
    let sums = fields.map { "total(\($0.1))" }.joined(separator: ", ")
    let row = try Row.fetchOne(db, sql: "SELECT \(sums) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK")
    return fields.enumerated().compactMap { index, field in
      let count = (row?[index] as Double?) ?? 0
      return count > 0 ? "\(Int(count)) beers have another \(field.0)" : nil
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
    return count == 0 ? [] : ["\(count) photos do not reach the file of their image"]
  }

  /// Only the diary's own tables: what others refer to was so before.
  private func brokenReferences() throws -> [String] {
    for table in ["beer", "photo"] {
      if try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\(table))") != nil {
        return ["broken references between beers and photos"]
      }
    }
    return []
  }
}
