import Foundation

/// Creates or opens the diary in a store.
package enum StoreSetup {
  /// Creates a diary in a store that has none, and returns its key.
  ///
  /// Continues if an earlier call was interrupted: if nothing was sent yet, and the passphrase decrypts the key.
  ///
  /// - Throws: ``SyncError/diaryExists``, ``SyncError/emptyPassphrase``; ``SyncError/incompleteDiary`` if the store has
  ///   other objects, for example because the diary has not arrived yet.
  package static func create(
    in exchange: some ObjectExchange, passphrase: String, cost: WrappedKey.Cost = .standard
  ) throws -> DiaryKey {
    let hasDiary = try !exchange.list(ObjectName.diary).isEmpty
    for prefix in [ObjectName.log, ObjectName.snapshot, ObjectName.photo] {
      guard try exchange.list(prefix).isEmpty else {
        throw hasDiary ? SyncError.diaryExists : SyncError.incompleteDiary
      }
    }
    if hasDiary {
      do {
        return try open(exchange, passphrase: passphrase)
      } catch is SyncError {
        throw SyncError.diaryExists
      }
    }
    let key: DiaryKey
    if try exchange.list(ObjectName.keys).isEmpty {
      key = DiaryKey()
      let wrapped = try WrappedKey.wrap(key, passphrase: passphrase, cost: cost)
      // The diary is written last: where it exists, its key exists as well.
      try exchange.write([(ObjectName.keys + UInt64.random(in: .min ... .max).hexadecimal, wrapped)])
    } else {
      do {
        key = try unwrap(exchange.read(keyNames(in: exchange)), passphrase: passphrase)
      } catch is SyncError {
        throw SyncError.incompleteDiary
      }
    }
    let check = try SealedEnvelope(key: key, device: DeviceKey())
      .seal(Data(content.utf8), name: ObjectName.diary, kind: .diary)
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
    var objects = try exchange.read([ObjectName.diary] + keyNames(in: exchange))
    guard let diary = objects.removeValue(forKey: ObjectName.diary) else { throw SyncError.noDiary }
    return try unwrap(objects, passphrase: passphrase, maxWork: maxWork) { key in
      try check(diary, envelope: SealedEnvelope(key: key, device: DeviceKey()))
    }
  }

  private static func keyNames(in exchange: some ObjectExchange) throws -> [String] {
    try Array(
      exchange.list(ObjectName.keys).filter { $0.size <= WrappedKey.maxSize }.map(\.name).sorted()
        .prefix(maxKeys))
  }

  /// Returns the first key that a passphrase decrypts.
  ///
  /// - Parameters:
  ///   - objects: The encrypted keys, by their names.
  ///   - passphrase: The passphrase of the diary.
  ///   - maxWork: The work that all keys may take together.
  ///   - check: Throws ``SyncError`` to continue with the next key.
  private static func unwrap(
    _ objects: [String: Data], passphrase: String, maxWork: Int = WrappedKey.maxTotalWork,
    _ check: (DiaryKey) throws -> Void = { _ in }
  ) throws -> DiaryKey {
    var failure = SyncError.noDiary
    var work = 0
    for (_, object) in objects.sorted(by: { $0.key < $1.key }) {
      do {
        work += try WrappedKey.cost(of: object).work
        guard work <= maxWork else { throw SyncError.tooManyKeys }
        let key = try WrappedKey.unwrap(object, passphrase: passphrase)
        try check(key)
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
