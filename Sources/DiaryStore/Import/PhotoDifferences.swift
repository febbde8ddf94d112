import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Compares the captions and the order of a beer's photos in an export with those in the diary, sets them, and restores
/// the earlier ones if the import is undone.
struct PhotoDifferences {
  private struct CaptionedPhoto: Equatable {
    let uuid: UUID
    let caption: String?

    /// Imported captions have no line breaks; those that an earlier version has stored may have some.
    static func == (a: Self, b: Self) -> Bool {
      a.uuid == b.uuid && a.caption.map(PhotoRecord.oneLine) == b.caption.map(PhotoRecord.oneLine)
    }
  }

  /// SQL for the photos of a row of `beer`, as `beer_before_import` stores them.
  static let storedPhotos = """
    (SELECT json_group_array(json_array(id, caption))
      FROM (SELECT id, caption FROM photo WHERE beer_id = beer.id ORDER BY order_key))
    """

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns whether photos that both have differ in their captions or their order.
  ///
  /// - Parameters:
  ///   - photos: The photos of the beer in the file; those of other programs are not compared.
  ///   - beer: The id of the diary's beer.
  func exist(_ photos: [ImportedPhoto], on beer: Int64) throws -> Bool {
    try exist(exported(photos, on: beer), on: beer)
  }

  private func exist(_ exported: [CaptionedPhoto], on beer: Int64) throws -> Bool {
    if exported.isEmpty { return false }
    let stored = try stored(on: beer).map(\.photo)
    let shared = Set(exported.map(\.uuid)).intersection(stored.map(\.uuid))
    return exported.filter { shared.contains($0.uuid) } != stored.filter { shared.contains($0.uuid) }
  }

  /// Returns the captions and the order of the photos that both have, as a field of the beer that gets the file's
  /// value.
  ///
  /// A photo is named by its id, because many have no caption.
  func field(_ photos: [ImportedPhoto], on beer: Int64) throws -> ImportDifferences.Field {
    let exported = try exported(photos, on: beer)
    let stored = try stored(on: beer)
    let ids = Dictionary(stored.map { ($0.photo.uuid, $0.id) }) { first, _ in first }
    let uuids = Set(exported.map(\.uuid))
    func value(_ photos: [CaptionedPhoto]) -> JSONValue {
      .array(
        photos.compactMap { photo in
          ids[photo.uuid].map { id in
            JSONValue.object(["id": .integer(id), "caption": JSONValue(photo.caption)])
          }
        })
    }
    return .init(
      name: "captions", diary: value(stored.map(\.photo).filter { uuids.contains($0.uuid) }),
      file: value(exported), outcome: .changed)
  }

  /// Sets the captions and the order of the photos that both have to those of the export; other photos of the beer keep
  /// their positions.
  ///
  /// - Parameters:
  ///   - photos: The photos of the beer in the file.
  ///   - beer: The id of the diary's beer.
  func apply(_ photos: [ImportedPhoto], to beer: Int64) throws {
    try apply(exported(photos, on: beer), to: beer)
  }

  private func apply(_ exported: [CaptionedPhoto], to beer: Int64) throws {
    guard try exist(exported, on: beer) else { return }
    var stored = try stored(on: beer)
    let uuids = Set(exported.map(\.uuid))
    let positions = stored.indices.filter { uuids.contains(stored[$0].photo.uuid) }
    let known = Set(stored.map(\.photo.uuid))
    for (position, photo) in zip(positions, exported.filter { known.contains($0.uuid) }) {
      // Looking for each of thousands of photos takes long, and most are in their places.
      if stored[position].photo.uuid != photo.uuid,
        let index = stored.firstIndex(where: { $0.photo.uuid == photo.uuid })
      {
        let moved = stored.remove(at: index)
        stored.insert(moved, at: position)
        try PhotoOrder(db, beer: beer).move(photo: moved.id, from: index, to: position)
      }
      let (id, before) = stored[position]
      if photo != before {
        _ = try PhotoRecord(db).setCaption(id, from: before.caption, to: photo.caption)
      }
    }
  }

  /// Moves new photos of a beer from the end to where an export has them, so that the others keep their order.
  ///
  /// Each follows the photo before it in the export. Those before the first photo that is not new are moved before that
  /// one. If all are new, they stay.
  ///
  /// - Parameters:
  ///   - new: The UUIDs of the new photos.
  ///   - photos: The photos of the beer in the file.
  ///   - beer: The id of the diary's beer.
  func place(_ new: Set<UUID>, among photos: [ImportedPhoto], on beer: Int64) throws {
    var stored = try stored(on: beer).map { (id: $0.id, uuid: $0.photo.uuid) }
    var rest = Set(stored.map(\.uuid))
    // Of a photo that the file lists twice, the first place is used.
    let order = try photos.compactMap { try $0.uuid(on: beer, db) }.filter { rest.remove($0) != nil }
    guard let first = order.first(where: { !new.contains($0) }),
      var next = stored.firstIndex(where: { $0.uuid == first })
    else { return }
    for uuid in order {
      guard let index = stored.firstIndex(where: { $0.uuid == uuid }) else { continue }
      guard new.contains(uuid) else {
        next = index + 1
        continue
      }
      let position = index < next ? next - 1 : next
      let photo = stored.remove(at: index)
      stored.insert(photo, at: position)
      try PhotoOrder(db, beer: beer).move(photo: photo.id, from: index, to: position)
      next = position + 1
    }
  }

  /// Restores the captions and the order of photos from before an import, unless their beer has changed since.
  func revert(_ importID: Int64) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT o.beer_id, p.uuid, json_extract(j.value, '$[1]')
        FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
          JOIN json_each(iif(json_valid(o.photos), o.photos, '[]')) j
          JOIN photo p ON p.id = json_extract(j.value, '$[0]')
        WHERE o.batch = ? AND o.photos IS NOT NULL AND o.stamp = b.updated_at ORDER BY o.beer_id, j.key
        """, arguments: [importID])
    var photos: [Int64: [CaptionedPhoto]] = [:]
    for row in rows {
      let beer: Int64 = try row.value(atIndex: 0)
      let photo = try CaptionedPhoto(uuid: row.value(atIndex: 1), caption: row.value(atIndex: 2))
      photos[beer, default: []].append(photo)
    }
    for (beer, photos) in photos { try apply(photos, to: beer) }
  }

  /// Removes photos that are about to be permanently deleted from the values before imports.
  func forget(_ photos: Set<Int64>) throws {
    if photos.isEmpty { return }
    try db.execute(
      sql: """
        UPDATE beer_before_import SET photos = (SELECT json_group_array(json(value)) FROM json_each(photos)
          WHERE json_extract(value, '$[0]') NOT IN (SELECT value FROM json_each(?)))
        WHERE photos IS NOT NULL AND json_valid(photos)
        """, arguments: [photos.jsonArray])
  }

  /// Returns the photos of an export, each where it is listed first, with the diary's captions if it does not give them.
  private func exported(_ photos: [ImportedPhoto], on beer: Int64) throws -> [CaptionedPhoto] {
    var captions: [UUID: String] = [:]
    if photos.contains(where: { !$0.isCaptionGiven }) {
      for (_, photo) in try stored(on: beer) { captions[photo.uuid] = photo.caption }
    }
    var uuids: Set<UUID> = []
    return photos.compactMap { photo in
      guard case .uuid(let uuid, _) = photo.identity, uuids.insert(uuid).inserted else { return nil }
      return CaptionedPhoto(uuid: uuid, caption: photo.isCaptionGiven ? photo.caption : captions[uuid])
    }
  }

  /// Returns the photos of a beer in their order.
  private func stored(on beer: Int64) throws -> [(id: Int64, photo: CaptionedPhoto)] {
    let statement = try db.cachedStatement(
      sql: "SELECT id, uuid, caption FROM photo WHERE beer_id = ? ORDER BY order_key")
    return try Row.fetchAll(statement, arguments: [beer]).map { row in
      try (
        id: row.value(atIndex: 0),
        photo: CaptionedPhoto(uuid: row.value(atIndex: 1), caption: row.value(atIndex: 2))
      )
    }
  }
}
