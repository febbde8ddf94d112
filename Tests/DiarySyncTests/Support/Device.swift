import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import TestSupport
import Testing

@testable import Sync

/// A device with a diary in a temporary folder, which shares objects with other devices.
final class Device {
  let folder: TemporaryFolder
  private(set) var diary: Diary
  private var key: DeviceKey
  private let objects: SharedObjects

  var rules = Rules.all

  /// The limits of a segment; `nil` for those of the program.
  var segmentLimit: (rows: Int, size: Int)?

  /// Called before each transaction of a synchronization that merges.
  var beforeMerge: () throws -> Void = {}

  convenience init(_ objects: SharedObjects) throws {
    let folder = try TemporaryFolder()
    let key = DeviceKey()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    try SyncedDiary.start(diary, as: key.device)
    self.init(folder, diary, key, objects)
  }

  private init(_ folder: TemporaryFolder, _ diary: Diary, _ key: DeviceKey, _ objects: SharedObjects) {
    self.folder = folder
    self.diary = diary
    self.key = key
    self.objects = objects
  }

  /// Returns a copy of the disk.
  func copy() throws -> Device {
    try diary.close()
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: diary.path, toPath: folder.file("diary.sqlite"))
    diary = try Diary.open(at: diary.path)
    return Device(folder, try Diary.open(at: folder.file("diary.sqlite")), key, objects)
  }

  @discardableResult
  func sync(isRepair: Bool = false) throws -> SyncReport {
    var inner = SyncedDiary(diary)
    if let segmentLimit { inner.segmentLimit = segmentLimit }
    var synced = RuledDiary(inner, rules, beforeMerge)
    var synchronizer = Synchronizer(objects, envelope: SealedEnvelope(key: objects.key, device: key))
    synchronizer.rules = rules
    return try synchronizer.sync(&synced, isRepair: isRepair)
  }

  /// Continues as a new device; the segments of the old one are in the store.
  func become() throws {
    key = DeviceKey()
    try SyncedDiary(diary).changeDevice(to: key.device)
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
  private let diary: Data

  init() throws {
    key = DiaryKey()
    diary = try SealedEnvelope(key: key, device: DeviceKey()).seal(
      Data(StoreSetup.content.utf8), name: ObjectName.diary, kind: .diary)
  }

  /// The names of objects that no device sees yet.
  var late: Set<String> = []

  /// Called before each access; an error that it throws ends the synchronization.
  var check: () throws -> Void = {}

  func list(_ prefix: String) throws -> [ListedObject] {
    try check()
    return objects.filter { $0.key.hasPrefix(prefix) && !late.contains($0.key) }.map {
      ListedObject(name: $0.key, size: $0.value.count)
    }
    .sorted { $0.name < $1.name }
  }

  func read(_ names: [String]) throws -> [String: Data] {
    try check()
    return names.reduce(into: [:]) {
      if !late.contains($1) { $0[$1] = $1 == ObjectName.diary ? diary : objects[$1] }
    }
  }

  func write(_ objects: [(name: String, bytes: Data)]) throws {
    for object in objects {
      try check()
      self.objects[object.name] = object.bytes
    }
  }

  func delete(_ names: [String]) throws {
    try check()
    for name in names { objects[name] = nil }
  }
}
