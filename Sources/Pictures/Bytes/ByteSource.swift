/// Random access to bytes: of a file, of a blob in a store, or in memory.
///
/// A source is used by one task at a time, so it need not be `Sendable`.
package protocol ByteSource {
  /// The number of bytes.
  var count: Int { get }

  /// Copies bytes from `offset` on into `buffer`.
  ///
  /// - Parameter offset: 0 to ``count``.
  /// - Returns: The number of copied bytes; less than the buffer holds only at the end of the source.
  /// - Throws: Errors of the medium, never because of the content.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory: an array, a `Data` or a slice of either.
package struct MemoryBytes<Storage: RandomAccessCollection>: ByteSource where Storage.Element == UInt8 {
  private let storage: Storage

  /// Creates a source of bytes in memory.
  ///
  /// - Parameter storage: The bytes, which are not copied.
  package init(_ storage: Storage) {
    self.storage = storage
  }

  /// The number of bytes.
  package var count: Int { storage.count }

  /// Copies bytes; never throws.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = storage.dropFirst(offset).prefix(buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}

/// A part of another source, such as a picture after a prefix byte, or the thumbnail in a photo.
package struct ByteSlice<Base: ByteSource>: ByteSource {
  private let base: Base
  private let range: Range<Int>

  /// Creates a slice of `base`; the range is clamped to the bytes that exist.
  package init(_ base: Base, in range: Range<Int>) {
    self.base = base
    self.range = range.clamped(to: 0..<max(0, base.count))
  }

  /// Creates a slice of `base` from `offset` to its end.
  package init(_ base: Base, from offset: Int) {
    self.init(base, in: max(0, offset)..<Int.max)
  }

  /// The number of bytes in the range.
  package var count: Int { range.count }

  /// Copies bytes; throws what the other source throws.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(buffer.count, count - offset)
    return try base.read(at: range.lowerBound + offset, into: .init(rebasing: buffer[..<wanted]))
  }
}
