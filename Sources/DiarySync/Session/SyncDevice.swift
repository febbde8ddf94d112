package import Foundation
import GRDB
import SQLiteKit
import Sync

/// A device that has changed a diary.
package struct SyncDevice: Sendable, Equatable {
  /// 16 hexadecimal digits.
  package let id: String

  /// The name that the device gave itself, with the beginning of the id if another device has the same name; `nil` if it
  /// has none, or it has not arrived yet.
  package let name: String?

  /// When changes of it arrived last, or were sent if it is this device; `nil` if none were yet.
  package let lastSeen: Date?

  /// How often it has sent changes, as far as they have arrived.
  package let segmentCount: Int

  /// Whether it is this device.
  package let isThisOne: Bool

  /// Returns the devices that have changed the diary, `own` first, then by their names.
  static func all(_ db: Database, own: DeviceID) throws -> [SyncDevice] {
    let rows = try Row.fetchAll(db, sql: "SELECT device, count(*) FROM sync_segment GROUP BY device")
    let (names, state) = (try DeviceNames(db).distinctNames(), SyncSettings(db))
    var devices = try rows.map { row in
      let id = DeviceID(UInt64(signed: try row.value(atIndex: 0)))
      return SyncDevice(
        id: id.description, name: names[id], lastSeen: try state.lastSeen(id),
        segmentCount: try row.value(atIndex: 1), isThisOne: id == own)
    }
    if !devices.contains(where: \.isThisOne) {
      devices.append(
        SyncDevice(
          id: own.description, name: names[own], lastSeen: nil, segmentCount: 0,
          isThisOne: true))
    }
    return devices.sorted {
      ($0.isThisOne ? 0 : 1, $0.name ?? "", $0.id) < ($1.isThisOne ? 0 : 1, $1.name ?? "", $1.id)
    }
  }
}
