/// The rules that keep devices equal and values from getting lost.
///
/// All are always on. Tests switch off one at a time, to prove that they notice.
struct Rules: OptionSet, Sendable {
  let rawValue: UInt32

  /// Local changes are cut before anything foreign is applied: their context must not claim that they had seen it.
  static let cutsBeforeApplying = Rules(rawValue: 1 << 0)

  /// A segment waits until everything in its context is applied.
  static let waitsForContext = Rules(rawValue: 1 << 1)

  /// The context is what was applied, never what was only heard of.
  static let claimsOnlyWhatIsApplied = Rules(rawValue: 1 << 2)

  /// A value replaces only those that its writer had seen, not all that are older.
  static let replacesOnlyWhatWasSeen = Rules(rawValue: 1 << 3)

  /// A purge removes only what its writer had seen.
  static let purgesOnlyWhatWasSeen = Rules(rawValue: 1 << 4)

  /// A device with changes that a purge had not seen writes the whole record again.
  static let writesPurgedRecordsAgain = Rules(rawValue: 1 << 5)

  /// Two segments of a cloned device with the same sequence number are told apart by their hashes.
  static let tellsClonesApart = Rules(rawValue: 1 << 6)

  /// The version that is shown does not depend on the order in which versions arrived.
  static let breaksTiesAlike = Rules(rawValue: 1 << 7)

  /// A snapshot removes what it had seen and no longer has.
  static let snapshotsReplaceWhatTheySaw = Rules(rawValue: 1 << 8)

  /// A device puts its own segments again that are not in the store any more.
  static let putsAgainWhatIsGone = Rules(rawValue: 1 << 9)

  /// A device writes a snapshot if segments of others are not in the store any more.
  static let snapshotsWhatOthersLost = Rules(rawValue: 1 << 10)

  /// Segments whose predecessors are gone are repeated without them.
  static let repeatsOrphans = Rules(rawValue: 1 << 11)

  /// Compaction leaves out only what the same device replaced, having seen it.
  static let compactsOnlyWhatWasReplaced = Rules(rawValue: 1 << 12)

  /// Segments are deleted only after what replaces them is in the store.
  static let deletesOnlyWhatIsReplaced = Rules(rawValue: 1 << 13)

  /// An image is put before the segment that refers to it, and again if it is not in the store any more.
  static let putsImages = Rules(rawValue: 1 << 14)

  static let all = Rules(rawValue: .max)
}
