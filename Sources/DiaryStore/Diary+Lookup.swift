import GRDB

extension Diary {
  /// The numbers of the beers in the trash, in their order.
  package func beersInTrash() throws(DiaryError) -> [Int64] {
    try read { try Int64.fetchAll($0, sql: "SELECT id FROM beer WHERE deleted_at IS NOT NULL ORDER BY id") }
  }

  /// The numbers of the beers in the diary, or in its trash, that have a name, in the order of their numbers.
  ///
  /// Upper and lower case of ASCII letters are the same.
  package func beers(named name: String, inTrash: Bool = false) throws(DiaryError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql:
          "SELECT id FROM beer WHERE deleted_at IS \(inTrash ? "NOT NULL" : "NULL") AND name = ? COLLATE NOCASE ORDER BY id",
        arguments: [name])
    }
  }
}
