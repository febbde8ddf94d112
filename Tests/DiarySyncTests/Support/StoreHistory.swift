import DiaryFixtures
import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import Pictures
import TestSupport

@testable import Sync

/// The faults in a random history, besides failing calls of the store.
struct StoreFaults: OptionSet, Sendable {
  let rawValue: Int

  /// Objects are late, and users continue while their diaries are synchronized.
  static let delays = StoreFaults(rawValue: 1)
  /// The store loses objects, and disks fail whose contents other devices have.
  static let losses = StoreFaults(rawValue: 2)
  /// Disks are cloned.
  static let clones = StoreFaults(rawValue: 4)
}

/// A random history of devices with real stores, and a record of the texts that must not get lost.
final class StoreHistory {
  private let objects: SharedObjects
  private let faults: StoreFaults
  private let rules: Rules

  /// Whether segments have few rows, so that most changes need several.
  private let hasSmallSegments: Bool
  private var random: SeededGenerator

  /// The source of the keys of devices, of nonces and of salts.
  private let keys: RandomSource

  /// The clock of all devices, which ticks in each step, because the UUIDs of the system are in the order of their times.
  private let clock = TestClock()
  private(set) var devices: [Device] = []

  /// Texts that users wrote, and those that they saw, or could have seen, and replaced or deleted.
  private var written: Set<String> = []
  private var overwritten: Set<String> = []
  private var lastText = 0

  /// The next name of a beer: one of few, so that beers share labels, and all of the same length.
  private var name: String { ["Bock", "Pils", "Geuz"][lastText % 3] }

  /// The names of beers that only one device adds and no user renames, of which some have a product and others do not.
  ///
  /// All devices get these beers in the same order, which decides to which label the name leads.
  private static let ownNames = (0..<5).map { "Own\($0)" }

  /// Those of ``ownNames`` of which a beer was purged, so that some devices may never have had it.
  private var purgedNames: Set<String> = []

  /// The probability that a user edits a beer before a segment is applied, from 0 to 1.
  private var typing = 0.0

  private struct Failure: Error {}

  init(seed: UInt64, faults: StoreFaults = [], rules: Rules = .all) throws {
    random = SeededGenerator(seed: seed)
    // Another seed, so that they are other numbers than those of the history.
    keys = RandomSource(repeating: SeededGenerator(seed: ~seed))
    objects = try SharedObjects(random: keys)
    self.faults = faults
    self.rules = rules
    hasSmallSegments = seed % 2 == 1
    for _ in 0..<Int.random(in: 2...3, using: &random) { devices.append(try newDevice()) }
  }

  private func newDevice() throws -> Device {
    prepared(try Device(objects, random: keys, clock: { [clock] in clock.now }))
  }

  private func prepared(_ device: Device) -> Device {
    device.rules = rules
    if hasSmallSegments { device.segmentLimit = (rows: 2, size: 40) }
    device.beforeMerge = { [unowned self, unowned device] in
      if chance(typing) { try edit(device, try device.beers().randomElement(using: &random)) }
    }
    return device
  }

  /// Runs random steps, then synchronizes all devices.
  ///
  /// - Returns: The violated expectations; empty if there are none.
  func run(steps: Int = 40) throws -> [String] {
    for _ in 0..<steps { try step() }
    return try settle() ? problems() : ["the devices keep sending or applying segments"]
  }

  /// Synchronizes without faults until nothing is sent or applied; returns `false` if that takes too long.
  private func settle() throws -> Bool {
    objects.check = {}
    objects.late = []
    typing = 0
    for _ in 0..<12 {
      let reports = try devices.map { try sync($0, isRepair: true) }
      if reports.allSatisfy({ $0.sent == 0 && $0.applied == 0 }) { return true }
    }
    return false
  }

  // MARK: - The result

  /// The names of all segments and images that were put, in their order.
  ///
  /// Snapshots are left out, because they are named after their contents.
  var names: [String] { objects.names.filter { !$0.hasPrefix(ObjectName.snapshot) } }

  private func problems() throws -> [String] {
    var problems: [String] = []
    let views = try devices.map { try $0.view() }
    let registers = try devices.map { try $0.versions().mapValues(Set.init) }
    let labels = try devices.map { try $0.labels() }
    let purged = views[0].filter { purgedNames.contains($0.fields.name ?? "") }.map(\.uuid)
    let comparedLabels = labels.map { $0.filter { !purged.contains($0.key) } }
    for index in devices.indices where labels[index].count != views[index].count {
      problems.append("device \(index) has beers without a label")
    }
    for index in devices.indices.dropFirst() {
      if views[index] != views[0] { problems.append("device \(index) shows something else") }
      if registers[index] != registers[0] { problems.append("device \(index) has other versions") }
      if comparedLabels[index] != comparedLabels[0] { problems.append("device \(index) shows other labels") }
    }
    let kept = texts(of: try devices[0].versions()).values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let lost = written.subtracting(overwritten).subtracting(kept)
    if !lost.isEmpty { problems.append("lost: \(lost.sorted())") }
    if !faults.contains(.losses), !views[0].allSatisfy({ $0.fields.name != nil }) {
      problems.append("a beer is incomplete")
    }
    if !views[0].flatMap(\.photos).allSatisfy({ $0.image != nil }) { problems.append("an image is missing") }
    return problems
  }

  /// The texts in each register, also those of conflicts.
  private func texts(of registers: [Register: [Version]]) -> [Register: Set<String>] {
    registers.mapValues { versions in
      versions.reduce(into: []) { texts, version in
        guard case .text(let text) = version.value else { return }
        // A custom field is an object with one member.
        texts.insert((try? Extras(json: text))?.values.first?.display ?? text)
      }
    }
  }

  // MARK: - Steps

  private func step() throws {
    // More than a millisecond, because a time may be rounded to the one before.
    clock.advance(seconds: 0.01)
    let device = devices[Int.random(in: devices.indices, using: &random)]
    if !faults.isEmpty, chance(0.15) { return try fail(device) }
    let diary = device.diary
    let beers = try device.beers()
    let beer = beers.randomElement(using: &random)
    let photo = beer?.photos.randomElement(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...1:
      try change(device) { try add(to: device) }
    case 2...4:
      try edit(device, beer)
    case 5:
      guard let beer else { return }
      try change(device) { try device.edit(beer.beer.uuid) { $0.extras["hop"] = .text(text()) } }
    case 6:
      guard let beer else { return }
      try device.edit(beer.beer.uuid) { fields in
        fields.latitude = fields.latitude.map { -$0 } ?? 1
        fields.longitude = 2
      }
    case 7...8:
      guard let beer, beer.beer.deletedAt == nil else { return }
      let caption = text()
      try change(device) {
        _ = try diary.addPhoto(to: beer.beer.id, image: MemoryBytes(Data(caption.utf8)), caption: caption)
      }
    case 9:
      guard let photo, let beer else { return }
      _ = try diary.movePhoto(photo.id, to: Int.random(in: beer.photos.indices, using: &random))
    case 10:
      guard let photo else { return }
      try change(device) { _ = try diary.setCaption(text(), ofPhoto: photo.id) }
    case 11:
      guard let photo else { return }
      try change(device) { _ = try diary.removePhoto(photo.id) }
    case 12:
      guard let beer else { return }
      try change(device) { _ = try diary.restorePhotos(try diary.removedPhotos(ofBeer: beer.beer.id)) }
    case 13:
      guard let beer else { return }
      _ =
        beer.beer.deletedAt == nil
        ? try diary.moveToTrash([beer.beer.id]) : try diary.restore([beer.beer.id])
    case 14:
      try change(device) { _ = try diary.emptyTrash() }
    case 15:
      guard let change = try? diary.changeToUndo() else { return }
      // Fails if another device has changed the same values since.
      try self.change(device) { _ = try? diary.undoChange(change.id) }
    default:
      try syncWithFailures(device)
    }
  }

  /// Adds a beer, or imports a row that other devices may import as well, every fourth time.
  ///
  /// As in ``newBeer(by:)``, this follows from the number of texts, and not with late or lost objects.
  private func add(to device: Device) throws {
    let number = lastText
    let beer = newBeer(by: device)
    guard number % 4 == 2, faults.isSubset(of: .clones) else {
      _ = try device.diary.add(beer)
      return
    }
    let row = number / 4 % 2
    let fields = BeerFields(name: "Row", notes: "row \(row)")
    var imported = ImportedBeer(NewBeer(fields: fields, origin: Origin(source: "csv", id: "\(row)")))
    imported.rowUUID = .importedBeer(hash: UInt64(row), position: UInt64(row), isOfWholeRow: true)
    let startedImport = try device.diary.startImport(source: "csv")
    _ = try device.diary.importTransaction(startedImport, adding: [imported])
    _ = try device.diary.finishImport(startedImport)
  }

  /// Returns a new beer, every fourth with the own name of the device, and half of these with a product.
  ///
  /// This follows from the text, so that no random number is used for it.
  private func newBeer(by device: Device) -> NewBeer {
    let number = lastText
    var fields = BeerFields(name: name, notes: text())
    // A device whose disk has failed would add beers before it has those that it has added before. With late objects, the
    // seeds of the mutants, of which few go wrong, would have to be found again: beers with a product are looked for in
    // the store before they are sent, so that other calls fail.
    guard number % 4 == 0, faults.isSubset(of: .clones),
      let index = devices.firstIndex(where: { $0 === device })
    else { return NewBeer(fields: fields) }
    fields.name = Self.ownNames[index]
    guard number % 8 == 0 else { return NewBeer(fields: fields) }
    fields.extras["bid"] = .integer(Int64(number))
    return NewBeer(fields: fields, origin: Origin(source: "untappd", id: "\(number)"))
  }

  private func edit(_ device: Device, _ beer: BeerDetail?) throws {
    guard let beer else { return }
    try change(device) {
      try device.edit(beer.beer.uuid) { fields in
        fields.notes = text()
        // Otherwise small segments would have nothing but names.
        if !hasSmallSegments, !Self.ownNames.contains(fields.name ?? "") { fields.name = name }
      }
    }
  }

  private func syncWithFailures(_ device: Device) throws {
    let failure = [0, 0, 0.1][Int.random(in: 0..<3, using: &random)]
    let seed = random.next()
    var generator = SeededGenerator(seed: seed)
    objects.check = { if Double.random(in: 0..<1, using: &generator) < failure { throw Failure() } }
    typing = faults.contains(.delays) ? 0.1 : 0
    do { try sync(device, isRepair: false) } catch is Failure {}
    objects.check = {}
    typing = 0
  }

  @discardableResult
  private func sync(_ device: Device, isRepair: Bool) throws -> SyncReport {
    let report = try device.sync(isRepair: isRepair)
    if report.isCloned, chance(0.5) { try device.become() }
    return report
  }

  private func fail(_ device: Device) throws {
    // Not in the order of the names, because snapshots are named after their contents.
    let name = objects.names.filter { objects.objects[$0] != nil }.randomElement(using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where faults.contains(.delays):
      if let name { objects.late.insert(name) }
    case 1 where faults.contains(.delays):
      objects.late = []
    case 2 where faults.contains(.losses):
      if let name { objects.objects[name] = nil }
    case 3 where faults.contains(.losses):
      // Another device has all that was on the disk.
      objects.late = []
      guard let index = devices.firstIndex(where: { $0 === device }),
        let other = devices.first(where: { $0 !== device })
      else { return }
      for survivor in [device, other] { try sync(survivor, isRepair: true) }
      devices[index] = try newDevice()
    case 4 where faults.contains(.clones) && devices.count < 5:
      devices.append(prepared(try device.copy()))
    default: break
    }
  }

  private func chance(_ probability: Double) -> Bool {
    probability > 0 && Double.random(in: 0..<1, using: &random) < probability
  }

  /// Returns a text that was never written before.
  private func text() -> String {
    lastText += 1
    return "text \(lastText)"
  }

  /// Makes a change of the user, and records what it writes and replaces.
  ///
  /// Writing a field replaces all its versions, including those of conflicts.
  private func change(_ device: Device, _ body: () throws -> Void) throws {
    let before = try shown(by: device)
    let versions = texts(of: try device.versions())
    try body()
    let after = try shown(by: device)
    purgedNames.formUnion(before.ownNames.filter { after.ownNames[$0.key] == nil }.values)
    for (register, text) in before.texts where after.texts[register] != text { overwritten.insert(text) }
    for (register, text) in after.texts where before.texts[register] != text { written.insert(text) }
    for (register, texts) in versions
    where before.texts[register] != after.texts[register]
      || before.records.contains(register.record.uuid) && !after.records.contains(register.record.uuid)
    {
      overwritten.formUnion(texts)
    }
  }

  private func shown(by device: Device) throws -> (
    texts: [Register: String], records: Set<UUID>, ownNames: [UUID: String]
  ) {
    var texts: [Register: String] = [:]
    var records: Set<UUID> = []
    var ownNames: [UUID: String] = [:]
    for beer in try device.beers() {
      let record = RecordID(entity: "beer", uuid: beer.beer.uuid)
      records.insert(record.uuid)
      if let name = beer.beer.fields.name, Self.ownNames.contains(name) { ownNames[record.uuid] = name }
      texts[Register(record, "notes")] = beer.beer.fields.notes
      texts[Register(record, "custom:hop")] = beer.beer.fields.extras["hop"]?.display
      for photo in beer.photos + (try device.diary.removedPhotos(ofBeer: beer.beer.id).map(\.photo)) {
        let record = RecordID(entity: "photo", uuid: photo.uuid)
        records.insert(record.uuid)
        texts[Register(record, "caption")] = photo.caption
      }
    }
    return (texts, records, ownNames)
  }
}
