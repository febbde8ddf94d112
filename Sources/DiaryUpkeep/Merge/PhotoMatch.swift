import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Which photos of a known beer a diary does not have.
struct PhotoMatch {
  struct Result {
    /// Photos of the store that is brought in, in their order.
    var new: [Int64] = []
    /// Photos of the diary whose image is missing, with those that have it.
    var restored: [(photo: Int64, from: Int64)] = []
    var knownCount = 0

    var isEmpty: Bool { new.isEmpty && restored.isEmpty }
  }

  /// What is recognised of a photo.
  private struct Known {
    let id: Int64
    let uuid: UUID
    let byteCount: Int
    let externalName: String?
    let isMissing: Bool
    var sha256: String?

    init(_ row: Row) throws {
      id = try row.value(forColumn: "id")
      uuid = try row.value(forColumn: "uuid")
      byteCount = try row.value(forColumn: "byte_count")
      externalName = try row.value(forColumn: "external_name")
      isMissing = try row.value(forColumn: "is_missing")
      sha256 = try row.value(forColumn: "sha256")
    }
  }

  private let from: Database
  private let source: Diary
  private let db: Database
  private let diary: Diary

  init(_ from: Database, _ source: Diary, _ db: Database, _ diary: Diary) {
    self.from = from
    self.source = source
    self.db = db
    self.diary = diary
  }

  /// Compares the photos of a beer in both: by uuid, by image, and where the diary lacks it by the image's name.
  ///
  /// Each photo of the diary is recognised once, so an image that is there twice is brought in twice.
  func match(_ beer: Int64, with known: Int64) throws -> Result {
    var candidates = try Row.fetchAll(db, sql: PhotosOfBeer.sql, arguments: [known]).map(Known.init)
    var result = Result()
    for photo in try Row.fetchAll(from, sql: PhotosOfBeer.sql, arguments: [beer]).map(Known.init) {
      let index = try place(of: photo, in: &candidates)
      guard let index else {
        // Without its image a photo has nothing to bring that the diary lacks; one that was taken off stays off.
        if try photo.isMissing || isRemoved(photo, from: known) {
          result.knownCount += 1
        } else {
          result.new.append(photo.id)
        }
        continue
      }
      let found = candidates.remove(at: index)
      if found.isMissing, !photo.isMissing {
        result.restored.append((found.id, photo.id))
      } else {
        result.knownCount += 1
      }
    }
    return result
  }

  private func isRemoved(_ photo: Known, from beer: Int64) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM removed_photo WHERE beer_id = ? AND (uuid = ? OR sha256 = ?)",
      arguments: [beer, photo.uuid, photo.sha256]) != nil
  }

  private func place(of photo: Known, in candidates: inout [Known]) throws -> Int? {
    if let index = candidates.firstIndex(where: { $0.uuid == photo.uuid }) { return index }
    if let name = photo.externalName,
      let index = candidates.firstIndex(where: { $0.externalName == name })
    {
      return index
    }
    guard !photo.isMissing else { return nil }
    var hash = photo.sha256
    for index in candidates.indices where candidates[index].byteCount == photo.byteCount {
      if candidates[index].isMissing { continue }
      if hash == nil { hash = try digest(from, photo.id, source) }
      if candidates[index].sha256 == nil {
        candidates[index].sha256 = try digest(db, candidates[index].id, diary)
      }
      if hash != nil, candidates[index].sha256 == hash { return index }
    }
    return nil
  }

  private func digest(_ db: Database, _ photo: Int64, _ diary: Diary) throws -> String? {
    try ImageBytes(db, photo: photo, externalFolder: diary.externalFolder).map {
      try SHA256Digest.hexadecimal(of: $0)
    }
  }
}
