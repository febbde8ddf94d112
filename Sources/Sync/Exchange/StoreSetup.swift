import Foundation

/// Creates or opens the diary in a store.
package enum StoreSetup {
  /// Creates a diary in a store that has none, and returns its key.
  ///
  /// - Throws: ``SyncError/diaryExists``, ``SyncError/emptyPassphrase``.
  package static func create(
    in exchange: some ObjectExchange, passphrase: String, cost: WrappedKey.Cost = .standard
  ) throws -> DiaryKey {
    guard try exchange.list(ObjectName.diary).isEmpty, try exchange.list(ObjectName.keys).isEmpty else {
      throw SyncError.diaryExists
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
  /// - Throws: ``SyncError/noDiary``, ``SyncError/wrongPassphrase``, ``SyncError/unauthentic(_:)`` if the key is of
  ///   another diary.
  package static func open(_ exchange: some ObjectExchange, passphrase: String) throws -> DiaryKey {
    let keys = try exchange.list(ObjectName.keys).map(\.name).sorted()
    let objects = try exchange.read([ObjectName.diary] + keys)
    guard let diary = objects[ObjectName.diary] else { throw SyncError.noDiary }
    var failure = SyncError.noDiary
    for name in keys {
      guard let object = objects[name] else { continue }
      do {
        let key = try WrappedKey.unwrap(object, passphrase: passphrase)
        try check(diary, key: key)
        return key
      } catch let error as SyncError {
        // Of several failures, a wrong passphrase is reported, because the user can correct it.
        if failure != .wrongPassphrase { failure = error }
      }
    }
    throw failure
  }

  private static func check(_ diary: Data, key: DiaryKey) throws {
    let content = try SealedEnvelope(key: key, device: DeviceKey())
      .open(diary, name: ObjectName.diary, kind: .diary)
    guard content == Data(Self.content.utf8) else { throw SyncError.unsupportedVersion(2) }
  }

  private static let content = "beerdiary sync 1"
}
