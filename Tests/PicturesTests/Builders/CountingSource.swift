import Pictures

/// Counts what a parse fetches and notices when it asks beyond the bounds.
final class CountingSource: ByteSource {
  private let bytes: Bytes
  let count: Int
  private(set) var reads = 0
  private(set) var bytesRead = 0
  private(set) var asksWithinBounds = true

  /// `count` may promise more than `bytes` holds; what is missing reads as zeros.
  init(_ bytes: Bytes, count: Int? = nil) {
    self.bytes = bytes
    self.count = count ?? bytes.count
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    reads += 1
    bytesRead += buffer.count
    guard offset >= 0, offset <= count, buffer.count <= count - offset else {
      asksWithinBounds = false
      return 0
    }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    buffer.copyBytes(from: bytes.dropFirst(offset).prefix(buffer.count))
    return buffer.count
  }

  var keptToBudget: Bool { bytesRead <= 1_000_000 && reads <= 4096 && asksWithinBounds }
}

extension ImageHeader {
  /// Whether every field is what a caller may rely on, whatever the file was.
  func isSound(in byteCount: Int) -> Bool {
    let sides = [width, height].compactMap { $0 }
    let camera = Array((camera ?? "x").unicodeScalars)
    return sides.allSatisfy { (1...0x7FFF_FFFF).contains($0) }
      && !camera.isEmpty && !camera.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
      && (self.camera?.count ?? 0) <= 64
      && (thumbnail.map { $0.lowerBound >= 0 && $0.upperBound <= byteCount && !$0.isEmpty } ?? true)
  }
}
