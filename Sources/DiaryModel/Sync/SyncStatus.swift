public import Foundation

/// The state of the synchronization of a diary with other devices.
public struct SyncStatus: Sendable, Hashable {
  /// Where the diary is stored for other devices, without a password.
  public var location: String

  /// The id of this device, 16 hexadecimal digits.
  public var device: String

  /// When a synchronization succeeded last; `nil` if none did yet.
  public var lastSync: Date?

  /// The number of beers, photos and labels with changes that were not sent yet.
  public var unsentCount: Int

  /// The number of facts for which devices wrote different values without seeing each other's.
  public var conflictCount: Int

  /// Why the last synchronization failed, as a sentence; `nil` if it succeeded.
  public var failure: String?

  public init(
    location: String, device: String, lastSync: Date? = nil, unsentCount: Int = 0, conflictCount: Int = 0,
    failure: String? = nil
  ) {
    self.location = location
    self.device = device
    self.lastSync = lastSync
    self.unsentCount = unsentCount
    self.conflictCount = conflictCount
    self.failure = failure
  }
}
