/// The result of a synchronization.
package struct SyncReport: Sendable, Equatable {
  /// Creates a report of a synchronization that exchanged nothing.
  package init() {}

  /// The number of segments that were sent.
  package var sent = 0

  /// The number of segments that were applied.
  package var applied = 0

  /// The number of changes of beers, photos and labels that this device sent.
  package var sentChangeCount = 0

  /// The numbers of applied changes of other devices, by entity, such as `beer`.
  ///
  /// Several changes of a record in one segment count as one.
  package private(set) var receivedChanges: [String: Int] = [:]

  /// The number of beers that were deleted, here or on another device, and that are back because another device has
  /// edited them.
  ///
  /// `SyncSession` sets it; `Synchronizer` leaves it 0.
  package var returnedBeerCount = 0

  /// Objects that were put again because the store had lost them, and no new device can join without them.
  package var restored: Set<String> = []

  /// Objects that are incomplete or were changed: they may still arrive, or their device has to put them again.
  package var damaged: Set<String> = []

  /// Those of the damaged objects whose contents a repair has put again.
  package var replaced: Set<String> = []

  /// Objects that cannot be read although others can be, each with an `errno`; what depends on them has to wait.
  package var unreadable: [String: Int32] = [:]

  /// Objects that a newer version of the program has put.
  package var newer: Set<String> = []

  /// What exceeds the limits and was not sent: names of objects, or records with the names of their fields.
  package var tooLarge: Set<String> = []

  /// The records with changes that exceed the limits, which stay only on this device.
  package var unsendable: Set<RecordID> = []

  /// The segments that did not get into the store because they exceed the limits: those of this device in objects that
  /// are too large, and if a snapshot is too large, those that only it would have, such as those of an id that this device
  /// had before.
  package var unsendableSegments: Set<SegmentID> = []

  /// The number of changes of beers, photos and labels of this device in such segments.
  ///
  /// `SyncSession` sets it; `Synchronizer` leaves it 0.
  package var unsendableChangeCount = 0

  /// Segments whose predecessors are not in the store.
  package var waiting: Set<SegmentID> = []

  /// The objects that such segments are in; none after a repair, which applies them.
  var waitingObjects: Set<String> = []

  /// Segments of other devices that the store has lost, for example because an old copy of it was restored.
  package var lost: Set<SegmentID> = []

  /// The number of segments that the store had lost and that were put again, as they were or in a snapshot.
  package var putAgain = 0

  /// The number of images that were put, also for the first time.
  var storedImages = 0

  /// How many of them replaced an incomplete or damaged object.
  var replacedImages = 0

  /// The number of images that the store had lost, or that were damaged there, and that were put again.
  ///
  /// A new image is put with the change that adds its photo, so if changes were sent, lost images cannot be told from new
  /// ones, and are not counted.
  package var imagesPutAgain: Int { sentChangeCount == 0 ? storedImages : replacedImages }

  /// Whether everything of other devices that can be read was received, also if the synchronization failed after that.
  package var hasReceivedAll = false

  /// Whether another device uses the id of this one, so that this one has to continue as a new device.
  package var isCloned = false

  /// The number of images that were received.
  package var receivedImages = 0

  /// The number of images that the diary refers to and that are not in the store yet.
  package var missingImages = 0

  /// The damaged objects whose contents have not been received, and may never be.
  package var unusableObjects: Set<String> { damaged.subtracting(replaced) }

  /// The intact objects whose contents have not been received, because they depend on objects that have not arrived.
  ///
  /// There are none if objects cannot be read, because segments may only wait for these.
  package var delayedObjects: Set<String> { unreadable.isEmpty ? waitingObjects : [] }

  /// Adds what was exchanged before, by a pass with another device id; what is missing or damaged was found again.
  package mutating func merge(_ earlier: SyncReport) {
    sent += earlier.sent
    applied += earlier.applied
    sentChangeCount += earlier.sentChangeCount
    addReceivedChanges(earlier.receivedChanges)
    restored.formUnion(earlier.restored)
    unreadable.merge(earlier.unreadable) { new, _ in new }
    putAgain += earlier.putAgain
    storedImages += earlier.storedImages
    replacedImages += earlier.replacedImages
    hasReceivedAll = hasReceivedAll || earlier.hasReceivedAll
    isCloned = isCloned || earlier.isCloned
    receivedImages += earlier.receivedImages
  }

  /// Adds numbers of changes of other devices that were applied, by entity.
  package mutating func addReceivedChanges(_ counts: [String: Int]) {
    receivedChanges.merge(counts) { $0 + $1 }
  }
}
