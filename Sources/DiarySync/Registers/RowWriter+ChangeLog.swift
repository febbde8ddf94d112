import DiaryStore
import GRDB
import Sync

extension RowWriter {
  /// Removes from the log what can no longer be undone once purged rows are deleted, as emptying the trash does.
  func forgetChangesOfPurgedRows() throws {
    var emptied = EmptiedTrash()
    for record in state.changes.records where try state.registers(of: record).isEmpty {
      switch ChangeTracker.Entity(rawValue: record.entity) {
      case .beer:
        if let id = try id(of: record, in: "beer") { emptied.beers.insert(id) }
      case .photo:
        for table in PhotoTable.allCases {
          if let id = try id(of: record, in: table.rawValue) { emptied.photos.insert(id) }
        }
      case .label, nil: break
      }
    }
    if emptied != EmptiedTrash() { try ChangeLog(db).forget(emptied, isAll: false) }
  }

  private func id(of record: RecordID, in table: String) throws -> Int64? {
    let sql = "SELECT id FROM \(table) WHERE uuid = ?"
    return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [record.uuid])
  }
}
