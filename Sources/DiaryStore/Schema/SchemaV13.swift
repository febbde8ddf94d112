/// Version 13: the log of changes, from which every program can undo and redo them.
///
/// Shipped; the SQL must never be edited. `payload` has the change as JSON, or the one that redoes it if it is undone; it is
/// `NULL` if that is too large or no longer needed. `undo_order` is `NULL` for a change that is in effect, 0 for one that
/// was undone and cannot be redone, and otherwise the order in which changes were undone. `total_bytes` is the size in bytes
/// of this payload and all before it, including those of changes that are no longer in the log.
enum SchemaV13 {
  static let sql = """
    CREATE TABLE change_log (
      id INTEGER PRIMARY KEY,
      changed_at TEXT NOT NULL,
      kind TEXT NOT NULL,
      format INTEGER NOT NULL,
      beer_count INTEGER NOT NULL,
      total_bytes INTEGER NOT NULL,
      undo_order INTEGER,
      payload TEXT
    ) STRICT;
    CREATE INDEX redoable_change ON change_log (undo_order) WHERE undo_order > 0;
    """
}
