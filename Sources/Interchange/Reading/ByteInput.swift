/// The source of a reader's bytes: a file, standard input or an array.
///
/// A source is read once, from beginning to end, by one thread.
package struct ByteInput {
  /// The size in bytes; `nil` if it is not known, as for a pipe.
  package let totalBytes: Int64?
  /// Fills a buffer from its beginning and returns the number of bytes; 0 at the end of the input.
  let read: (UnsafeMutableRawBufferPointer) throws(ImportError) -> Int

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - totalBytes: The size in bytes; `nil` if it is not known.
  ///   - read: Fills a buffer from its beginning and returns the number of bytes; 0 at the end of the input. Throws
  ///     `ImportError` if the bytes cannot be read.
  package init(
    totalBytes: Int64? = nil,
    read: @escaping (UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
  ) {
    self.totalBytes = totalBytes
    self.read = read
  }
}

extension ByteInput {
  /// Creates a source of bytes in memory, which are read in pieces of at most `chunk` bytes.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    var position = 0
    self.init(totalBytes: Int64(bytes.count)) { buffer throws(ImportError) in
      let count = min(buffer.count, chunk, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }
}

/// Counts the bytes that are read from a source.
final class ByteCounter {
  private(set) var count: Int64 = 0

  func counting(_ source: ByteInput) -> ByteInput {
    ByteInput(totalBytes: source.totalBytes) { buffer throws(ImportError) in
      let count = try source.read(buffer)
      self.count += Int64(count)
      return count
    }
  }
}
