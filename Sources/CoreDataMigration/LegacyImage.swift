import Foundation
import GRDB
import SQLiteKit

/// How Core Data stored an image: told from the blob's first bytes, without reading it in full.
enum LegacyImage: Equatable {
  /// The image starts after `offset` bytes of the blob and takes `byteCount`.
  case inline(offset: Int, byteCount: Int)
  /// The image is a file of its own in the store's external data folder.
  case external(name: String)
  case missing
}

extension LegacyImage {
  /// Before an image that may be external and is not.
  private static let inlinePrefix: UInt8 = 1
  /// Before the name of an external file: a UUID in 36 characters and a NUL.
  private static let externalPrefix: UInt8 = 2
  private static let externalLength = 38
  /// How many bytes tell where an image lies.
  static let startSize = externalLength

  /// - Parameter blob: On the row that is asked for.
  init(storedIn blob: IncrementalBlob) throws {
    let count = blob.count
    self.init(
      start: count == 0 ? [] : try blob.read(at: 0, count: min(count, Self.startSize)), byteCount: count)
  }

  /// - Parameter start: The first `startSize` bytes of the value, all if it has fewer.
  init(start: [UInt8], byteCount count: Int) {
    guard count > 0 else {
      self = .missing
      return
    }
    if start.first == Self.inlinePrefix {
      self = count == 1 ? .missing : .inline(offset: 1, byteCount: count - 1)
    } else if let name = Self.externalName(start, of: count) {
      self = .external(name: name)
    } else {
      self = .inline(offset: 0, byteCount: count)
    }
  }

  private static func externalName(_ start: [UInt8], of count: Int) -> String? {
    guard start.first == externalPrefix, count == externalLength, start.last == 0 else { return nil }
    let name = String(decoding: start.dropFirst().dropLast(), as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }
}

extension LegacyImage {
  /// What is said of a small blob that is the name of a file of its own; `nil` for any other.
  static func pointerText(_ blob: Data, in folder: ExternalImageFolder) -> String? {
    guard case .external(let name) = LegacyImage(start: Array(blob), byteCount: blob.count) else {
      return nil
    }
    let size = folder.byteCount(of: name).map { "\($0) bytes" } ?? "which is not there"
    return "kept beside the store: file \(name), \(size)"
  }
}

/// Looks at the start of one image blob after the other.
struct LegacyImageProbe {
  private let blob: IncrementalBlob

  init(_ db: Database, table: String, column: String) throws {
    blob = IncrementalBlob(db, table: table, column: column)
  }

  func image(ofRow id: Int64) throws -> LegacyImage {
    try blob.open(row: id) ? LegacyImage(storedIn: blob) : .missing
  }
}
