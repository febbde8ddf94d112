import Foundation

/// Creates or opens the diary in a store.
package enum StoreSetup {
  /// Creates a diary in a store that has none, and returns its key.
  ///
  /// - Throws: ``SyncError/diaryExists``, ``SyncError/emptyPassphrase``; ``SyncError/incompleteDiary`` if the store has
  ///   other objects, for example because the diary has not arrived yet.
  package static func create(
    in exchange: some ObjectExchange, passphrase: String, cost: WrappedKey.Cost = .standard
  ) throws -> DiaryKey {
    guard try exchange.list(ObjectName.diary).isEmpty else { throw SyncError.diaryExists }
    for prefix in [ObjectName.keys, ObjectName.log, ObjectName.snapshot, ObjectName.photo] {
      guard try exchange.list(prefix).isEmpty else { throw SyncError.incompleteDiary }
    }
    let key = DiaryKey()
    let name = ObjectName.keys + UInt64.random(in: .min ... .max).hexadecimal
    let wrapped = try WrappedKey.wrap(key, passphrase: passphrase, cost: cost)
    let check = try SealedEnvelope(key: key, device: DeviceKey())
      .seal(Data(content.utf8), name: ObjectName.diary, kind: .diary)
    // The diary is written last: where it exists, its key exists as well.
    try exchange.write([(name, wrapped)])
    try exchange.write([(ObjectName.diary, check)])
    return key
  }

  /// Returns the key of the diary in a store; writes nothing.
  ///
  /// - Parameters:
  ///   - exchange: The store.
  ///   - passphrase: The passphrase of the diary.
  ///   - maxWork: The work that all keys may take together, as ``WrappedKey/Cost`` counts it.
  /// - Throws: ``SyncError/noDiary``, ``SyncError/wrongPassphrase``, ``SyncError/tooManyKeys``,
  ///   ``SyncError/unauthentic(_:)`` if the key is of another diary.
  package static func open(
    _ exchange: some ObjectExchange, passphrase: String, maxWork: Int = WrappedKey.maxTotalWork
  ) throws -> DiaryKey {
    let keys = try exchange.list(ObjectName.keys).filter { $0.size <= WrappedKey.maxSize }.map(\.name)
      .sorted().prefix(maxKeys)
    let objects = try exchange.read([ObjectName.diary] + keys)
    guard let diary = objects[ObjectName.diary] else { throw SyncError.noDiary }
    var failure = SyncError.noDiary
    var work = 0
    for name in keys {
      guard let object = objects[name] else { continue }
      do {
        work += try WrappedKey.cost(of: object).work
        guard work <= maxWork else { throw SyncError.tooManyKeys }
        let key = try WrappedKey.unwrap(object, passphrase: passphrase)
        try check(diary, envelope: SealedEnvelope(key: key, device: DeviceKey()))
        return key
      } catch SyncError.tooManyKeys {
        throw SyncError.tooManyKeys
      } catch let error as SyncError {
        // Of several failures, a wrong passphrase is reported, because the user can correct it.
        if failure != .wrongPassphrase { failure = error }
      }
    }
    throw failure
  }

  /// Throws unless a store has the diary whose key an envelope has.
  ///
  /// Keeps an empty mount point, and a store that was emptied, from being filled again by mistake.
  ///
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary``, ``SyncError/unsupportedVersion(_:)``.
  static func requireDiary(in exchange: some ObjectExchange, envelope: any Envelope) throws {
    guard let diary = try exchange.read([ObjectName.diary])[ObjectName.diary] else {
      throw SyncError.missingDiary
    }
    do {
      try check(diary, envelope: envelope)
    } catch SyncError.unauthentic {
      throw SyncError.otherDiary
    }
  }

  private static func check(_ diary: Data, envelope: any Envelope) throws {
    let content = try envelope.open(diary, name: ObjectName.diary, kind: .diary)
    guard content == Data(Self.content.utf8) else { throw SyncError.unsupportedVersion(2) }
  }

  /// The number of keys that are read: one for each passphrase of the diary.
  private static let maxKeys = 100

  /// The content of the object `diary`.
  static let content = "beerdiary sync 1"
}
