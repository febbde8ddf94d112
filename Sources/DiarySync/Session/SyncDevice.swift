package import Foundation
import GRDB
import SQLiteKit
import Sync

/// A device that has changed a diary.
package struct SyncDevice: Sendable, Equatable {
  /// 16 hexadecimal digits.
  package let id: String

  /// The name that the device gave itself; `nil` if it has none, or it has not arrived yet.
  package let name: String?

  /// The time of its last change that is still in effect, by its clock; `nil` if there is none.
  package let lastChange: Date?

  /// How often it has sent changes, as far as they have arrived.
  package let segmentCount: Int

  /// Whether it is this device.
  package let isThisOne: Bool

  static func all(_ db: Database, own: DeviceID) throws -> [SyncDevice] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT device, count(*), (
          SELECT max(stamp) FROM sync_version v WHERE v.segment IN (SELECT id FROM sync_segment o WHERE o.device = s.device))
        FROM sync_segment s GROUP BY device
        """)
    let names = DeviceNames(db)
    var devices = try rows.map { row in
      let id = DeviceID(UInt64(signed: try row.value(atIndex: 0)))
      let stamp: Int64? = try row.value(atIndex: 2)
      return SyncDevice(
        id: id.description, name: try names.name(of: id),
        lastChange: stamp.map { Date(timeIntervalSince1970: Double($0) / 1000) },
        segmentCount: try row.value(atIndex: 1), isThisOne: id == own)
    }
    if !devices.contains(where: \.isThisOne) {
      devices.append(
        SyncDevice(
          id: own.description, name: try SyncState(db).deviceName, lastChange: nil, segmentCount: 0,
          isThisOne: true))
    }
    return devices.sorted {
      ($0.isThisOne ? 0 : 1, $0.name ?? "", $0.id) < ($1.isThisOne ? 0 : 1, $1.name ?? "", $1.id)
    }
  }
}
