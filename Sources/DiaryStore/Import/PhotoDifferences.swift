import Foundation
import GRDB
import SQLiteKit

/// Compares the captions and the order of a beer's photos in an export with those in the diary, which an import keeps.
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
    let exported = photos.compactMap { photo -> CaptionedPhoto? in
      if case .uuid(let uuid, _) = photo.identity {
        CaptionedPhoto(uuid: uuid, caption: photo.caption)
      } else {
        nil
      }
    }
    if exported.isEmpty { return false }
    let statement = try db.cachedStatement(
      sql: "SELECT uuid, caption FROM photo WHERE beer_id = ? ORDER BY order_key")
    let stored = try Row.fetchAll(statement, arguments: [beer]).map { row in
      try CaptionedPhoto(uuid: row.value(atIndex: 0), caption: row.value(atIndex: 1))
    }
    let shared = Set(exported.map(\.uuid)).intersection(stored.map(\.uuid))
    return exported.filter { shared.contains($0.uuid) } != stored.filter { shared.contains($0.uuid) }
  }
}
