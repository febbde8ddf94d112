import Foundation
import GRDB

/// How Core Data stored an image: told from the blob's first bytes, without reading it in full.
enum LegacyImage: Equatable {
  /// The image starts after `offset` bytes of the blob and takes `byteCount`.
  case inline(offset: Int, byteCount: Int)
  /// The image is a file of its own in the store's external data folder.
  case external(name: String)
  case missing
}

/// Looks at the start of one image blob after the other.
struct LegacyImageProbe {
  /// Before an image that may be external and is not.
  private static let inlinePrefix: UInt8 = 1
  /// Before the name of an external file: a UUID in 36 characters and a NUL.
  private static let externalPrefix: UInt8 = 2
  private static let externalLength = 38

  private let blob: IncrementalBlob

  init(_ db: Database, table: String, column: String) throws {
    blob = try IncrementalBlob(db, table: table, column: column)
  }

  func image(ofRow id: Int64) throws -> LegacyImage {
    guard try blob.open(row: id), blob.count > 0 else { return .missing }
    let start = try blob.read(at: 0, count: min(blob.count, Self.externalLength))
    if start.first == Self.inlinePrefix { return .inline(offset: 1, byteCount: blob.count - 1) }
    if start.first == Self.externalPrefix, blob.count == Self.externalLength, start.last == 0 {
      let name = String(decoding: start.dropFirst().dropLast(), as: UTF8.self)
      if UUID(uuidString: name) != nil { return .external(name: name) }
    }
    return .inline(offset: 0, byteCount: blob.count)
  }
}
