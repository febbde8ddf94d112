import GRDB

/// Changes a beer to what a row says, and keeps what it was before.
struct ImportedUpdate {
  /// The columns that an import may change.
  static let columns = """
    name, brewery, style, abv, ibu, rating, notes, place, latitude, longitude, serving, price, drunk_at, created_at,
    updated_at, deleted_at, extras
    """

  private let db: Database
  private let batch: ImportBatch
  private let policy: ImportPolicy

  init(_ db: Database, batch: ImportBatch, policy: ImportPolicy) {
    self.db = db
    self.batch = batch
    self.policy = policy
  }

  /// `false` where the import has changed the beer before, which then stays as it is.
  func execute(_ id: Int64, _ row: Int, _ rows: ImportRows, stamp: String) throws -> Bool {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO beer_before_import (batch, beer_id, stamp, \(Self.columns))
        SELECT ?, id, ?, \(Self.columns) FROM beer WHERE id = ?
        """, arguments: [batch.id, stamp, id])
    guard db.changesCount > 0 else { return false }
    let records = BeerRecord(db)
    let said = rows.fields(ofRow: row)
    var fields = policy.rowsAreWhole ? said : try records.beer(id).fields.taking(said)
    fields.extras = try CustomFieldSpelling(db).spelled(fields.extras)
    try records.update(id, to: fields, stamp: stamp)
    guard policy.rowsAreWhole else { return true }
    try db.execute(
      sql: "UPDATE beer SET created_at = coalesce(?, created_at), deleted_at = ? WHERE id = ?",
      arguments: [rows.text(.createdAt, ofRow: row), rows.text(.deletedAt, ofRow: row), id])
    return true
  }
}

extension BeerFields {
  /// These fields with everything that others know.
  func taking(_ others: BeerFields) -> BeerFields {
    BeerFields(
      name: others.name ?? name, brewery: others.brewery ?? brewery, style: others.style ?? style,
      abv: others.abv ?? abv, ibu: others.ibu ?? ibu, rating: others.rating ?? rating,
      notes: others.notes ?? notes, place: others.place ?? place, latitude: others.latitude ?? latitude,
      longitude: others.longitude ?? longitude, serving: others.serving ?? serving,
      price: others.price ?? price, drunkAt: others.drunkAt ?? drunkAt,
      extras: extras.merging(others.extras) { _, other in other })
  }
}
