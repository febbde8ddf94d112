import GRDB

/// Whether an import can be undone.
enum ImportUndoability {
  /// Returns SQL for whether a time is later than another one.
  ///
  /// With the `Z`, `12:00:00Z` would sort after `12:00:00.5Z`.
  static func isLater(_ time: String, than other: String) -> String {
    "rtrim(\(time), 'Z') > rtrim(\(other), 'Z')"
  }

  /// Whether the import of a row `b` of `import_batch` has added or changed anything.
  static let hasEffectSQL = """
    (EXISTS (SELECT 1 FROM beer WHERE import_batch = b.id)
      OR EXISTS (SELECT 1 FROM beer_before_import WHERE batch = b.id)
      OR \(ImportedPhotos.count(ofImport: "b.id")) > 0)
    """

  /// Whether the import of the rows `b` of `import_batch` and `r` of `import_run` can be undone.
  ///
  /// An import that was undone can be undone again if the user has restored beers of it from the trash.
  static let canBeUndoneSQL = """
    (r.undone_at IS NULL AND \(hasEffectSQL)
      OR EXISTS (SELECT 1 FROM beer WHERE import_batch = b.id AND deleted_at IS NULL))
    """

  /// Throws `.lastImportUndone` if a later import was undone.
  ///
  /// Someone who undoes the last import twice hardly means the one before it.
  static func requireNoLaterUndo(than id: Int64, _ db: Database) throws {
    let sql = "SELECT max(batch) FROM import_run WHERE batch > ? AND undone_at IS NOT NULL"
    if let undone = try Int64.fetchOne(db, sql: sql, arguments: [id]) {
      throw UndoError.lastImportUndone(undone)
    }
  }
}
