import Foundation
import TestSupport

@testable import Sync

/// The faults in a random history of devices.
struct Events: OptionSet {
  let rawValue: Int

  /// Disks are restored from old copies, or fail.
  static let backups = Events(rawValue: 1)
  /// Disks are cloned.
  static let clones = Events(rawValue: 2)
  /// The store loses objects, damages them, and is rolled back.
  static let losses = Events(rawValue: 4)
}

/// Simulated devices, their store, and a record of the values that must not get lost.
final class World {
  let random: Random

  /// The nonces of the segments of all devices.
  let nonces: RandomSource
  let rules: Rules
  let store: SimulatedStore
  let beers: [RecordID]
  let photos: [RecordID]
  var devices: [SimulatedDevice] = []
  private(set) var now: Int64 = 1_000

  /// The probability that the user changes something before a segment is applied, from 0 to 1.
  var typing = 0.0

  /// How often the state of a device was read.
  private(set) var readings = 0

  private var lastValue: Int64 = 0
  private var written: Set<Value> = []
  private var replaced: Set<Value> = []

  /// Values that are no longer on any disk or in the store.
  private var gone: Set<Value> = []
  private var backups: [(device: Int, copy: SimulatedDevice)] = []
  private var lastDevice: UInt64 = 0
  private let events: Events

  /// Whether objects are read one at a time, and segments that wait for others are read again.
  private let isFrugal: Bool

  init(seed: UInt64, events: Events, rules: Rules) {
    random = Random(seed: seed)
    // Another seed, so that they are other numbers than those of the history.
    nonces = RandomSource(repeating: SeededGenerator(seed: ~seed))
    self.events = events
    isFrugal = seed % 2 == 1
    self.rules = rules
    store = SimulatedStore(random)
    store.objects[ObjectName.diary] = PlainEnvelope().seal(
      Data(StoreSetup.content.utf8), name: ObjectName.diary, kind: .diary)
    let random = random
    beers = (0..<3).map { _ in RecordID(entity: "beer", uuid: random.uuid()) }
    photos = (0..<3).map { _ in RecordID(entity: "photo", uuid: random.uuid()) }
    for _ in 0..<2 + random.below(3) {
      devices.append(
        SimulatedDevice(
          newDevice(), skew: random.element([0, 0, 3, -3, 1_000_000, -1_000_000]) ?? 0, world: self))
    }
  }

  /// Returns a value that was never written before.
  func value() -> Value {
    lastValue += 1
    return .integer(lastValue)
  }

  /// Counts that the state of a device is read.
  func countReading() { readings += 1 }

  /// Records a value that a user writes.
  func recordWrite(of value: Value) { written.insert(value) }

  /// Records values that a user sees and replaces.
  func recordReplacement(of values: [Value]) { replaced.formUnion(values) }

  private func newDevice() -> UInt64 {
    lastDevice += 1
    return lastDevice
  }

  /// Runs random steps, synchronizes all devices, then adds late ones and synchronizes again.
  ///
  /// - Returns: The violated expectations; empty if there are none.
  func run(steps: Int = 30) throws -> [String] {
    for _ in 0..<steps { try step() }
    recordLosses(withBackups: false)
    let problems = try settle()
    guard problems.isEmpty else { return problems }
    try addLateDevices()
    return try settle()
  }

  private func step() throws {
    now += Int64(random.below(4))
    let index = random.below(devices.count)
    switch random.below(100) {
    case 0..<38: if let beer = random.element(beers) { devices[index].edit(beer) }
    case 38..<48: if let photo = random.element(photos) { devices[index].place(photo) }
    case 48..<53: if let beer = random.element(beers + photos) { devices[index].purge(beer) }
    case 53..<83:
      store.failure = random.element([0, 0, 0.05, 0.2]) ?? 0
      store.fault = events.contains(.losses) ? random.element([0, 0, 0.2]) ?? 0 : 0
      typing = random.element([0, 0.1]) ?? 0
      try sync(index, isRepair: random.chance(0.1))
    case 83..<87: try compact(index, first: 2 + random.below(6))
    case 87..<91 where events.contains(.backups):
      backups.append((index, devices[index]))
    case 91..<94 where events.contains(.backups):
      guard let backup = random.element(backups) else { return }
      devices[backup.device] = backup.copy
      recordLosses()
    case 94 where events.contains(.backups):
      // A disk fails.
      devices[index] = SimulatedDevice(newDevice(), skew: 0, world: self)
      recordLosses()
    case 95..<97 where events.contains(.clones):
      devices.append(devices[index])
    case 97..<99 where events.contains(.losses):
      store.loseObjects()
      recordLosses()
    case 99 where events.contains(.losses):
      store.rollBack()
      recordLosses()
    default:
      store.keepCopy()
      store.deliver()
    }
  }

  @discardableResult
  private func sync(_ index: Int, isRepair: Bool = false) throws -> SyncReport? {
    let synchronizer = synchronizer(index)
    do {
      let report = try synchronizer.sync(&devices[index], isRepair: isRepair)
      if report.isCloned, random.chance(0.5) { try devices[index].become(newDevice()) }
      return report
    } catch is SimulatedFailure {
      return nil
    }
  }

  private func synchronizer(_ index: Int) -> Synchronizer<SimulatedExchange> {
    var synchronizer = Synchronizer(store.exchange(for: index), envelope: PlainEnvelope())
    synchronizer.rules = rules
    if isFrugal { (synchronizer.groupSize, synchronizer.waitingSize) = (1, 0) }
    return synchronizer
  }

  private func compact(_ index: Int, first count: Int) throws {
    guard let last = devices[index].ownSegments.prefix(count).last?.id.sequence else { return }
    let synchronizer = synchronizer(index)
    do {
      while try synchronizer.compact(&devices[index], through: last, counts: 2...200) {}
    } catch is SimulatedFailure {}
  }

  /// Adds a new device and old copies of disks, which get all that they lack from compacted segments or from a
  /// snapshot.
  private func addLateDevices() throws {
    for index in devices.indices { try compact(index, first: devices[index].ownSegments.count) }
    if events.contains(.losses), random.chance(0.5) {
      store.empty()
      try sync(0)
    }
    devices.append(SimulatedDevice(newDevice(), skew: 0, world: self))
    devices += backups.map(\.copy)
  }

  /// Records the values that are no longer on any disk or in the store, and so cannot be expected.
  private func recordLosses(withBackups: Bool = true) {
    var held = devices.reduce(into: Set<Value>()) { $0.formUnion($1.values) }
    if withBackups { for backup in backups { held.formUnion(backup.copy.values) } }
    for (name, object) in store.objects {
      if name.hasPrefix(ObjectName.log),
        let batch = try? SegmentBatch(decoding: PlainEnvelope().open(object, name: name, kind: .log))
      {
        held.formUnion(batch.segments.flatMap(\.values))
      } else if name.hasPrefix(ObjectName.snapshot),
        let snapshot = try? Snapshot(decoding: PlainEnvelope().open(object, name: name, kind: .snapshot))
      {
        held.formUnion(snapshot.versions.values.joined().map(\.value))
      }
    }
    gone.formUnion(written.subtracting(held))
  }

  /// Synchronizes without faults until nothing is sent or applied.
  ///
  /// - Returns: The violated expectations; empty if there are none.
  private func settle() throws -> [String] {
    (store.failure, store.fault, typing) = (0, 0, 0)
    store.deliver()
    for _ in 0..<3 { for index in devices.indices { try sync(index) } }
    var rounds = 0
    var hasProgressed = true
    // The first device gets in one round what the last one has put in the round before.
    while hasProgressed || rounds < 3 {
      hasProgressed = false
      for index in devices.indices {
        let report = try sync(index, isRepair: true)
        if let report, report.sent > 0 || report.applied > 0 { hasProgressed = true }
      }
      rounds += 1
      if rounds == 12 { return ["the devices keep sending or applying segments"] }
    }
    return problems()
  }

  private func problems() -> [String] {
    var problems = store.problems
    let views = devices.map { view(of: $0) }
    if Set(views).count > 1 { problems.append("devices differ") }
    let orders = devices.map { $0.photos().map(\.photo) }
    if Set(orders).count > 1 { problems.append("orders of photos differ") }
    let held = devices[0].replica.storage.allVersions()
    let values = Set(held.values.joined().map(\.value))
    let lost = written.subtracting(replaced).subtracting(gone).subtracting(values)
    if !lost.isEmpty { problems.append("lost \(lost)") }
    for device in devices {
      for (records, fields) in [
        (beers, SimulatedDevice.beerFields), (photos, SimulatedDevice.photoFields),
      ] {
        for record in records {
          let present = fields.filter { !device.visible(Register(record, $0)).isEmpty }
          if !present.isEmpty, present.count < fields.count, events.isEmpty || events == .clones {
            problems.append("only \(present) is left of a \(record.entity)")
          }
        }
      }
    }
    for digest in devices[0].imageDigests {
      let images = devices.map { $0.image(digest) }
      if Set(images).count > 1 { problems.append("a device lacks an image") }
    }
    return problems
  }

  /// Returns the winner of each register on a device, and all its values.
  private func view(of device: SimulatedDevice) -> [Register: [Set<Value>]] {
    device.replica.storage.allVersions().reduce(into: [:]) { view, entry in
      let shown = (try? device.replica.winner(of: entry.key))??.value ?? .null
      view[entry.key] = [[shown], Set(entry.value.map(\.value))]
    }
  }
}
