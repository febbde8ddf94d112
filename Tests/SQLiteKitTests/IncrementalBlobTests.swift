import GRDB
import SQLiteKit
import Testing

/// Values that are read and written in parts.
@Suite struct IncrementalBlobTests {
  @Test func onlyAMissingRowOrValueHasNoBlob() throws {
    try DatabaseQueue().write { db in
      try db.execute(
        sql:
          "CREATE TABLE image (id INTEGER PRIMARY KEY, data); INSERT INTO image VALUES (1, NULL), (2, x'00')")
      let blob = IncrementalBlob(db, table: "image", column: "data")
      #expect(try blob.open(row: 2) && !blob.open(row: 1) && !blob.open(row: 3))
      for (table, column) in [("picture", "data"), ("image", "bytes")] {
        #expect(throws: DatabaseError.self) {
          try IncrementalBlob(db, table: table, column: column).open(row: 2)
        }
      }
    }
  }
}
