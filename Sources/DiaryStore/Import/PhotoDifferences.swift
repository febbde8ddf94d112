import Foundation
import GRDB
import SQLiteKit

/// Compares the captions and the order of a beer's photos in an export with those in the diary.
struct PhotoDifferences {
  private struct CaptionedPhoto: Equatable {
    let uuid: UUID
    let caption: String?
  }

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns whether photos that both have differ in their captions or their order.
  ///
  /// - Parameters:
  ///   - photos: The photos of the beer in the file; those of other programs are not compared.
  ///   - beer: The id of the diary's beer.
  func exist(_ photos: [ImportedPhoto], on beer: Int64) throws -> Bool {
    let exported = exported(photos)
    if exported.isEmpty { return false }
    let stored = try stored(on: beer).map(\.photo)
    let shared = Set(exported.map(\.uuid)).intersection(stored.map(\.uuid))
    return exported.filter { shared.contains($0.uuid) } != stored.filter { shared.contains($0.uuid) }
  }

  /// Gives photos that both have the captions and the order of the export; other photos of the beer stay between them.
  ///
  /// - Parameters:
  ///   - photos: The photos of the beer in the file.
  ///   - beer: The id of the diary's beer.
  func resolve(_ photos: [ImportedPhoto], on beer: Int64) throws {
    guard try exist(photos, on: beer) else { return }
    var stored = try stored(on: beer)
    let exported = exported(photos)
    let uuids = Set(exported.map(\.uuid))
    let positions = stored.indices.filter { uuids.contains(stored[$0].photo.uuid) }
    let shared = exported.filter { photo in stored.contains { $0.photo.uuid == photo.uuid } }
    for (position, photo) in zip(positions, shared) {
      guard let index = stored.firstIndex(where: { $0.photo.uuid == photo.uuid }) else { continue }
      let moved = stored.remove(at: index)
      stored.insert(moved, at: position)
      try PhotoOrder(db, beer: beer).move(photo: moved.id, from: index, to: position)
      if photo.caption != moved.photo.caption {
        _ = try PhotoRecord(db).setCaption(moved.id, from: moved.photo.caption, to: photo.caption)
      }
    }
  }

  private func exported(_ photos: [ImportedPhoto]) -> [CaptionedPhoto] {
    photos.compactMap { photo in
      if case .uuid(let uuid, _) = photo.identity {
        CaptionedPhoto(uuid: uuid, caption: photo.caption)
      } else {
        nil
      }
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
