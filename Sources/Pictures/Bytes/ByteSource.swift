/// Bytes that can be read from any place, wherever they are: in a file, in a blob of a store, in memory.
///
/// A source is used by one task at a time and is not asked to be `Sendable`.
package protocol ByteSource {
  /// How many bytes there are.
  var count: Int { get }

  /// Copies bytes from `offset` on into `buffer` and says how many it copied.
  ///
  /// Callers keep `offset` in `0...count`. Fewer bytes than `buffer` holds are copied only where the source ends.
  /// What is thrown is a fault of the medium, never a fault of the content.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory: an array, a `Data` or a slice of either, read in place.
package struct MemoryBytes<Storage: RandomAccessCollection>: ByteSource where Storage.Element == UInt8 {
  private let storage: Storage

  package init(_ storage: Storage) {
    self.storage = storage
  }

  package var count: Int { storage.count }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = storage.dropFirst(offset).prefix(buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}

/// A part of another source, such as a picture behind a prefix byte or a thumbnail within a photo.
package struct ByteSlice<Base: ByteSource>: ByteSource {
  private let base: Base
  private let range: Range<Int>

  /// The bytes of `base` in `range`, as far as `base` has them.
  package init(_ base: Base, in range: Range<Int>) {
    self.base = base
    self.range = range.clamped(to: 0..<max(0, base.count))
  }

  /// The bytes of `base` from `offset` on.
  package init(_ base: Base, from offset: Int) {
    self.init(base, in: max(0, offset)..<Int.max)
  }

  package var count: Int { range.count }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(buffer.count, count - offset)
    return try base.read(at: range.lowerBound + offset, into: .init(rebasing: buffer[..<wanted]))
  }
}
