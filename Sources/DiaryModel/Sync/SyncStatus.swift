package import Foundation

/// The state of the synchronization of a diary with other devices.
package struct SyncStatus: Sendable, Hashable {
  /// Where the diary is stored for other devices, without a password.
  package var location: String

  /// The id of this device, 16 hexadecimal digits.
  package var device: String

  /// When a synchronization succeeded last; `nil` if none did yet.
  package var lastSync: Date?

  /// When this device last received the changes of others, or found that there are none, even if the synchronization
  /// then failed; `nil` if it has not yet.
  package var lastReceived: Date?

  /// The number of beers, photos and labels with changes that were not sent yet.
  package var unsentCount: Int

  /// The number of facts for which devices wrote different values without seeing each other's.
  package var conflictCount: Int

  /// Why the last synchronization failed, as a sentence; `nil` if it succeeded.
  package var failure: String?

  /// The files of the store that were damaged or incomplete at the last synchronization.
  package var unusableFiles: [String]

  /// The files of the store that waited for others at the last synchronization.
  package var delayedFiles: [String]

  /// Creates a state; without a date, nothing was synchronized yet.
  package init(
    location: String, device: String, lastSync: Date? = nil, lastReceived: Date? = nil, unsentCount: Int = 0,
    conflictCount: Int = 0, failure: String? = nil, unusableFiles: [String] = [],
    delayedFiles: [String] = []
  ) {
    self.location = location
    self.device = device
    self.lastSync = lastSync
    self.lastReceived = lastReceived
    self.unsentCount = unsentCount
    self.conflictCount = conflictCount
    self.failure = failure
    self.unusableFiles = unusableFiles
    self.delayedFiles = delayedFiles
  }
}
