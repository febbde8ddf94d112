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

  /// Returns the names of all devices that have one, also of this one; those that several have, with the beginning of the
  /// id, such as `laptop (3f9a12c4)`.
  func distinctNames() throws -> [DeviceID: String] {
    let devices = try Int64.fetchAll(db, sql: "SELECT DISTINCT device FROM sync_segment")
    var names: [DeviceID: String] = [:]
    for device in devices.map({ DeviceID(UInt64(signed: $0)) }) { names[device] = try name(of: device) }
    if let own = try SyncSettings(db).device, names[own] == nil {
      names[own] = try SyncSettings(db).deviceName
    }
    let counts = names.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for (device, name) in names where counts[name, default: 0] > 1 {
      names[device] = "\(name) (\(device.description.prefix(8)))"
    }
    return names
  }

  /// Returns the name of a device; `nil` if it has none.
  private func name(of device: DeviceID) throws -> String? {
    guard case .text(let name) = try ReplicaTables(db).value(Self.register(of: device)) else { return nil }
    return name
  }

  /// Returns the register for the name of a device; the first 8 bytes of the record's UUID are the id of the device.
  private static func register(of device: DeviceID) -> Register {
    let id = withUnsafeBytes(of: device.rawValue.bigEndian) { Data($0) }
    return Register(RecordID(entity: entity, uuid: UUID(id + Data(count: 8)) ?? UUID()), field)
  }
}
