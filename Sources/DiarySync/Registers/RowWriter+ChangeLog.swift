import DiaryStore
import GRDB
import Sync

extension RowWriter {
  /// Removes from the log what can no longer be undone once purged rows are deleted, as emptying the trash does.
  func forgetChangesOfPurgedRows() throws {
    var emptied = EmptiedTrash()
    for record in state.changes.records {
      // Nearly all records were never purged, which is known without listing their registers.
      if try state.purges(of: record).isEmpty || !state.registers(of: record).isEmpty { continue }
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
