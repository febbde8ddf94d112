import Crypto
package import DiaryModel
import Dispatch
package import Foundation
package import GRDB
package import Pictures
import SQLiteKit
import Synchronization

/// Adds photos to a beer.
struct PhotoAdder: DiaryComponent {
  typealias WriteError = PhotoError

  let database: DiaryDatabase

  func addPhoto(
    to beer: Int64, image: some ByteSource, caption: String?, allowsDuplicate: Bool
  ) throws(PhotoError) -> AddedPhoto {
    let photo = newPhoto(of: beer, caption, allowsDuplicate)
    return try write { db in
      let added = try photo.add(image, db)
      try ChangeLog(db).record(added.change, at: photo.timestamp)
      return added
    }
  }

  func addPhotos(
    to beer: Int64, caption: String?, allowsDuplicate: Bool,
    next: () throws -> (any ByteSource)?, onStored: (Result<AddedPhoto, PhotoError>) throws -> Void
  ) throws(PhotoError) {
    let photo = newPhoto(of: beer, caption, allowsDuplicate)
    try PhotoError.mapErrors(at: path) {
      var timer = YieldTimer()
      var entry = SharedLogEntry(at: photo.timestamp)
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
            try photo.outcomes(of: &waiting, in: &entry, within: Self.maxTransaction, db)
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

  private func newPhoto(of beer: Int64, _ caption: String?, _ allowsDuplicate: Bool) -> NewPhoto {
    NewPhoto(beer: beer, caption: caption, allowsDuplicate: allowsDuplicate, now: now, timestamp: timestamp)
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

/// The properties that several new photos share.
private struct NewPhoto {
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
    guard image.count <= Int32.max else {
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

// MARK: - Rows

/// Writes photos and the metadata from their headers.
package struct PhotoWriter {
  let db: Database

  /// Creates a writer for a transaction of the database.
  package init(_ db: Database) { self.db = db }

  /// Images up to this size, in bytes, are written in one piece, which avoids writing zeros first.
  private static let maxInMemory = 4 << 20

  /// Adds a photo after the others of a beer and returns its id.
  ///
  /// - Parameters:
  ///   - allowsDuplicate: Whether the beer may have another photo with the same bytes.
  ///   - date: The time from which the photo's UUID is made.
  /// - Throws: `PhotoError.samePhoto` if the beer has a photo with the same bytes, unless `allowsDuplicate` is `true`.
  package func add(
    _ image: some ByteSource, to beer: Int64, caption: String?, allowsDuplicate: Bool, at date: Date
  ) throws
    -> Int64
  {
    let (id, digest) = try store(image)
    if !allowsDuplicate, let order = try order(of: digest, on: beer) {
      throw PhotoError.samePhoto(order: order)
    }
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, caption, byte_count, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, UUID.version7(at: date, using: &random), beer, try PhotoOrder(db, beer: beer).keyAfterAll(),
        caption,
        image.count, digest,
      ])
    try describe(photo: id, try ImageHeader(reading: image))
    return id
  }

  /// Adds a photo without an image after the others of a beer, and returns its id.
  ///
  /// It keeps its position, so that the other photos keep theirs.
  ///
  /// - Parameters:
  ///   - externalName: The name of the image file in Core Data's folder; `nil` if there was none.
  ///   - date: The time from which the photo's UUID is made.
  /// - Throws: `DatabaseError`.
  package func addMissing(to beer: Int64, caption: String?, externalName: String?, at date: Date) throws
    -> Int64
  {
    var random = SystemRandomNumberGenerator()
    let id = try IDSequence.photo.nextID(db)
    try db.execute(sql: "INSERT INTO photo_image (id) VALUES (?)", arguments: [id])
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, caption, byte_count, external_name, is_missing)
        VALUES (?, ?, ?, ?, ?, 0, ?, 1)
        """,
      arguments: [
        id, UUID.version7(at: date, using: &random), beer, try PhotoOrder(db, beer: beer).keyAfterAll(),
        caption,
        externalName,
      ])
    return id
  }

  /// Writes the row of an image, whose id is the photo's as well.
  private func store(_ image: some ByteSource) throws -> (id: Int64, sha256: String) {
    let id = try IDSequence.photo.nextID(db)
    if image.count <= Self.maxInMemory {
      let data = try image.allBytes()
      let digest = ParallelDigest(of: data)
      let insert = try PreparedInsert(db, into: "photo_image", ["id", "data"])
      try data.withUnsafeBytes { bytes in
        try insert.execute { values in
          values.append(id)
          values.append(bytes: bytes)
        }
      }
      return (id, digest.hexadecimal)
    }
    try db.execute(
      sql: "INSERT INTO photo_image (id, data) VALUES (?, zeroblob(?))", arguments: [id, image.count])
    return (id, try write(image, row: id))
  }

  /// Returns the position of a beer's first photo with a hash; `nil` if there is none.
  private func order(of digest: String, on beer: Int64) throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT min(user_order) FROM ordered_photo WHERE beer_id = ? AND sha256 = ?",
      arguments: [beer, digest])
  }

  /// Records the metadata from a photo's header; `nil` if the format is unknown.
  func describe(photo id: Int64, _ header: ImageHeader?) throws {
    try db.execute(
      sql: """
        UPDATE photo SET described = 1, format = ?, width = ?, height = ?, camera = ?,
          taken_at = coalesce(taken_at, ?)
        WHERE id = ?
        """,
      arguments: [
        header?.format.rawValue, header?.displayedSize?.width, header?.displayedSize?.height, header?.camera,
        header?.localTime?.text, id,
      ])
  }

  /// Copies the bytes into the row's value and returns their SHA-256.
  func write(_ image: some ByteSource, row id: Int64) throws -> String {
    var hash = SHA256()
    let blob = IncrementalBlob(db, table: "photo_image", column: "data", isWritable: true)
    guard try blob.open(row: id) else { throw PhotoError.noSuchPhoto(id) }
    var offset = 0
    try image.forEachPart { part in
      hash.update(bufferPointer: part)
      try blob.write(part, at: offset)
      offset += part.count
    }
    return hash.finalize().hexadecimal
  }
}

extension ImageHeader {
  /// The time of the camera's clock when the photo was taken; `nil` if the header does not have it.
  ///
  /// The time zone that some cameras record is left out, as the diary shows local times.
  var localTime: DiaryDate? {
    takenAt.flatMap { DiaryDate($0) ?? DiaryDate(String($0.prefix(19))) }
  }
}

/// The SHA-256 of bytes, computed on another thread while they are written.
private final class ParallelDigest: Sendable {
  /// A serial queue: concurrent ones use the system's thread pool, which a timer wakes up every second after its first
  /// use.
  private static let queue = DispatchQueue(label: "diary.digests", qos: .userInitiated)

  private let result = Mutex("")
  private let group = DispatchGroup()

  init(of data: Data) {
    Self.queue.async(group: group) {
      let digest = SHA256.hash(data: data).hexadecimal
      self.result.withLock { $0 = digest }
    }
  }

  /// The digest as 64 lowercase hexadecimal digits; waits until it is computed.
  var hexadecimal: String {
    group.wait()
    return result.withLock { $0 }
  }
}
