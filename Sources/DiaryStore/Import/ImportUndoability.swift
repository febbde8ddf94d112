/// Tells the imports that did something which can be undone, in SQL.
enum ImportUndoability {
  /// On a row `b` of `import_batch`.
  static let condition = """
    (EXISTS (SELECT 1 FROM beer WHERE import_batch = b.id)
      OR EXISTS (SELECT 1 FROM beer_before_import WHERE batch = b.id)
      OR \(ImportedPhotos.count(ofImport: "b.id")) > 0)
    """

  /// On rows `b` of `import_batch` and `r` of `import_run`: whether the import can be undone.
  ///
  /// One that was undone can be undone again when the user has taken beers of it out of the trash.
  static let isUndoable = """
    (r.undone_at IS NULL AND \(condition)
      OR EXISTS (SELECT 1 FROM beer WHERE import_batch = b.id AND deleted_at IS NULL))
    """
}
