import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct PassphraseTests {
  private let random = Random(seed: 1)

  @Test func aDiaryOpensWithTheRightPassphraseOnly() throws {
    // given
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    let key = try StoreSetup.create(in: exchange, passphrase: "Zwickl Märzen", cost: .minimal)
    let before = store.objects

    // then
    #expect(try StoreSetup.open(exchange, passphrase: "Zwickl Märzen") == key)
    #expect(try StoreSetup.open(exchange, passphrase: "Zwickl Ma\u{308}rzen") == key)
    #expect(throws: SyncError.wrongPassphrase) { try StoreSetup.open(exchange, passphrase: "zwickl") }
    #expect(throws: SyncError.emptyPassphrase) { try StoreSetup.open(exchange, passphrase: "") }
    #expect(store.objects == before)
  }

  @Test func aStoreHasOneDiary() throws {
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    #expect(throws: SyncError.noDiary) { try StoreSetup.open(exchange, passphrase: "x") }
    let key = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    #expect(throws: SyncError.diaryExists) {
      try StoreSetup.create(in: exchange, passphrase: "y", cost: .minimal)
    }
    // As long as nothing was sent, an interrupted call can be repeated.
    #expect(try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal) == key)
    store.objects["log/a"] = Data([1])
    #expect(throws: SyncError.diaryExists) {
      try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    }
  }

  @Test func aStoreWithOnlyAKeyGetsItsDiaryWithTheSamePassphrase() throws {
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    let key = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    store.objects[ObjectName.diary] = nil
    let before = store.objects

    #expect(throws: SyncError.incompleteDiary) {
      try StoreSetup.create(in: exchange, passphrase: "y", cost: .minimal)
    }
    #expect(store.objects == before)
    #expect(try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal) == key)
    #expect(try StoreSetup.open(exchange, passphrase: "x") == key)
    #expect(store.objects.count == 2)
  }

  /// A store whose objects cannot be read.
  private struct UnreadableExchange: ObjectExchange {
    static let error = SyncError.system(code: EIO, path: ObjectName.keys)
    let exchange: SimulatedExchange

    func list(_ prefix: String) throws -> [ListedObject] { try exchange.list(prefix) }
    func read(_ names: [String]) throws -> ReadResult { throw Self.error }
    func write(_ objects: [(name: String, bytes: Data)]) throws { try exchange.write(objects) }
    func delete(_ names: [String]) throws { try exchange.delete(names) }
  }

  @Test(arguments: [true, false])
  func aStoreThatCannotBeReadIsNotTakenForOneWithADiary(hasDiary: Bool) throws {
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    _ = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    if !hasDiary { store.objects[ObjectName.diary] = nil }
    #expect(throws: UnreadableExchange.error) {
      try StoreSetup.create(in: UnreadableExchange(exchange: exchange), passphrase: "x", cost: .minimal)
    }
  }

  /// For example if the object `diary` has not arrived yet.
  @Test(arguments: ["keys/a", "log/a", "snap/a", "photo/a"])
  func noDiaryIsCreatedAmongPartsOfAnother(name: String) throws {
    let store = SimulatedStore(random)
    store.objects[name] = Data([1])
    #expect(throws: SyncError.incompleteDiary) {
      try StoreSetup.create(in: store.exchange(for: 0), passphrase: "x", cost: .minimal)
    }
    #expect(store.objects.keys.sorted() == [name])
  }

  @Test func onlyALimitedNumberOfKeysIsTried() throws {
    // given
    let store = SimulatedStore(random)
    let key = try StoreSetup.create(in: store.exchange(for: 0), passphrase: "x", cost: .minimal)
    for number in 0..<3 {
      store.objects["keys/-\(number)"] = try WrappedKey.wrap(DiaryKey(), passphrase: "y", cost: .minimal)
    }
    let work = WrappedKey.Cost.minimal.work

    // then
    #expect(try StoreSetup.open(store.exchange(for: 0), passphrase: "x", maxWork: 4 * work) == key)
    #expect(throws: SyncError.tooManyKeys) {
      try StoreSetup.open(store.exchange(for: 0), passphrase: "x", maxWork: 3 * work)
    }
  }

  @Test func theKeyOfAnotherDiaryIsRefused() throws {
    // given
    let (store, other) = (SimulatedStore(random), SimulatedStore(random))
    for store in [store, other] {
      _ = try StoreSetup.create(in: store.exchange(for: 0), passphrase: "x", cost: .minimal)
    }

    // when
    store.objects[ObjectName.diary] = other.objects[ObjectName.diary]

    // then
    #expect(throws: SyncError.damagedObject(ObjectName.diary)) {
      try StoreSetup.open(store.exchange(for: 0), passphrase: "x")
    }
  }

  @Test func aDamagedOrMissingObjectIsNamed() throws {
    // given
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    let wrapped = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal).wrapped
    let intact = store.objects
    func open(_ damage: (inout [String: Data]) -> Void, _ error: SyncError) {
      store.objects = intact
      damage(&store.objects)
      #expect(throws: error) { try StoreSetup.open(exchange, passphrase: "x") }
    }

    // then
    open({ $0[wrapped.name] = nil }, .missingObject(ObjectName.keys))
    open({ $0[wrapped.name] = Data() }, .damagedObject(wrapped.name))
    open({ $0[wrapped.name] = Data("garbage".utf8) }, .damagedObject(wrapped.name))
    open({ $0[wrapped.name]?[0] = 2 }, .unsupportedVersion(2))
    open({ $0[wrapped.name]?[50] ^= 1 }, .wrongPassphraseOrDamagedObject(wrapped.name))
    open({ $0[ObjectName.diary] = nil }, .missingObject(ObjectName.diary))
    open({ $0[ObjectName.diary] = Data("garbage".utf8) }, .damagedObject(ObjectName.diary))
    open({ $0[ObjectName.diary]?[50] ^= 1 }, .damagedObject(ObjectName.diary))
    open({ $0 = [:] }, .noDiary)
  }

  /// The damaged key comes before or after the intact one.
  @Test(arguments: ["keys/-", "keys/z"])
  func aWrongPassphraseIsNotReportedAsDamageOfAnotherKey(damaged: String) throws {
    // given
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    let opened = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    store.objects[damaged] = Data("garbage".utf8)

    // then
    #expect(throws: SyncError.wrongPassphrase) { try StoreSetup.open(exchange, passphrase: "y") }
    #expect(throws: SyncError.emptyPassphrase) { try StoreSetup.open(exchange, passphrase: "") }
    #expect(try StoreSetup.open(exchange, passphrase: "x") == opened)

    // Earlier versions gave keys random names, which do not say whether they are intact.
    store.objects["keys/m"] = store.objects.removeValue(forKey: opened.wrapped.name)
    #expect(throws: SyncError.wrongPassphraseOrDamagedObject("keys/m")) {
      try StoreSetup.open(exchange, passphrase: "y")
    }
  }

  /// A key of another diary may have arrived in the same folder.
  @Test func aDamagedDiaryIsReportedLikeThePassphraseOfAnotherDiary() throws {
    // given
    let store = SimulatedStore(random)
    let exchange = store.exchange(for: 0)
    _ = try StoreSetup.create(in: exchange, passphrase: "x", cost: .minimal)
    let other = StoredKey(try WrappedKey.wrap(DiaryKey(), passphrase: "y", cost: .minimal))
    store.objects[other.name] = other.bytes
    let error = SyncError.wrongPassphraseOrDamagedObject(ObjectName.diary)

    // then
    #expect(throws: error) { try StoreSetup.open(exchange, passphrase: "y") }
    #expect(throws: SyncError.wrongPassphrase) { try StoreSetup.open(exchange, passphrase: "z") }
    store.objects[ObjectName.diary] = Data("garbage".utf8)
    #expect(throws: error) { try StoreSetup.open(exchange, passphrase: "x") }
    store.objects[other.name] = nil
    #expect(throws: SyncError.damagedObject(ObjectName.diary)) {
      try StoreSetup.open(exchange, passphrase: "x")
    }
  }

  @Test func aKeyThatWasWrappedWithTheStandardCostIsUnwrapped() throws {
    let key = DiaryKey()
    let wrapped = try WrappedKey.wrap(key, passphrase: "x")
    #expect(Array(wrapped.prefix(4)) == [1, 17, 8, 1])
    #expect(try WrappedKey.unwrap(wrapped, passphrase: "x") == key)
  }

  @Test func damagedAndHostileKeysAreRefused() throws {
    let wrapped = try WrappedKey.wrap(DiaryKey(), passphrase: "x", cost: .minimal)
    for count in wrapped.indices {
      #expect(throws: SyncError.self) { try WrappedKey.unwrap(wrapped.prefix(count), passphrase: "x") }
    }
    // So much work that it would never end.
    for (index, byte) in [(1, 63), (1, 0), (2, 255), (2, 0), (3, 255), (3, 0)] {
      var hostile = wrapped
      hostile[index] = UInt8(byte)
      #expect(throws: SyncError.malformed(.outOfRange, at: 1)) {
        try WrappedKey.unwrap(hostile, passphrase: "x")
      }
    }
    // More than 256 MB, and more than four times the standard work.
    for cost in [(18, 16, 1), (20, 8, 1), (17, 16, 4)] {
      var hostile = wrapped
      (hostile[1], hostile[2], hostile[3]) = (UInt8(cost.0), UInt8(cost.1), UInt8(cost.2))
      #expect(throws: SyncError.malformed(.outOfRange, at: 1)) {
        try WrappedKey.unwrap(hostile, passphrase: "x")
      }
    }
    // scrypt does not allow this N with this r.
    var impossible = wrapped
    impossible[1] = 17
    impossible[2] = 1
    #expect(throws: SyncError.malformed(.outOfRange, at: 1)) {
      try WrappedKey.unwrap(impossible, passphrase: "x")
    }
  }
}
