package import DiaryModel
import Foundation
import GRDB
import Pictures
import SQLiteKit

struct PhotoAdder: DatabaseAccess {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  func addPhoto(
    to beer: Int64, image: some ByteSource, caption: String? = nil, allowsSame: Bool = false
  ) throws(ChangeError) -> AddedPhoto {
    let photo = newPhoto(of: beer, caption, allowsSame)
    return try write { try photo.add(image, $0) }
  }

  func addPhotos(
    to beer: Int64, caption: String? = nil, allowsSame: Bool = false, expectedBytes: Int,
    next: () throws -> (any ByteSource)?, stored: (Result<AddedPhoto, any Error>) throws -> Void
  ) throws(ChangeError) {
    let photo = newPhoto(of: beer, caption, allowsSame)
    try ChangeError.mapErrors(at: path) {
      try database.writeExclusively(if: { _ in expectedBytes >= RollbackJournalMode.worthwhileBytes }) {
        db, kind in
        var turn = WritersTurn()
        var isOver = false
        while !isOver {
          // The files behind them are opened while the diary is free: a slow one is not waited for by others.
          var given: [any ByteSource] = []
          var failure: (any Error)?
          do {
            while !isOver, given.count < Self.imagesAtOnce {
              if let image = try next() { given.append(image) } else { isOver = true }
            }
          } catch {
            failure = error
          }
          var waiting = given[...]
          while !waiting.isEmpty {
            turn.yieldToWriters()
            let (outcomes, end) = try photo.outcomes(of: &waiting, within: Self.maxPhotoWrite, db, kind)
            for outcome in outcomes { try stored(outcome) }
            if let end { throw end }
          }
          if let failure { throw failure }
        }
      }
    }
  }

  /// Images whose files are open at once.
  private static let imagesAtOnce = 16

  private static let maxPhotoWrite = Duration.milliseconds(250)

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

  /// Adds images from the front in one transaction, all or as many as come within a time.
  ///
  /// - Returns: What became of each, and what would meet the next ones too.
  func outcomes(
    of images: inout ArraySlice<any ByteSource>, within time: Duration, _ db: Database,
    _ kind: Database.TransactionKind
  ) throws -> ([Result<AddedPhoto, any Error>], end: (any Error)?) {
    var outcomes: [Result<AddedPhoto, any Error>] = []
    var end: (any Error)?
    try db.inTransaction(kind) {
      let start = ContinuousClock.now
      while end == nil, outcomes.isEmpty || ContinuousClock.now - start < time, let image = images.popFirst()
      {
        do {
          outcomes.append(try outcome(of: image, db))
        } catch {
          // What came before is kept, unless SQLite has given it up already.
          guard db.isInsideTransaction else { throw error }
          end = error
        }
      }
      return .commit
    }
    return (outcomes, end)
  }

  /// Adds an image, and fails for what is wrong with this one alone without leaving anything of it.
  ///
  /// - Throws: Whatever would meet the next one too.
  private func outcome(of image: any ByteSource, _ db: Database) throws -> Result<AddedPhoto, any Error> {
    do {
      var added: AddedPhoto?
      try db.inSavepoint {
        added = try add(image, db)
        return .commit
      }
      guard let added else { throw ChangeError.noSuchBeer(String(beer)) }
      return .success(added)
    } catch let error as FileBytesError {
      return .failure(error)
    } catch let error as ChangeError where error.concernsOnePhoto {
      return .failure(error)
    }
  }

  func add(_ image: any ByteSource, _ db: Database) throws -> AddedPhoto {
    guard image.count <= Int32.max else {
      throw ChangeError.invalid(field: "photo", reason: "it is larger than 2 GB")
    }
    guard try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [beer]) != nil else {
      throw ChangeError.noSuchBeer(String(beer))
    }
    let id = try PhotoWriter(db).add(image, to: beer, caption: caption, allowsSame: allowsSame, at: now)
    let before = try BeerRecord(db).touch(beer, timestamp: timestamp)
    guard let photo = try Photo.fetchOne(db, sql: "SELECT * FROM ordered_photo WHERE id = ?", arguments: [id])
    else {
      throw ChangeError.noSuchPhoto(id)
    }
    let placement = DiaryChange.PhotoPlacement(photo: id, uuid: photo.uuid, beer: beer, order: photo.order)
    return AddedPhoto(photo: photo, change: .addedPhoto(placement, updatedAt: before))
  }
}

/// Lets others in, regularly, between transactions that would follow each other closely.
///
/// SQLite does not queue who waits: each looks again ten times a second, in vain where somebody always holds the lock,
/// and gives up after ten seconds.
private struct WritersTurn {
  private static let length = Duration.seconds(2)
  /// Longer than anybody pauses between two looks.
  private static let pause = Duration.milliseconds(110)

  private var start = ContinuousClock.now

  mutating func yieldToWriters() {
    guard ContinuousClock.now - start > Self.length else { return }
    Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
    start = .now
  }
}

extension ChangeError {
  fileprivate var concernsOnePhoto: Bool {
    switch self {
    case .samePhoto, .invalid: true
    default: false
    }
  }
}
