import GRDB

/// Proves from the old columns, which are still there, that an adopted store lost and reordered nothing.
///
/// The statements are written independently of the ones that wrote the rows.
struct LegacyVerification {
  private let db: Database
  private let context: MigrationContext
  private let schema: LegacySchema

  init(_ db: Database, _ context: MigrationContext, _ schema: LegacySchema) throws {
    self.db = db
    self.context = context
    self.schema = schema
  }

  /// Throws `MigrationFailure.differences` with a sentence for each kind of difference.
  func verify(beers: Int, photos: Int) throws {
    var differences: [String] = []
    for (index, check) in checks.enumerated() {
      try context.advance(.verifying, done: 0, of: checks.count, unit: .beers)
      let count = try Int.fetchOne(db, sql: check.sql) ?? 0
      if count > 0 { differences.append("\(count) \(check.difference)") }
      if index == checks.count - 1 {
        try context.advance(.verifying, done: checks.count, of: checks.count, unit: .beers)
      }
    }
    if try !Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty {
      differences.append("broken references between beers and photos")
    }
    guard differences.isEmpty else { throw MigrationFailure.differences(differences) }
  }

  /// Each counts what is wrong.
  private var checks: [(difference: String, sql: String)] {
    let key = schema.orderColumn
    return [
      (
        "beers are missing",
        "SELECT count(*) FROM ZBEER z WHERE NOT EXISTS (SELECT 1 FROM beer WHERE id = z.Z_PK)"
      ),
      (
        "beers came from nowhere",
        """
        SELECT count(*) FROM beer b WHERE source IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = b.id)
        """
      ),
      (
        "beers have another name",
        schema.fieldColumns["name"].map {
          "SELECT count(*) FROM ZBEER z JOIN beer b ON b.id = z.Z_PK WHERE b.name IS NOT z.\($0)"
        } ?? "SELECT 0"
      ),
      (
        "photos are missing",
        "SELECT count(*) FROM photo_image i WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = i.id)"
      ),
      (
        "photos have no image row",
        "SELECT count(*) FROM photo p WHERE NOT EXISTS (SELECT 1 FROM photo_image WHERE id = p.id)"
      ),
      (
        "photos are on another beer",
        """
        SELECT count(*) FROM photo p JOIN photo_image i ON i.id = p.id
        WHERE p.beer_id <> i.ZBEER AND EXISTS (SELECT 1 FROM ZBEER WHERE Z_PK = i.ZBEER)
        """
      ),
      (
        "beers have gaps in their photos' order",
        """
        SELECT count(*) FROM (SELECT 1 FROM photo GROUP BY beer_id
          HAVING min(user_order) <> 0 OR max(user_order) <> count(*) - 1)
        """
      ),
      (
        "photos are out of order",
        """
        SELECT count(*) FROM photo p
        JOIN photo n ON n.beer_id = p.beer_id AND n.user_order = p.user_order + 1
        JOIN photo_image i ON i.id = p.id JOIN photo_image j ON j.id = n.id
        WHERE i.ZBEER = j.ZBEER AND (i.\(key) > j.\(key) OR i.\(key) IS NULL AND j.\(key) IS NOT NULL)
        """
      ),
    ]
  }
}
