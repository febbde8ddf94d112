import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Sync

/// A device with a diary in a temporary folder, which shares objects with other devices.
final class Device {
  let folder: TemporaryFolder
  private(set) var diary: Diary
  private var key: DeviceKey
  private let objects: SharedObjects
  private let random: RandomSource
  private let clock: @Sendable () -> Date

  var rules = Rules.all

  /// The limits of a segment; `nil` for those of the program.
  var segmentLimit: (rows: Int, size: Int)?

  /// Called before each transaction of a synchronization that merges.
  var beforeMerge: () throws -> Void = {}

  /// - Parameters:
  ///   - objects: The objects of all devices.
  ///   - random: The source of the key of the device, and of all that is random in its objects except UUIDs.
  ///   - clock: The clock of the device.
  ///   - columns: Definitions of columns that the tables with fields of beers have in addition.
  init(
    _ objects: SharedObjects, random: RandomSource = .system,
    clock: @escaping @Sendable () -> Date = { Date() }, columns: [String] = []
  ) throws {
    folder = try TemporaryFolder()
    key = try DeviceKey(rawRepresentation: random.data(32))
    diary = try Diary.open(at: folder.file("diary.sqlite"), clock: clock)
    self.objects = objects
    self.random = random
    self.clock = clock
    try diary.write { db in
      for table in ["beer", "beer_before_import", "imported_beer"] {
        for column in columns { try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)") }
      }
    }
    try SyncedDiary.start(diary, as: key.device)
  }

  private init(copying device: Device) throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: device.diary.path, toPath: folder.file("diary.sqlite"))
    diary = try Diary.open(at: folder.file("diary.sqlite"), clock: device.clock)
    key = device.key
    objects = device.objects
    random = device.random
    clock = device.clock
  }

  /// Returns a copy of the disk.
  func copy() throws -> Device {
    try diary.close()
    let copy = try Device(copying: self)
    diary = try Diary.open(at: diary.path, clock: clock)
    return copy
  }

  @discardableResult
  func sync(isRepair: Bool = false) throws -> SyncReport {
    try withSynchronizer { synchronizer, diary in try synchronizer.sync(&diary, isRepair: isRepair) }
  }

  /// Merges the objects of this device into one.
  func compact() throws {
    let last = try SyncedDiary(diary).ownSegmentIDs.last?.sequence ?? 0
    _ = try withSynchronizer { synchronizer, diary in
      try synchronizer.compact(&diary, through: last, counts: 2...200)
    }
  }

  private func withSynchronizer<Result>(
    _ body: (Synchronizer<SharedObjects>, inout RuledDiary) throws -> Result
  ) throws -> Result {
    var inner = SyncedDiary(diary)
    inner.random = random
    if let segmentLimit { inner.segmentLimit = segmentLimit }
    var synced = RuledDiary(inner, rules, beforeMerge)
    let envelope = SealedEnvelope(key: objects.key, device: key, random: random)
    var synchronizer = Synchronizer(objects, envelope: envelope)
    synchronizer.rules = rules
    return try body(synchronizer, &synced)
  }

  /// Continues as a new device; the segments of the old one are in the store.
  func become() throws {
    key = try DeviceKey(rawRepresentation: random.data(32))
    try SyncedDiary(diary).changeDevice(to: key.device)
  }

  /// Leaves the other devices, and joins them as a new device with the diary that it has.
  func rejoin() throws {
    try SyncedDiary.stop(diary)
    key = try DeviceKey(rawRepresentation: random.data(32))
    try SyncedDiary.start(diary, as: key.device)
  }

  func versions() throws -> [Register: [Version]] {
    try SyncedDiary(diary).read { try $0.storage.allVersions() }
  }

  func edit(_ beer: UUID, _ change: (inout BeerFields) -> Void) throws {
    try diary.edit(uuid: beer, change)
  }

  func movePhoto(_ caption: String, to index: Int) throws {
    let photo = try #require(try beers().flatMap(\.photos).first { $0.caption == caption })
    _ = try diary.movePhoto(photo.id, to: index)
  }

  /// All beers, with those in the trash, by their UUIDs.
  func beers() throws -> [BeerDetail] {
    let ids = try diary.ids(BeerQuery()).ascending + diary.beersInTrash()
    return try ids.compactMap { try diary.beer($0) }.sorted {
      $0.beer.uuid.uuidString < $1.beer.uuid.uuidString
    }
  }

  /// The labels of all beers, with those in the trash, by the UUIDs of the beers.
  func labels() throws -> [UUID: UUID] {
    try beers().reduce(into: [:]) { $0[$1.beer.uuid] = try diary.label(ofBeer: $1.beer.id)?.uuid }
  }

  /// What the user sees of a beer, without the time of its last change.
  struct View: Hashable {
    let uuid: UUID
    let fields: BeerFields
    let origin: Origin?
    let createdAt: String
    let deletedAt: String?
    let photos: [PhotoView]
    let removedPhotos: Set<UUID>
  }

  struct PhotoView: Hashable {
    let uuid: UUID
    let caption: String?
    let takenAt: DiaryDate?
    let image: Data?
  }

  func view() throws -> [View] {
    try beers().map { detail in
      View(
        uuid: detail.beer.uuid, fields: detail.beer.fields, origin: detail.beer.origin,
        createdAt: detail.beer.createdAt.text, deletedAt: detail.beer.deletedAt?.text,
        photos: try detail.photos.map { photo in
          var image: Data?
          _ = try diary.readImage(ofPhoto: photo.id) { image = (image ?? Data()) + Data($0) }
          return PhotoView(
            uuid: photo.uuid, caption: photo.caption, takenAt: photo.takenAt, image: image)
        },
        removedPhotos: Set(try diary.removedPhotos(ofBeer: detail.beer.id).map(\.photo.uuid)))
    }
  }
}

/// Objects in memory that several devices share.
final class SharedObjects: ObjectExchange {
  let key: DiaryKey

  /// All objects except `diary`, which is never late or lost.
  var objects: [String: Data] = [:]

  /// The names of all objects that were put, also of lost ones, in the order in which they were put first.
  private(set) var names: [String] = []
  private let diary: Data

  /// - Parameter random: The source of the key of the diary.
  init(random: RandomSource = .system) throws {
    key = try #require(DiaryKey(rawRepresentation: random.data(32)))
    diary = try SealedEnvelope(key: key, device: DeviceKey()).seal(
      Data(StoreSetup.content.utf8), name: ObjectName.diary, kind: .diary)
  }

  /// The names of objects that no device sees yet.
  var late: Set<String> = []

  /// The `errno` of each object that no device can read.
  var unreadable: [String: Int32] = [:]

  /// The error of putting anything; `nil` for none.
  var writeError: SyncError?

  /// Called before each access; an error that it throws ends the synchronization.
  var check: () throws -> Void = {}

  func list(_ prefix: String) throws -> [ListedObject] {
    try check()
    return objects.filter { $0.key.hasPrefix(prefix) && !late.contains($0.key) }.map {
      ListedObject(name: $0.key, size: $0.value.count)
    }
    .sorted { $0.name < $1.name }
  }

  func read(_ names: [String]) throws -> ReadResult {
    try check()
    return names.reduce(into: ReadResult()) {
      if let code = unreadable[$1] {
        $0.errors[$1] = code
      } else if !late.contains($1) {
        $0.contents[$1] = $1 == ObjectName.diary ? diary : objects[$1]
      }
    }
  }

  func write(_ objects: [(name: String, bytes: Data)]) throws {
    if let writeError { throw writeError }
    for object in objects {
      try check()
      self.objects[object.name] = object.bytes
      if !names.contains(object.name) { names.append(object.name) }
    }
  }

  func delete(_ names: [String]) throws {
    try check()
    for name in names { objects[name] = nil }
  }
}
