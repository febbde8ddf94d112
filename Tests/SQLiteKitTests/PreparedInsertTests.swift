import GRDB
import SQLiteKit
import Testing

/// Rows that are written with values bound directly.
@Suite struct PreparedInsertTests {
  @Test(arguments: [0, 1, 3]) func aRowWithTooFewOrTooManyValuesIsRefused(_ count: Int) throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE tag (id INTEGER, name TEXT)")
      let insert = try PreparedInsert(db, into: "tag", ["id", "name"])
      try insert.execute { row in
        row.append(Int64(1))
        row.append("hoppy")
      }

      #expect(throws: DatabaseError.self) {
        try insert.execute { row in for number in 0..<count { row.append(Int64(number)) } }
      }

      #expect(try Row.fetchAll(db, sql: "SELECT * FROM tag") == [["id": 1, "name": "hoppy"]])
    }
  }
}
