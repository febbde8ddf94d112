import DiaryModel
import DiaryStore
import Foundation
import TestSupport
import Testing

@testable import Sync

/// Rules of the merge that only rare histories of real stores need: each of these histories goes wrong without its rule.
@Suite struct StoreRuleTests {
  private let objects: SharedObjects
  private let beer: UUID
  private let devices: [Device]

  /// Five devices have the same beer.
  init() throws {
    let objects = try SharedObjects()
    self.objects = objects
    devices = try (0..<5).map { _ in try Device(objects) }
    beer = try devices[0].diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 1))).uuid
    for device in devices { try device.sync() }
  }

  /// Changes the beer on a device, sends that, and returns the names of the new objects.
  @discardableResult
  private func send(_ device: Int, _ change: (inout BeerFields) -> Void) throws -> Set<String> {
    let before = Set(objects.objects.keys)
    try devices[device].edit(beer, change)
    try devices[device].sync()
    return Set(objects.objects.keys).subtracting(before)
  }

  private func lose(_ names: Set<String>) { for name in names { objects.objects[name] = nil } }

  private func ratings(_ device: Device) throws -> Set<Value> {
    let register = Register(RecordID(entity: "beer", uuid: beer), "rating")
    return Set(try device.versions()[register]?.map(\.value) ?? [])
  }

  @Test(arguments: [true, false])
  func aSegmentWaitsForWhatItsWriterHadSeen(ruleIsOn: Bool) throws {
    if !ruleIsOn { devices[2].rules.remove(.waitsForContext) }
    let late = try send(0) { $0.rating = 2 }
    try devices[1].sync()
    try send(1) { $0.rating = 3 }

    // when a device gets the second edit without the first one
    objects.late = late
    try devices[2].sync()
    try send(2) { $0.rating = 4 }
    objects.late = []
    for _ in 0..<3 { for device in devices { try device.sync() } }

    // then
    #expect((try ratings(devices[2]) == ratings(devices[0])) == ruleIsOn)
  }

  @Test func aBeerThatComesBackAfterItsDeletionKeepsItsConflicts() throws {
    try devices[1].edit(beer) { $0.rating = 2 }
    try send(0) { $0.rating = 3 }
    for _ in 0..<2 { for device in devices { try device.sync() } }
    #expect(try ratings(devices[0]) == [.real(2), .real(3)])

    // when a device edits the beer before it sees that another one has deleted it
    let id = try #require(try devices[0].diary.beer(uuid: beer)).beer.id
    _ = try devices[0].diary.moveToTrash([id])
    _ = try devices[0].diary.emptyTrash()
    try devices[0].sync()
    try devices[1].edit(beer) { $0.place = "Brussels" }
    for _ in 0..<2 { for device in devices.reversed() { try device.sync() } }

    // then
    for device in devices {
      #expect(try device.beers().map(\.beer.fields.place) == ["Brussels"])
      #expect(try ratings(device) == [.real(2), .real(3)])
    }
  }

  @Test(arguments: [true, false])
  func changesWhoseEarlierOnesAreLostAreRepeated(ruleIsOn: Bool) throws {
    let lost = try send(0) { $0.notes = "Dry" }
    try send(0) { $0.rating = 2 }
    lose(lost)

    if !ruleIsOn { devices[1].rules.remove(.repeatsOrphans) }
    try devices[1].sync(isRepair: true)

    // The repetition does not say that it had seen the first rating.
    #expect(try ratings(devices[1]) == (ruleIsOn ? [.real(1), .real(2)] : [.real(1)]))
  }

  /// The repeated purge has seen the notes, but not the other fields.
  @Test func aBeerIsWholeAfterItsDeletionWasRepeated() throws {
    try send(3) { $0.notes = "Dry" }
    for device in devices { try device.sync() }
    let lost = try send(0) { $0.rating = 2 }
    try devices[2].sync()
    let id = try #require(try devices[2].diary.beer(uuid: beer)).beer.id
    _ = try devices[2].diary.moveToTrash([id])
    _ = try devices[2].diary.emptyTrash()
    try devices[2].sync()
    lose(lost)

    try devices[1].sync(isRepair: true)

    let fields = try #require(try devices[1].beers().first).beer.fields
    #expect(fields.name == "Orval" && fields.notes == "Dry")
  }

  /// A repetition comes after an edit of its device that it had not seen.
  @Test(arguments: [true, false])
  func mergingObjectsKeepsValuesThatNoLaterChangeHadSeen(ruleIsOn: Bool) throws {
    let lost = try send(0) { $0.notes = "Dry" }
    try send(0) { $0.rating = 2 }
    lose(lost)
    try send(1) { $0.rating = 3 }
    try devices[1].sync(isRepair: true)
    #expect(try ratings(devices[1]) == [.real(2), .real(3)])

    if !ruleIsOn { devices[1].rules.remove(.compactsOnlyReplacedChanges) }
    try devices[1].compact()
    try devices[2].sync()

    #expect((try ratings(devices[2]) == [.real(2), .real(3)]) == ruleIsOn)
  }

  @Test(arguments: [true, false])
  func objectsAreDeletedOnlyAfterTheOneThatReplacesThemIsThere(ruleIsOn: Bool) throws {
    struct Failure: Error {}
    for rating in [2.0, 3] { try send(0) { $0.rating = rating } }
    if !ruleIsOn { devices[0].rules.remove(.deletesOnlyReplacedObjects) }
    let count = objects.objects.count

    // when the store fails after the first deletion
    objects.check = { [unowned objects] in if objects.objects.count < count { throw Failure() } }
    do { try devices[0].compact() } catch is Failure {}
    objects.check = {}
    let new = try Device(objects)
    try new.sync()

    // then
    #expect(try new.beers().map(\.beer.fields.rating) == (ruleIsOn ? [3] : []))
  }

  /// The repetition of an edit names less of what its writer had seen, because one of these segments is lost.
  @Test(arguments: [true, false])
  func aSnapshotRemovesValuesThatItHadSeenReplaced(ruleIsOn: Bool) throws {
    let replaced = try send(1) { $0.rating = 2 }
    for device in devices[2...3] { try device.sync() }
    let lost = try send(0) { $0.notes = "Dry" }
    try devices[2].sync()
    try send(2) { $0.rating = 3 }

    // when a device repeats the last edit, and writes a snapshot because the first one is lost, too
    lose(lost.union(replaced))
    try devices[3].sync(isRepair: true)
    #expect(objects.objects.keys.contains { $0.hasPrefix(ObjectName.snapshot) })
    #expect(try ratings(devices[3]) == [.real(3)])
    if !ruleIsOn { devices[4].rules.remove(.snapshotsReplaceSeenVersions) }
    try devices[4].sync()

    // then
    #expect(try ratings(devices[4]) == (ruleIsOn ? [.real(3)] : [.real(1), .real(3)]))
  }
}
