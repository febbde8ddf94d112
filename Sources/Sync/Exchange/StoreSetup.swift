import Foundation

/// Creates or opens the diary in a store.
package enum StoreSetup {
  /// The key of the diary in a store, and the object that has it.
  package struct OpenedDiary: Sendable, Equatable {
    /// The key of the diary.
    package let key: DiaryKey

    /// The object with the key, encrypted with the passphrase; a device puts it again if the store loses it.
    package let wrapped: StoredKey
  }

  /// Creates a diary in a store that has none, and returns its key.
  ///
  /// Continues if an earlier call was interrupted: if nothing was sent yet, and the passphrase decrypts the key.
  ///
  /// - Throws: ``SyncError/diaryExists``, ``SyncError/emptyPassphrase``; ``SyncError/incompleteDiary`` if the store has
  ///   other objects, for example because the diary has not arrived yet.
  package static func create(
    in exchange: some ObjectExchange, passphrase: String, cost: WrappedKey.Cost = .standard
  ) throws -> OpenedDiary {
    let hasDiary = try !exchange.list(ObjectName.diary).isEmpty
    for prefix in [ObjectName.log, ObjectName.snapshot, ObjectName.photo] {
      guard try exchange.list(prefix).isEmpty else {
        throw hasDiary ? SyncError.diaryExists : SyncError.incompleteDiary
      }
    }
    if hasDiary {
      do {
        return try open(exchange, passphrase: passphrase)
      } catch let error as SyncError where !error.isOfSystem {
        throw SyncError.diaryExists
      }
    }
    let opened: OpenedDiary
    if try exchange.list(ObjectName.keys).isEmpty {
      let key = DiaryKey()
      opened = OpenedDiary(
        key: key, wrapped: StoredKey(try WrappedKey.wrap(key, passphrase: passphrase, cost: cost)))
      // The diary is written last: where it exists, its key exists as well.
      try exchange.write([(opened.wrapped.name, opened.wrapped.bytes)])
    } else {
      do {
        opened = try unwrap(exchange.read(keyNames(in: exchange)).get(), passphrase: passphrase)
      } catch let error as SyncError where !error.isOfSystem {
        throw SyncError.incompleteDiary
      }
    }
    let check = try check(for: SealedEnvelope(key: opened.key, device: DeviceKey()))
    try exchange.write([(ObjectName.diary, check)])
    return opened
  }

  /// Returns the object `diary` for the key of an envelope.
  private static func check(for envelope: any Envelope) throws -> Data {
    try envelope.seal(Data(content.utf8), name: ObjectName.diary, kind: .diary)
  }

  /// Returns the key of the diary in a store; writes nothing.
  ///
  /// - Parameters:
  ///   - exchange: The store.
  ///   - passphrase: The passphrase of the diary.
  ///   - maxWork: The work that all keys may take together, as ``WrappedKey/Cost`` counts it.
  /// - Throws: ``SyncError/noDiary``, ``SyncError/wrongPassphrase``, ``SyncError/wrongPassphraseOrDamagedObject(_:)``,
  ///   ``SyncError/tooManyKeys``, ``SyncError/missingObject(_:)``, ``SyncError/damagedObject(_:)``.
  package static func open(
    _ exchange: some ObjectExchange, passphrase: String, maxWork: Int = WrappedKey.maxTotalWork
  ) throws -> OpenedDiary {
    var objects = try exchange.read([ObjectName.diary] + keyNames(in: exchange)).get()
    guard let diary = objects.removeValue(forKey: ObjectName.diary) else {
      throw try missingDiaryError(in: exchange)
    }
    if objects.isEmpty { throw SyncError.missingObject(ObjectName.keys) }
    return try unwrap(objects, passphrase: passphrase, maxWork: maxWork) { key in
      do {
        try check(diary, envelope: SealedEnvelope(key: key, device: DeviceKey()))
      } catch SyncError.unauthentic(let name) {
        throw SyncError.damagedObject(name)
      }
    }
  }

  /// Returns the error for a store without the object `diary`: ``SyncError/missingObject(_:)`` if it has other objects of
  /// a diary, or else ``SyncError/noDiary``.
  ///
  /// - Throws: Errors of the store.
  package static func missingDiaryError(in exchange: some ObjectExchange) throws -> SyncError {
    for prefix in [ObjectName.keys, ObjectName.log, ObjectName.snapshot]
    where try !exchange.list(prefix).isEmpty {
      return .missingObject(ObjectName.diary)
    }
    return .noDiary
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
  ) throws -> OpenedDiary {
    var failures: [SyncError] = []
    var checkFailure: SyncError?
    var work = 0
    for (name, object) in objects.sorted(by: { $0.key < $1.key }) {
      let wrapped = StoredKey(name: name, bytes: object)
      let key: DiaryKey
      do {
        work += try WrappedKey.cost(of: object).work
        guard work <= maxWork else { throw SyncError.tooManyKeys }
        key = try WrappedKey.unwrap(object, passphrase: passphrase)
      } catch SyncError.tooManyKeys {
        throw SyncError.tooManyKeys
      } catch let error as SyncError {
        failures.append(failureToOpen(wrapped, error))
        continue
      }
      do {
        try check(key)
        return OpenedDiary(key: key, wrapped: wrapped)
      } catch let error as SyncError {
        checkFailure = error
      }
    }
    // The passphrase is right if it decrypts the only key. If it decrypts only some, these may be of another diary.
    if case .damagedObject(let name) = checkFailure, !failures.isEmpty {
      throw SyncError.wrongPassphraseOrDamagedObject(name)
    }
    throw checkFailure ?? failures.min { precedence($0) < precedence($1) } ?? .noDiary
  }

  /// Returns the error for a key that could not be used.
  private static func failureToOpen(_ wrapped: StoredKey, _ error: SyncError) -> SyncError {
    switch error {
    case .malformed: .damagedObject(wrapped.name)
    // A damaged key cannot be told from one of another passphrase, unless its name tells.
    case .wrongPassphrase where !wrapped.matchesName: .wrongPassphraseOrDamagedObject(wrapped.name)
    default: error
    }
  }

  /// Returns the rank of a failure among those of several keys.
  ///
  /// The lowest is reported. It is that of a wrong passphrase, which the user can correct.
  private static func precedence(_ failure: SyncError) -> Int {
    switch failure {
    case .wrongPassphrase, .emptyPassphrase: 0
    case .wrongPassphraseOrDamagedObject: 1
    case .unsupportedVersion: 2
    default: 3
    }
  }

  /// Throws unless a store has the diary whose key an envelope has, and returns the objects that have to be put again.
  ///
  /// Keeps an empty mount point, and a store that was emptied, from being filled again by mistake.
  ///
  /// - Parameters:
  ///   - exchange: The store.
  ///   - envelope: Has the key of the diary.
  ///   - wrapped: The key with which this device has joined; `nil` if it was not kept.
  ///   - isRepair: Whether the object `diary` may be put again as well, not only the key.
  /// - Returns: The objects that the store has lost.
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary``, ``SyncError/unreadable(_:)``,
  ///   ``SyncError/unsupportedVersion(_:)``; without `isRepair`, ``SyncError/missingObject(_:)`` or
  ///   ``SyncError/damagedObject(_:)``.
  static func requireDiary(
    in exchange: some ObjectExchange, envelope: any Envelope, wrapped: StoredKey? = nil,
    isRepair: Bool = false
  ) throws -> [LostObject] {
    let lost = try lostObjects(in: exchange, envelope: envelope, wrapped: wrapped)
    if !isRepair, let diary = lost.first(where: { $0.name == ObjectName.diary }) {
      throw diary.isMissing ? SyncError.missingObject(diary.name) : SyncError.damagedObject(diary.name)
    }
    return lost
  }

  /// An object that every new device needs, and that a store has lost.
  package struct LostObject {
    /// The name of the object.
    package let name: String

    /// Whether the store does not have it; otherwise it is damaged.
    let isMissing: Bool

    /// What has to be put again.
    let bytes: Data

    /// The `errno` if the object cannot be read although others can be; it may be intact.
    var readError: Int32?
  }

  /// Returns the objects that a store has lost and this device can put again: `diary`, and the key in `keys/`, also one
  /// that cannot be read.
  ///
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary`` if nothing else in the store is of the diary;
  ///   ``SyncError/unreadable(_:)`` if `diary` cannot be read, because the contents of the store are unknown then;
  ///   ``SyncError/unsupportedVersion(_:)``.
  package static func lostObjects(
    in exchange: some ObjectExchange, envelope: any Envelope, wrapped: StoredKey?
  ) throws -> [LostObject] {
    let result = try exchange.read([ObjectName.diary] + (wrapped.map { [$0.name] } ?? []))
    if let code = result.errors[ObjectName.diary] { throw SyncError.unreadable([ObjectName.diary: code]) }
    let objects = result.contents
    var lost: [LostObject] = []
    let diary = objects[ObjectName.diary]
    do {
      guard let diary else { throw SyncError.missingDiary }
      try check(diary, envelope: envelope)
    } catch SyncError.missingDiary, SyncError.unauthentic {
      // Another device may have created a diary in the same folder at the same time.
      guard try diary == nil || !hasUsableKey(exchange, besides: wrapped) else {
        throw SyncError.otherDiary
      }
      let hasKey = wrapped.map { objects[$0.name] == $0.bytes } ?? false
      guard try hasKey || hasObject(of: envelope, in: exchange) else {
        throw diary == nil ? SyncError.missingDiary : SyncError.otherDiary
      }
      lost.append(
        LostObject(name: ObjectName.diary, isMissing: diary == nil, bytes: try check(for: envelope)))
    }
    if let wrapped, let code = result.errors[wrapped.name] {
      lost.append(LostObject(name: wrapped.name, isMissing: false, bytes: wrapped.bytes, readError: code))
    } else if let wrapped, objects[wrapped.name] != wrapped.bytes {
      let isMissing = objects[wrapped.name] == nil
      // If there is another key, the passphrase was changed, and the old one must not become valid again.
      if try !isMissing || !hasUsableKey(exchange, besides: wrapped) {
        lost.append(LostObject(name: wrapped.name, isMissing: isMissing, bytes: wrapped.bytes))
      }
    }
    return lost
  }

  /// Returns whether some of the smallest objects in a store can be opened, so that it has the diary.
  private static func hasObject(of envelope: any Envelope, in exchange: some ObjectExchange) throws -> Bool {
    for (prefix, kind) in [(ObjectName.log, ObjectKind.log), (ObjectName.snapshot, .snapshot)] {
      for object in try exchange.list(prefix).sorted(by: { $0.size < $1.size }).prefix(20) {
        let bytes = try exchange.read([object.name]).contents[object.name]
        if let bytes, (try? envelope.open(bytes, name: object.name, kind: kind)) != nil { return true }
      }
    }
    return false
  }

  /// Returns whether a store has a key that may be intact, also one of a later version.
  ///
  /// - Parameter own: The key that does not count; `nil` for none.
  private static func hasUsableKey(_ exchange: some ObjectExchange, besides own: StoredKey?) throws -> Bool {
    let others = try keyNames(in: exchange).filter { $0 != own?.name }
    let keys = try exchange.read(others)
    if !keys.errors.isEmpty { return true }
    return try keys.contents.values.contains { object in
      do {
        _ = try WrappedKey.cost(of: object)
        return true
      } catch SyncError.unsupportedVersion {
        return true
      } catch is SyncError {
        return false
      }
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

extension SyncError {
  /// Whether a system call failed, so that the error says nothing about the objects in the store.
  fileprivate var isOfSystem: Bool {
    switch self {
    case .system, .unreadable: true
    default: false
    }
  }
}
