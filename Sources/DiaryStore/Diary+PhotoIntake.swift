import Foundation
import GRDB
package import Pictures

extension Diary {
  /// Adds a photo behind the others of a beer; its image is streamed in and stored byte for byte.
  ///
  /// - Parameters:
  ///   - image: At most 2^31 - 1 bytes, which is what SQLite can hold in a value.
  ///   - allowsSame: Whether an image that the beer has already is added again.
  /// - Throws: `.samePhoto` where the beer has it already; `.noSuchBeer`; `.invalid` where it is too large.
  package func addPhoto(
    to beer: Int64, image: some ByteSource, caption: String? = nil, allowsSame: Bool = false
  ) throws(DiaryError) -> AddedPhoto {
    let photo = newPhoto(of: beer, caption, allowsSame)
    return try write { try photo.add(image, $0) }
  }

  /// Adds photos behind the others of a beer, in transactions of as many as come within a quarter of a second.
  ///
  /// Where they are many megabytes and nobody else has the diary open, each is written once; see ``StraightWriting``.
  ///
  /// - Parameters:
  ///   - expectedBytes: About the size of all images.
  ///   - next: Gives the next image; `nil` where there are none any more.
  ///   - stored: Is told, when it is on the disk, what became of the images given since the last time, in their order:
  ///     an image that the beer has already, that is too large or that cannot be read keeps none of the others out. The
  ///     diary cannot be used meanwhile.
  /// - Throws: What would meet all images, after `stored` was told of those before.
  package func addPhotos(
    to beer: Int64, caption: String? = nil, allowsSame: Bool = false, expectedBytes: Int,
    next: () throws -> (any ByteSource)?, stored: ([Result<AddedPhoto, any Error>]) throws -> Void
  ) throws(DiaryError) {
    let photo = newPhoto(of: beer, caption, allowsSame)
    try writeAlone(where: { _ in expectedBytes >= StraightWriting.worthwhileBytes }) { db, kind in
      var isOver = false
      while !isOver {
        var outcomes: [Result<AddedPhoto, any Error>] = []
        var failure: (any Error)?
        try db.inTransaction(kind) {
          let start = ContinuousClock.now
          repeat {
            do {
              guard let image = try next() else {
                isOver = true
                break
              }
              outcomes.append(try photo.outcome(of: image, db))
            } catch {
              // What came before is kept, unless SQLite has given it up already.
              guard db.isInsideTransaction else { throw error }
              failure = error
            }
          } while failure == nil && ContinuousClock.now - start < Self.longestIntake
          return .commit
        }
        try stored(outcomes)
        if let failure { throw failure }
      }
    }
  }

  /// What others who read or write may have to wait for.
  private static let longestIntake = Duration.milliseconds(250)

  private func newPhoto(of beer: Int64, _ caption: String?, _ allowsSame: Bool) -> NewPhoto {
    NewPhoto(beer: beer, caption: caption, allowsSame: allowsSame, now: now, timestamp: timestamp)
  }
}

/// A photo that was added.
package struct AddedPhoto: Hashable, Sendable {
  package let photo: Photo
  package let change: DiaryChange
}

/// What is known of photos before their images are read.
private struct NewPhoto {
  let beer: Int64
  let caption: String?
  let allowsSame: Bool
  let now: Date
  let timestamp: String

  /// Adds an image, and fails for what is wrong with this one alone without leaving anything of it.
  ///
  /// - Throws: Whatever would meet the next one too.
  func outcome(of image: any ByteSource, _ db: Database) throws -> Result<AddedPhoto, any Error> {
    do {
      var added: AddedPhoto?
      try db.inSavepoint {
        added = try add(image, db)
        return .commit
      }
      guard let added else { throw DiaryError.noSuchBeer(String(beer)) }
      return .success(added)
    } catch let error as FileBytesError {
      return .failure(error)
    } catch let error as DiaryError where error.concernsOnePhoto {
      return .failure(error)
    }
  }

  func add(_ image: any ByteSource, _ db: Database) throws -> AddedPhoto {
    guard image.count <= Int32.max else {
      throw DiaryError.invalid(field: "photo", reason: "it is larger than 2 GB")
    }
    guard try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [beer]) != nil else {
      throw DiaryError.noSuchBeer(String(beer))
    }
    let id = try PhotoIntake(db).add(image, to: beer, caption: caption, allowsSame: allowsSame, at: now)
    let before = try BeerRecord(db).touch(beer, stamp: timestamp)
    guard let photo = try Photo.fetchOne(db, sql: "SELECT * FROM photo WHERE id = ?", arguments: [id]) else {
      throw DiaryError.noSuchPhoto(id)
    }
    let placement = DiaryChange.PhotoPlacement(photo: id, uuid: photo.uuid, beer: beer, order: photo.order)
    return AddedPhoto(photo: photo, change: .addedPhoto(placement, stamp: before))
  }
}

extension DiaryError {
  fileprivate var concernsOnePhoto: Bool {
    switch self {
    case .samePhoto, .invalid: true
    default: false
    }
  }
}
