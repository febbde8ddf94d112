/// What a synchronization did and found.
package struct SyncReport: Sendable, Equatable {
  /// The numbers of segments.
  package var sent = 0
  package var applied = 0

  /// Objects that are incomplete or were changed: not here yet, or to be put again by their device.
  package var damaged: Set<String> = []

  /// Objects that a newer version of the program wrote.
  package var newer: Set<String> = []

  /// Segments whose predecessors are not in the store.
  package var waiting: Set<SegmentID> = []

  /// Segments that were in the store and are not any more: objects were lost, or an old copy of the store came back.
  package var lost: Set<SegmentID> = []

  /// Whether another device writes under the name of this one, which is to become a new one.
  package var isCloned = false

  /// Images that the diary refers to and nobody has put yet.
  package var missingImages = 0
}
