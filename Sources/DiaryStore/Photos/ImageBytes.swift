import CoreDataMigration
import Foundation
package import GRDB
import Pictures
import SQLiteKit

/// The bytes of a photo's image, which are read in place, from the store or from an external file.
///
/// Valid only during the database access in which it was created.
package struct ImageBytes: ByteSource {
  private enum Storage {
    case blob(IncrementalBlob, offset: Int)
    case file(FileBytes)
  }

  private let storage: Storage
  /// The size of the image in bytes.
  package let count: Int

  /// Returns the image of a photo; `nil` if the photo does not exist or its image is missing.
  ///
  /// An external file may be back although its photo is still marked missing. In the store, such a photo has no image,
  /// at most a remainder such as Core Data's prefix.
  ///
  /// - Throws: `DatabaseError`; `FileBytesError` for an external file.
  package init?(
    _ db: Database, photo id: Int64, in table: PhotoTable = .photo, externalFolder: String
  ) throws {
    let sql = "SELECT image_offset, external_name, byte_count, is_missing FROM \(table) WHERE id = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
    if let name = try row.value(String?.self, atIndex: 1) {
      let file = try ExternalImageFolder(externalFolder).open(name, byteCount: row.value(atIndex: 2))
      guard let file else { return nil }
      storage = .file(file)
      count = file.count
    } else {
      if try row.value(Bool.self, atIndex: 3) { return nil }
      let blob = IncrementalBlob(db, table: "photo_image", column: "data")
      let offset: Int = try row.value(atIndex: 0)
      guard try blob.open(row: id), blob.count > offset else { return nil }
      storage = .blob(blob, offset: offset)
      count = blob.count - offset
    }
  }

  /// Copies bytes into a buffer and returns how many, which is less than the buffer's size only at the end.
  ///
  /// - Parameter offset: In bytes from the beginning of the image.
  /// - Throws: `FileBytesError` for an external file; `DatabaseError`.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch storage {
    case .file(let file): return try file.read(at: offset, into: buffer)
    case .blob(let blob, let start):
      let length = min(buffer.count, count - offset)
      try blob.read(at: start + offset, into: .init(rebasing: buffer[..<length]))
      return length
    }
  }

  /// Returns what `body` reads of a photo's image; `nil` if the image is missing or its file cannot be read completely.
  static func read<Value>(
    _ db: Database, photo id: Int64, in table: PhotoTable = .photo, externalFolder: String,
    _ body: (ImageBytes) throws -> Value
  ) throws -> Value? {
    let bytes = try ImageBytes(db, photo: id, in: table, externalFolder: externalFolder)
    guard let bytes else { return nil }
    do { return try body(bytes) } catch is FileBytesError { return nil }
  }
}

extension ByteSource {
  /// Returns all bytes, in memory that is not zeroed first.
  func allBytes() throws -> Data {
    guard count > 0 else { return Data() }
    guard let start = malloc(count) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    do {
      let readCount = try read(at: 0, into: UnsafeMutableRawBufferPointer(start: start, count: count))
      guard readCount == count else { throw Self.endsTooSoon }
    } catch {
      free(start)
      throw error
    }
    // `Data` copies a few bytes and frees them immediately.
    return Data(bytesNoCopy: start, count: count, deallocator: .free)
  }

  /// Calls `body` with the bytes from beginning to end, in parts of at most `partSize` bytes.
  func forEachPart(ofSize partSize: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: partSize, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < count {
      let readCount = try read(at: offset, into: buffer)
      guard readCount > 0 else { throw Self.endsTooSoon }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<readCount]))
      offset += readCount
    }
  }

  private static var endsTooSoon: DatabaseError {
    DatabaseError(resultCode: .SQLITE_IOERR, message: "an image ends too soon")
  }
}
