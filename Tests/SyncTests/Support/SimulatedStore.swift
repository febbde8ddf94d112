import Foundation
import Sync
import TestSupport

/// A store that loses, delays, truncates, damages and rolls back objects.
final class SimulatedStore {
  var objects: [String: Data] = [:]

  /// Objects that only their writer sees yet, with the index of the writer.
  private var late: [String: Int] = [:]
  private var old: [[String: Data]] = []

  /// The probability that a call fails, from 0 to 1.
  var failure = 0.0

  /// The probability that an object that was put is truncated, damaged, late or lost, from 0 to 1.
  var fault = 0.0

  /// Violations of the rules for stores, such as deleting an object that nothing replaces.
  private(set) var problems: [String] = []

  /// The maximum number of objects that were read at once.
  var maxReadCount = 0

  private let random: Random

  init(_ random: Random) { self.random = random }

  func exchange(for device: Int) -> SimulatedExchange { SimulatedExchange(store: self, device: device) }

  func keepCopy() { old.append(objects) }

  /// Replaces the store by an old copy, or by an empty store with the same diary.
  func rollBack() {
    late = [:]
    let copy = random.chance(0.5) ? [:] : random.element(old) ?? [:]
    empty()
    objects.merge(copy) { diary, _ in diary }
  }

  /// Removes all objects except `diary`, without which no device synchronizes.
  func empty() { objects = objects.filter { $0.key == ObjectName.diary } }

  /// Loses one object, or about half of them.
  func loseObjects() {
    let names = objects.keys.filter { $0 != ObjectName.diary }.sorted()
    if random.chance(0.5) {
      for name in names where random.chance(0.5) { objects[name] = nil }
    } else if let name = random.element(names) {
      objects[name] = nil
    }
  }

  func deliver() { late = [:] }

  fileprivate func list(_ prefix: String, by device: Int) throws -> [ListedObject] {
    try mayFail()
    return objects.filter { $0.key.hasPrefix(prefix) && late[$0.key, default: device] == device }
      .map { ListedObject(name: $0.key, size: $0.value.count) }.sorted { $0.name < $1.name }
  }

  fileprivate func read(_ names: [String], by device: Int) throws -> ReadResult {
    try mayFail()
    maxReadCount = max(maxReadCount, names.count)
    return names.reduce(into: ReadResult()) {
      if late[$1, default: device] == device { $0.contents[$1] = objects[$1] }
    }
  }

  fileprivate func write(_ name: String, _ bytes: Data, by device: Int) throws {
    try mayFail()
    late[name] = nil
    objects[name] = bytes
    guard random.chance(fault) else { return try mayFail() }
    switch random.below(5) {
    case 0: objects[name] = nil
    case 1: objects[name] = bytes.prefix(random.below(bytes.count))
    case 2: objects[name]?[0] ^= 1
    case 3:
      objects[name] = bytes.prefix(random.below(bytes.count))
      throw SimulatedFailure()
    default: late[name] = device
    }
  }

  fileprivate func delete(_ names: [String]) throws {
    for name in names {
      try mayFail()
      let removed = objects.removeValue(forKey: name)
      if let removed, !isReplaced(name, removed) { problems.append("deleted \(name)") }
    }
  }

  /// Returns whether other objects contain all segments of an object.
  private func isReplaced(_ name: String, _ object: Data) -> Bool {
    if name.hasPrefix(ObjectName.log) {
      let left = objects.filter { $0.key.hasPrefix(ObjectName.log) }.compactMap { segments($0.key, $0.value) }
      return segments(name, object).map { Set(left.joined()).isSuperset(of: $0) } ?? true
    }
    let left = objects.filter { $0.key.hasPrefix(ObjectName.snapshot) }.compactMap {
      segments($0.key, $0.value)
    }
    return segments(name, object).map { old in left.contains { Set($0).isSuperset(of: old) } } ?? true
  }

  /// Returns the segments in an object; `nil` if it is damaged.
  private func segments(_ name: String, _ object: Data) -> [SegmentID]? {
    if name.hasPrefix(ObjectName.log) {
      return (try? SegmentBatch(decoding: PlainEnvelope().open(object, name: name, kind: .log)))?.segments
        .map(\.id)
    }
    return (try? Snapshot(decoding: PlainEnvelope().open(object, name: name, kind: .snapshot)))?
      .segments.map(\.id)
  }

  private func mayFail() throws {
    if random.chance(failure) { throw SimulatedFailure() }
  }
}

/// An unreachable store, or a device that is switched off.
struct SimulatedFailure: Error {}

/// The store as one device sees it.
struct SimulatedExchange: ObjectExchange {
  fileprivate let store: SimulatedStore
  fileprivate let device: Int

  func list(_ prefix: String) throws -> [ListedObject] { try store.list(prefix, by: device) }
  func read(_ names: [String]) throws -> ReadResult { try store.read(names, by: device) }
  func write(_ objects: [(name: String, bytes: Data)]) throws {
    for object in objects { try store.write(object.name, object.bytes, by: device) }
  }
  func delete(_ names: [String]) throws { try store.delete(names) }
}

/// Random choices from one seed.
final class Random {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &generator) }
  func chance(_ probability: Double) -> Bool {
    probability > 0 && Double.random(in: 0..<1, using: &generator) < probability
  }
  func element<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }
  func uuid() -> UUID {
    let halves = [generator.next(), generator.next()]
    return halves.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
  func data(_ count: Int) -> Data {
    Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }
  func number() -> UInt64 { generator.next() }
}

/// An envelope that detects damage but encrypts nothing: a byte, the length of the content, the content.
struct PlainEnvelope: Envelope {
  func seal(_ content: Data, name: String, kind: ObjectKind) -> Data {
    Data([0x50]) + withUnsafeBytes(of: content.count) { Data($0) } + content
  }

  func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data {
    let content = Data(object.dropFirst(9))
    guard object.first == 0x50, seal(content, name: name, kind: kind) == object else {
      throw SyncError.unauthentic(name)
    }
    return content
  }

  func objectSize(ofContent count: Int, kind: ObjectKind) -> Int { 9 + count }

  func photoName(of digest: Data) -> String {
    ObjectName.photo + digest.map { String($0, radix: 36) }.joined(separator: "-")
  }
}
