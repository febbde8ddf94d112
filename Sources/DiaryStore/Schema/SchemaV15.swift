/// Version 15: a row for all registers of a record, instead of one for each.
///
/// The SQL must never be edited once it is shipped. `versions` are the registers with a single version, as the module
/// DiarySync encodes them; `size` is their number of bytes. If `dictionary` is not NULL, they are compressed with this
/// dictionary. `sync_version` has the registers with several versions, which are few. The table has row ids, because a
/// large row of a table without them takes another page.
enum SchemaV15 {
  static let sql = """
    CREATE TABLE sync_record (
      entity TEXT NOT NULL,
      uuid BLOB NOT NULL CHECK (length(uuid) = 16),
      versions BLOB NOT NULL,
      size INTEGER NOT NULL,
      dictionary INTEGER,
      PRIMARY KEY (entity, uuid)
    ) STRICT;
    CREATE TABLE sync_dictionary (
      id INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT;
    """
}
