package import DiaryModel
import Foundation
import GRDB
package import Pictures
import SQLiteKit

/// Adds photos to a beer.
struct PhotoAdder: DiaryComponent {
  typealias WriteError = PhotoError

  let database: DiaryDatabase

  func addPhoto(
    to beer: Int64, image: some ByteSource, caption: String?, allowsDuplicate: Bool
  ) throws(PhotoError) -> AddedPhoto {
    let insertion = insertion(to: beer, caption, allowsDuplicate)
    return try write { db in
      let added = try insertion.add(image, db)
      try ChangeLog(db).record(added.change, at: insertion.timestamp)
      return added
    }
  }

  func addPhotos(
    to beer: Int64, caption: String?, allowsDuplicate: Bool,
    next: () throws -> (any ByteSource)?, onStored: (Result<AddedPhoto, PhotoError>) throws -> Void
  ) throws(PhotoError) {
    let insertion = insertion(to: beer, caption, allowsDuplicate)
    try PhotoError.mapErrors(at: path) {
      var timer = YieldTimer()
      var entry = SharedLogEntry(at: insertion.timestamp)
      var isAtEnd = false
      while !isAtEnd {
        // Files are opened between transactions, so that other programs do not wait for a slow one.
        var images: [any ByteSource] = []
        var failure: (any Error)?
        do {
          while !isAtEnd, images.count < Self.maxOpenImages {
            if let image = try next() { images.append(image) } else { isAtEnd = true }
          }
        } catch {
          failure = error
        }
        var waiting = images[...]
        while !waiting.isEmpty {
          timer.yieldToWriters()
          let (outcomes, end) = try database.write { db in
            try insertion.outcomes(of: &waiting, in: &entry, within: Self.maxTransaction, db)
          }
          for outcome in outcomes { try onStored(outcome) }
          if let end { throw end }
        }
        if let failure { throw failure }
      }
    }
  }

  /// How many images may be open at the same time.
  private static let maxOpenImages = 16

  /// After this time a transaction ends.
  private static let maxTransaction = Duration.milliseconds(250)

  private func insertion(to beer: Int64, _ caption: String?, _ allowsDuplicate: Bool) -> PhotoInsertion {
    PhotoInsertion(
      beer: beer, caption: caption.map(PhotoRecord.oneLine), allowsDuplicate: allowsDuplicate, now: now,
      timestamp: timestamp)
  }
}

extension FileBytes {
  /// Opens an image file that the user named.
  ///
  /// - Throws: `.openDatabase` if it belongs to a database that this process has open: closing it would release
  ///   SQLite's locks, see ``OpenDatabase``. Otherwise what ``init(path:followsLinks:)`` throws.
  package convenience init(userImageAt path: String) throws(FileBytesError) {
    if OpenDatabase.owns(path) { throw .openDatabase(path: path) }
    try self.init(path: path)
  }
}

/// A photo that was added.
package struct AddedPhoto: Hashable, Sendable {
  /// The photo as it is stored, with the metadata of its header.
  package let photo: Photo
  /// The change, to undo it.
  package let change: DiaryChange
}

/// Adds images to one beer, with the same caption and at the same time.
private struct PhotoInsertion {
  let beer: Int64
  let caption: String?
  let allowsDuplicate: Bool
  let now: Date
  let timestamp: String

  /// Adds images and removes them from `images`, until a time is over.
  ///
  /// - Parameter entry: The entry in the log.
  /// - Returns: The result for each image, and the error that would prevent the next ones too.
  func outcomes(
    of images: inout ArraySlice<any ByteSource>, in entry: inout SharedLogEntry, within time: Duration,
    _ db: Database
  ) throws -> ([Result<AddedPhoto, PhotoError>], end: (any Error)?) {
    var outcomes: [Result<AddedPhoto, PhotoError>] = []
    var end: (any Error)?
    let start = ContinuousClock.now
    while end == nil, outcomes.isEmpty || ContinuousClock.now - start < time, let image = images.popFirst() {
      do {
        outcomes.append(try outcome(of: image, db))
      } catch {
        // The images before are committed, unless SQLite has rolled back the transaction.
        guard db.isInsideTransaction else { throw error }
        end = error
      }
    }
    try entry.append(outcomes.compactMap { try? $0.get().change }, db)
    return (outcomes, end)
  }

  /// Adds an image; returns a failure, and writes nothing, if only this image is wrong.
  ///
  /// - Throws: Any error that would prevent the next image too.
  private func outcome(of image: any ByteSource, _ db: Database) throws -> Result<AddedPhoto, PhotoError> {
    do {
      var added: AddedPhoto?
      try db.inSavepoint {
        added = try add(image, db)
        return .commit
      }
      guard let added else { throw PhotoError.noSuchBeer(String(beer)) }
      return .success(added)
    } catch let error as FileBytesError {
      return .failure(.unreadableImage(error))
    } catch let error as PhotoError where error.concernsOnePhoto {
      return .failure(error)
    }
  }

  /// Adds an image, without recording that in the log.
  func add(_ image: any ByteSource, _ db: Database) throws -> AddedPhoto {
    guard image.count <= PhotoWriter.maxByteCount else {
      throw PhotoError.tooLarge
    }
    guard try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [beer]) != nil else {
      throw PhotoError.noSuchBeer(String(beer))
    }
    let id = try PhotoWriter(db).add(
      image, to: beer, caption: caption, allowsDuplicate: allowsDuplicate, at: now)
    let before = try BeerRecord(db).touch(beer, timestamp: timestamp)
    guard let photo = try Photo.fetchOne(db, sql: "SELECT * FROM ordered_photo WHERE id = ?", arguments: [id])
    else {
      throw PhotoError.noSuchPhoto(id)
    }
    let placement = DiaryChange.PhotoPlacement(photo: id, uuid: photo.uuid, beer: beer, order: photo.order)
    return AddedPhoto(photo: photo, change: .addedPhoto(placement, updatedAt: before))
  }
}

/// Pauses regularly between transactions, so that other programs can write.
///
/// SQLite has no queue for writers. Each tries again ten times a second, and gives up after ten seconds if the lock is
/// never free.
private struct YieldTimer {
  private static let interval = Duration.seconds(2)
  /// Longer than the time between two attempts of a waiting writer.
  private static let pause = Duration.milliseconds(110)

  private var start = ContinuousClock.now

  mutating func yieldToWriters() {
    guard ContinuousClock.now - start > Self.interval else { return }
    Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
    start = .now
  }
}

extension PhotoError {
  /// Whether the error is about one photo and does not prevent others.
  fileprivate var concernsOnePhoto: Bool {
    switch self {
    case .samePhoto, .tooLarge: true
    default: false
    }
  }
}
