/// The rules that make replicas converge without losing values.
///
/// All of them are always on. Tests switch them off one at a time, to prove that the tests would notice.
struct Rules: OptionSet, Sendable {
  let rawValue: UInt32

  /// Local changes are cut before foreign segments are applied, because they were made without seeing these.
  static let cutsBeforeApplying = Rules(rawValue: 1 << 0)

  /// A segment waits until everything in its context is applied.
  static let waitsForContext = Rules(rawValue: 1 << 1)

  /// A context has only segments that were applied, not all that the store lists.
  static let contextHasOnlyAppliedSegments = Rules(rawValue: 1 << 2)

  /// A value replaces only the versions that its writer had seen, not all older ones.
  static let replacesOnlySeenVersions = Rules(rawValue: 1 << 3)

  /// A purge removes only the versions that its writer had seen.
  static let purgesOnlySeenVersions = Rules(rawValue: 1 << 4)

  /// A device that applies a purge writes the whole record again if it has versions that the purge had not seen.
  static let reissuesPurgedRecords = Rules(rawValue: 1 << 5)

  /// Segments of a cloned device that have the same sequence number are distinguished by their nonces.
  static let distinguishesClones = Rules(rawValue: 1 << 6)

  /// The winner of several versions does not depend on the order in which they arrived.
  static let breaksTiesDeterministically = Rules(rawValue: 1 << 7)

  /// A snapshot removes versions that it had seen and no longer has.
  static let snapshotsReplaceSeenVersions = Rules(rawValue: 1 << 8)

  /// A device puts its own segments again if the store has lost them.
  static let putsLostSegmentsAgain = Rules(rawValue: 1 << 9)

  /// A device writes a snapshot if the store has lost segments of others.
  static let snapshotsLostSegments = Rules(rawValue: 1 << 10)

  /// Segments whose predecessors are lost are repeated without them.
  static let repeatsOrphans = Rules(rawValue: 1 << 11)

  /// Compaction leaves out only changes that a later segment of the device had seen and replaced.
  static let compactsOnlyReplacedChanges = Rules(rawValue: 1 << 12)

  /// Objects are deleted only after the object that replaces them is in the store.
  static let deletesOnlyReplacedObjects = Rules(rawValue: 1 << 13)

  /// An image is put before the segment that refers to it, and again if the store has lost it.
  static let putsImages = Rules(rawValue: 1 << 14)

  static let all = Rules(rawValue: .max)
}
