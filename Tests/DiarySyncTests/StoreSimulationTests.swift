import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import Pictures
import Sync
import TestSupport
import Testing

/// Random histories of real stores that share objects, some of which are lost.
///
/// `BEERDIARY_SYNC_STORE_SEEDS=1000` runs that many instead of a sample.
@Suite struct StoreSimulationTests {
  static let seeds = Seeds.range(
    0..<(ProcessInfo.processInfo.environment["BEERDIARY_SYNC_STORE_SEEDS"].flatMap { UInt64($0) } ?? 8))

  @Test(arguments: seeds)
  func allDevicesShowTheSameDiary(_ seed: UInt64) throws {
    // given
    var history = try StoreHistory(seed: seed)

    // when
    try history.run(steps: 40)
    try history.settle()

    // then
    let views = try history.devices.map { try $0.view() }
    for (index, view) in views.enumerated() { #expect(view == views[0], "seed \(seed), device \(index)") }
    let known = views[0].reduce(into: Set<String>()) { values, beer in
      values.formUnion([beer.fields.notes, beer.fields.place].compactMap { $0 })
      values.formUnion(beer.fields.extras.values.map(\.display))
      values.formUnion(beer.photos.compactMap(\.caption))
    }
    let conflicts = try history.values()
    let lost = history.written.subtracting(history.overwritten).subtracting(known).subtracting(conflicts)
    #expect(lost.isEmpty, "seed \(seed)")
    #expect(views[0].allSatisfy { $0.fields.name != nil }, "seed \(seed): a beer is not whole")
    #expect(views[0].flatMap(\.photos).allSatisfy { $0.image != nil }, "seed \(seed): an image is missing")
  }
}

/// Devices, what their users do, and what must not get lost.
private struct StoreHistory {
  private let objects = SharedObjects()
  private var random: SeededGenerator
  private(set) var devices: [Device] = []

  /// Texts that a user wrote, and those that a user saw and replaced or deleted.
  private(set) var written: Set<String> = []
  private(set) var overwritten: Set<String> = []

  private struct Failure: Error {}

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 2...3, using: &random) { devices.append(try Device(objects)) }
  }

  mutating func run(steps: Int) throws {
    for step in 0..<steps { try self.step("text \(step)") }
  }

  /// Synchronizes without faults until nothing moves.
  func settle() throws {
    objects.check = {}
    for _ in 0..<12 {
      let reports = try devices.map { try $0.sync(isRepair: true) }
      if reports.allSatisfy({ $0.sent == 0 && $0.applied == 0 }) { return }
    }
    Issue.record("does not come to rest")
  }

  /// All values of the first device, also those of conflicts.
  func values() throws -> Set<String> {
    try SyncedDiary(devices[0].diary).read { replica in
      let versions = try replica.storage.allVersions()
      return versions.reduce(into: []) { values, entry in
        for version in entry.value {
          guard case .text(let text) = version.value else { continue }
          // A custom field is an object with one member.
          values.insert((try? Extras(json: text))?.values.first?.display ?? text)
        }
      }
    }
  }

  private mutating func step(_ text: String) throws {
    let device = devices[Int.random(in: devices.indices, using: &random)]
    let diary = device.diary
    let beers = try device.beers()
    let beer = beers.randomElement(using: &random)
    let photo = beer?.photos.randomElement(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...1:
      written.insert(text)
      _ = try diary.add(NewBeer(fields: BeerFields(name: "Beer", notes: text)))
    case 2...4:
      guard let beer else { return }
      replace([beer.beer.fields.notes], by: text)
      try device.edit(beer.beer.uuid) { $0.notes = text }
    case 5:
      guard let beer else { return }
      replace([beer.beer.fields.extras["hop"]?.display], by: text)
      try device.edit(beer.beer.uuid) { $0.extras["hop"] = .text(text) }
    case 6:
      guard let beer else { return }
      try device.edit(beer.beer.uuid) { ($0.latitude, $0.longitude) = ($0.latitude.map { -$0 } ?? 1, 2) }
    case 7...8:
      guard let beer, beer.beer.deletedAt == nil else { return }
      written.insert(text)
      _ = try diary.addPhoto(to: beer.beer.id, image: MemoryBytes(Data(text.utf8)), caption: text)
    case 9:
      guard let photo, let beer else { return }
      _ = try diary.movePhoto(photo.id, to: Int.random(in: beer.photos.indices, using: &random))
    case 10:
      guard let photo else { return }
      replace([photo.caption], by: text)
      _ = try diary.setCaption(text, ofPhoto: photo.id)
    case 11:
      guard let photo else { return }
      overwritten.formUnion([photo.caption].compactMap { $0 })
      _ = try diary.removePhoto(photo.id)
    case 12:
      guard let beer else { return }
      _ = try diary.restorePhotos(try diary.removedPhotos(ofBeer: beer.beer.id))
    case 13:
      guard let beer else { return }
      _ =
        beer.beer.deletedAt == nil
        ? try diary.moveToTrash([beer.beer.id]) : try diary.restore([beer.beer.id])
    case 14:
      let trash = beers.filter { $0.beer.deletedAt != nil }
      for beer in trash {
        replace(
          [beer.beer.fields.notes, beer.beer.fields.extras["hop"]?.display] + beer.photos.map(\.caption),
          by: nil)
      }
      _ = try diary.emptyTrash()
    case 15:
      if let change = try? diary.changeToUndo() { try undo(change, on: device) }
    default:
      let failure = [0, 0, 0.1][Int.random(in: 0..<3, using: &random)]
      let seed = random.next()
      var faults = SeededGenerator(seed: seed)
      objects.check = { if Double.random(in: 0..<1, using: &faults) < failure { throw Failure() } }
      do { try device.sync() } catch is Failure {}
    }
  }

  private mutating func undo(_ change: LoggedChange, on device: Device) throws {
    let before = try texts(of: device)
    // What another device has changed since is not undone.
    _ = try? device.diary.undoChange(change.id)
    overwritten.formUnion(before.subtracting(try texts(of: device)))
  }

  private func texts(of device: Device) throws -> Set<String> {
    try device.beers().reduce(into: []) { texts, beer in
      texts.formUnion([beer.beer.fields.notes, beer.beer.fields.extras["hop"]?.display].compactMap { $0 })
      texts.formUnion(beer.photos.compactMap(\.caption))
    }
  }

  private mutating func replace(_ texts: [String?], by text: String?) {
    overwritten.formUnion(texts.compactMap { $0 })
    if let text { written.insert(text) }
  }
}
