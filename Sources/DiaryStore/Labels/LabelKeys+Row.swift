import DiaryModel
import Foundation
import GRDB
import SQLiteKit

extension LabelKeys {
  /// The columns of `beer` from which the keys follow, for ``init(row:)``.
  static let columns = "uuid, name, brewery, source, extras"

  /// Decodes ``columns``.
  init(row: Row) throws {
    try self.init(
      uuid: row.value(forColumn: "uuid"), name: row.value(forColumn: "name"),
      brewery: row.value(forColumn: "brewery"), source: row.value(forColumn: "source"),
      customFields: row.value(forColumn: "extras"))
  }
}
