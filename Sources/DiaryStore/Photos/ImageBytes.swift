import CoreDataMigration
import Foundation
package import GRDB
import Pictures
import SQLiteKit

/// The bytes of one photo's image, read where they lie: in the store or in a file of its own.
///
/// Valid inside the database access it was made in.
package struct ImageBytes: ByteSource {
  private enum Place {
    case blob(IncrementalBlob, offset: Int)
    case file(FileBytes)
  }

  private let place: Place
  package let count: Int

  /// - Returns: `nil` where the image is missing.
  package init?(_ db: Database, photo id: Int64, externalFolder: String) throws {
    let sql = "SELECT image_offset, external_name, byte_count FROM photo WHERE id = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
    if let name = try row.value(String?.self, atIndex: 1) {
      let file = try ExternalImageFolder(externalFolder).open(name, byteCount: row.value(atIndex: 2))
      guard let file else { return nil }
      place = .file(file)
      count = file.count
    } else {
      let blob = IncrementalBlob(db, table: "photo_image", column: "data")
      let offset: Int = try row.value(atIndex: 0)
      guard try blob.open(row: id), blob.count > offset else { return nil }
      place = .blob(blob, offset: offset)
      count = blob.count - offset
    }
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch place {
    case .file(let file): return try file.read(at: offset, into: buffer)
    case .blob(let blob, let start):
      let length = min(buffer.count, count - offset)
      try blob.read(at: start + offset, into: .init(rebasing: buffer[..<length]))
      return length
    }
  }

  /// What `body` reads of a photo's image; `nil` if the image is missing or its file cannot be read to its end.
  static func read<Value>(
    _ db: Database, photo id: Int64, externalFolder: String, _ body: (ImageBytes) throws -> Value
  ) throws -> Value? {
    guard let bytes = try ImageBytes(db, photo: id, externalFolder: externalFolder) else { return nil }
    do { return try body(bytes) } catch is FileBytesError { return nil }
  }
}

extension ByteSource {
  /// All bytes in memory, which nothing else is written to before.
  func allBytes() throws -> Data {
    guard count > 0 else { return Data() }
    guard let start = malloc(count) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    do {
      let got = try read(at: 0, into: UnsafeMutableRawBufferPointer(start: start, count: count))
      guard got == count else { throw Self.endsTooSoon }
    } catch {
      free(start)
      throw error
    }
    // Few bytes are copied and freed at once.
    return Data(bytesNoCopy: start, count: count, deallocator: .free)
  }

  /// Hands the bytes to `body` from front to back, in parts of at most `partSize`.
  func forEachPart(ofSize partSize: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: partSize, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < count {
      let got = try read(at: offset, into: buffer)
      guard got > 0 else { throw Self.endsTooSoon }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      offset += got
    }
  }

  private static var endsTooSoon: DatabaseError {
    DatabaseError(resultCode: .SQLITE_IOERR, message: "an image ends too soon")
  }
}
