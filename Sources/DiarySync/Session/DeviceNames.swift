import Foundation
import GRDB
import Sync

/// The names of devices.
///
/// They are sent to all devices, in registers of the entity `device`, which has no rows.
struct DeviceNames {
  static let entity = "device"
  private static let field = "name"

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns the change that tells the other devices the name of this one, if they do not know it.
  func changes() throws -> [LocalChange] {
    let state = SyncSettings(db)
    guard let device = try state.device, let name = try state.deviceName else { return [] }
    let register = Self.register(of: device)
    let value = Value.text(name)
    return try ReplicaTables(db).value(register) == value ? [] : [.set(register, value)]
  }

  /// Returns the name of a device; `nil` if it has none.
  func name(of device: DeviceID) throws -> String? {
    guard case .text(let name) = try ReplicaTables(db).value(Self.register(of: device)) else { return nil }
    return name
  }

  /// Returns the register for the name of a device; the first 8 bytes of the record's UUID are the id of the device.
  private static func register(of device: DeviceID) -> Register {
    let id = withUnsafeBytes(of: device.rawValue.bigEndian) { Data($0) }
    return Register(RecordID(entity: entity, uuid: UUID(id + Data(count: 8)) ?? UUID()), field)
  }
}
