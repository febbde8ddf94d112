/// Version 14: tables for the synchronization of a diary with other devices.
///
/// Shipped; the SQL must never be edited. All tables are empty until the diary is synchronized. ``ChangeTracker`` uses
/// the first two; the module DiarySync keeps the state of the merge in the others. Devices, hashes and sequences of
/// segments are stored as signed numbers with the same bits. `context` is what the writer of a segment had applied, and
/// `value` a value of a register, both as the module Sync encodes them. `content` is a segment of this device. An object
/// of the store has a size if this device put it, and segments if it is a snapshot.
enum SchemaV14 {
  static let sql = """
    CREATE TABLE sync_setting (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_dirty (
      entity TEXT NOT NULL,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      field TEXT NOT NULL,
      PRIMARY KEY (entity, uuid, field)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_segment (
      id INTEGER PRIMARY KEY,
      device INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      previous INTEGER NOT NULL,
      context BLOB,
      content BLOB,
      UNIQUE (device, sequence, hash)
    ) STRICT;
    CREATE TABLE sync_repeated (
      device INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      PRIMARY KEY (device, sequence, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_version (
      entity TEXT NOT NULL,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      field TEXT NOT NULL,
      segment INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (entity, uuid, field, segment)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_purge (
      entity TEXT NOT NULL,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      segment INTEGER NOT NULL,
      PRIMARY KEY (entity, uuid, segment)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sync_object (
      name TEXT PRIMARY KEY,
      size INTEGER,
      segments BLOB
    ) STRICT, WITHOUT ROWID;
    """
}
