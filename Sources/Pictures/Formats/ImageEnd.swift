/// Detects truncated pictures, such as interrupted copies.
///
/// JPEG, PNG, HEIC and AVIF are checked. Other files, malformed ones and pictures followed by other data count as complete.
/// Only a few bytes are read, except of a JPEG with other data after it, such as a video: it is read up to its end.
package struct ImageEnd<Source: ByteSource> {
  private static var maxSteps: Int { 1 << 16 }
  private static var tailSize: Int { 4096 }
  private static var partSize: Int { 1 << 18 }

  private let source: Source

  /// Creates a check of a picture file; nothing is read yet.
  ///
  /// - Parameter source: The whole file.
  package init(of source: Source) { self.source = source }

  /// Whether the file is truncated; throws errors of the source.
  package var isMissing: Bool {
    get throws {
      let start = try bytes(at: 0, 12)
      if start.starts(with: [0xFF, 0xD8, 0xFF]) { return try isCutJPEG }
      if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return try isCutPNG }
      if start.dropFirst(4).starts(with: "ftyp".utf8) { return try areBoxesCut }
      return false
    }
  }

  private func bytes(at offset: Int, _ count: Int) throws -> [UInt8] {
    let wanted = max(0, min(count, source.count - offset))
    guard wanted > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: wanted)
    let got = try bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    return Array(bytes.prefix(got))
  }

  private func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// Walks the segments up to the first scan, after which the end marker cannot be part of other data.
  ///
  /// Source: ITU-T T.81, B.1.1.
  private var isCutJPEG: Bool {
    get throws {
      var offset = 2
      for _ in 0..<Self.maxSteps {
        let head = try bytes(at: offset, 4)
        if head.count < 2 { return true }
        guard head[0] == 0xFF else { return false }
        switch head[1] {
        case 0xD9: return false
        case 0xFF: offset += 1
        case 0x01, 0xD0...0xD8: offset += 2
        default:
          guard head.count == 4 else { return true }
          let length = number(head[2...])
          guard length >= 2 else { return false }
          offset += 2 + length
          if offset > source.count { return true }
          if head[1] == 0xDA { return try !hasEndMarker(after: offset) }
        }
      }
      return false
    }
  }

  private func hasEndMarker(after start: Int) throws -> Bool {
    if hasEndMarker(try bytes(at: max(start, source.count - Self.tailSize), Self.tailSize)) { return true }
    var offset = start
    while offset < source.count {
      if hasEndMarker(try bytes(at: offset, Self.partSize)) { return true }
      // A marker may be split between two parts.
      offset += Self.partSize - 1
    }
    return false
  }

  private func hasEndMarker(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }

  /// Source: PNG (Third Edition), 5.3 Chunk layout.
  private var isCutPNG: Bool {
    get throws {
      var offset = 8
      for _ in 0..<Self.maxSteps {
        let head = try bytes(at: offset, 8)
        if head.count < 8 { return true }
        let name = head[4...]
        guard name.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return false }
        offset += 12 + number(head[..<4])
        if offset > source.count { return true }
        if name.elementsEqual("IEND".utf8) { return false }
      }
      return false
    }
  }

  /// Source: ISO/IEC 14496-12, 4.2 Object Structure.
  private var areBoxesCut: Bool {
    get throws {
      let known = ["ftyp", "meta", "mdat", "idat", "free", "skip", "moov", "uuid"].map { Array($0.utf8) }
      var offset = 0
      for _ in 0..<Self.maxSteps {
        let head = try bytes(at: offset, 16)
        guard head.count >= 8, known.contains(Array(head[4..<8])) else { return false }
        var size = number(head[..<4])
        if size == 1 {
          // A 64-bit size; `Int` has 63 bits.
          guard head.count == 16, head[8] < 0x80 else { return false }
          size = number(head[8...])
        }
        // 0 means up to the end of the file.
        guard size >= 8 else { return false }
        if size > source.count - offset { return true }
        offset += size
      }
      return false
    }
  }
}
