import DiaryModel
import Foundation
import GRDB
import Pictures
import SQLiteKit

/// Moves, removes and captions photos, and reads their images.
struct PhotoEditor: DiaryComponent {
  typealias WriteError = PhotoError

  let database: DiaryDatabase

  func movePhoto(_ id: Int64, to index: Int) throws(PhotoError) -> DiaryChange? {
    try recording { db, timestamp in
      let before = try PhotoOrder.placement(of: id, db)
      let photos = PhotoOrder(db, beer: before.beer)
      let target = min(max(0, index), try photos.count - 1)
      if target == before.order { return nil }
      try photos.move(photo: id, from: before.order, to: target)
      return .movedPhoto(
        .init(photo: id, uuid: before.uuid, beer: before.beer, order: target), from: before.order,
        updatedAt: try BeerRecord(db).touch(before.beer, timestamp: timestamp))
    }
  }

  func removePhotos(_ ids: [Int64]) throws(PhotoError) -> [DiaryChange] {
    let timestamp = timestamp
    return try write { db in
      let records = PhotoRecord(db)
      let changes = try ids.map { id -> DiaryChange in
        let placement = try PhotoOrder.placement(of: id, db)
        try records.remove(placement, at: timestamp)
        let before = try BeerRecord(db).touch(placement.beer, timestamp: timestamp)
        return .removedPhoto(placement, updatedAt: before)
      }
      try records.orderPhotosRemovedTogether(changes)
      try ChangeLog(db).record(ChangeBatch().appending(changes), at: timestamp)
      return changes
    }
  }

  func setCaption(_ caption: String?, ofPhoto id: Int64) throws(PhotoError) -> DiaryChange? {
    let caption = caption.map(PhotoRecord.oneLine)
    return try recording { db, timestamp in
      let records = PhotoRecord(db)
      let placement = try PhotoOrder.placement(of: id, db)
      let before = try String.fetchOne(
        db, sql: "SELECT caption FROM photo WHERE id = ?", arguments: [id])
      guard before != caption, try records.setCaption(id, from: before, to: caption) else { return nil }
      return .captioned(
        photo: id, beer: placement.beer, from: before, to: caption,
        updatedAt: try BeerRecord(db).touch(placement.beer, timestamp: timestamp))
    }
  }

  func readImage(ofPhoto id: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try withImage(ofPhoto: id) { try $0.forEachPart(body) } != nil
  }

  func withImage<Value>(ofPhoto id: Int64, _ body: (any ByteSource) throws -> Value) throws -> Value? {
    try read { db -> Result<Value?, any Error> in
      guard let bytes = try ImageBytes(db, photo: id, externalFolder: externalFolder) else {
        return .success(nil)
      }
      return Result { try body(bytes) }
    }.get()
  }

  func addingMetadata(to photos: [Photo], includingHashes: Bool) throws(StoreError) -> [Photo] {
    try read { db in
      try photos.map { photo in
        let needsHash = includingHashes && photo.sha256 == nil
        // Its file may be back in the folder of external images, which the background work has not noticed yet.
        guard needsHash || photo.metadata.format == nil || photo.metadata.isMissing else { return photo }
        // The photo may be removed.
        for table in PhotoTable.allCases {
          let complete = try ImageBytes.read(
            db, photo: photo.id, in: table, externalFolder: externalFolder
          ) { bytes in
            var complete = photo
            if needsHash || photo.metadata.isMissing {
              complete.sha256 = try SHA256Digest.hexadecimal(of: bytes)
              // The background work does not take a file with another image for that of the photo, either.
              if let known = photo.sha256, complete.sha256 != known { return photo }
            }
            complete.complete(from: try ImageHeader(reading: bytes))
            complete.metadata.byteCount = bytes.count
            complete.metadata.isMissing = false
            return complete
          }
          if let complete { return complete }
        }
        return photo
      }
    }
  }

  /// Returns a photo with the metadata of its header, if the background work has not read it yet.
  func addingMetadata(to photo: Photo, _ db: Database) throws -> Photo {
    guard photo.metadata.format == nil, !photo.metadata.isMissing else { return photo }
    var photo = photo
    photo.complete(from: try header(db, ofPhoto: photo.id))
    return photo
  }

  /// Returns a list item with the metadata of its thumbnail's header, if the background work has not read it yet.
  func addingMetadata(to item: BeerListItem, _ db: Database) throws -> BeerListItem {
    guard let metadata = item.thumbnail, metadata.format == nil, let id = item.thumbnailID else {
      return item
    }
    var item = item
    item.thumbnail?.complete(from: try header(db, ofPhoto: id))
    return item
  }

  func header(_ db: Database, ofPhoto id: Int64) throws -> ImageHeader? {
    try ImageBytes.read(db, photo: id, externalFolder: externalFolder) { try ImageHeader(reading: $0) }
      ?? nil
  }
}

extension Photo {
  /// Sets the metadata that is not known yet.
  fileprivate mutating func complete(from header: ImageHeader?) {
    metadata.complete(from: header)
    takenAt = takenAt ?? header?.localTime
  }
}

extension ImageMetadata {
  fileprivate mutating func complete(from header: ImageHeader?) {
    guard let header else { return }
    format = header.format.rawValue
    width = header.displayedSize?.width
    height = header.displayedSize?.height
    camera = header.camera
  }
}
