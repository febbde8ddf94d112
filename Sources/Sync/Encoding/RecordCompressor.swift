import CZlib
package import Foundation

/// Compresses small pieces of bytes that resemble those of a dictionary, with deflate (RFC 1951).
///
/// A record is too small to be compressed by itself, but has the names of fields and much else in common with others.
package final class RecordCompressor {
  /// The window of 8 KB, without the header and the checksum of zlib.
  private static let rawWindow: Int32 = -13

  /// The memory for finding repetitions, from 1 to 9, which is cleared for each piece.
  private static let memoryLevel: Int32 = 5

  /// The fastest level.
  private static let level: Int32 = 1

  /// The maximum size of a dictionary in bytes, so that it fits in the window with the piece.
  package static let maxDictionarySize = 4_096

  // zlib's state points back to its stream, which must not move.
  private let deflater = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let inflater = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Creates a compressor, which can be used any number of times.
  ///
  /// - Throws: ``SyncError/tooLarge`` if there is not enough memory.
  package init() throws {
    deflater.initialize(to: z_stream())
    inflater.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        deflater, Self.level, Z_DEFLATED, Self.rawWindow, Self.memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        size) == Z_OK,
      inflateInit2_(inflater, Self.rawWindow, ZLIB_VERSION, size) == Z_OK
    else { throw SyncError.tooLarge }
  }

  deinit {
    // Does nothing to a stream that was not initialized.
    deflateEnd(deflater)
    inflateEnd(inflater)
    deflater.deallocate()
    inflater.deallocate()
  }

  /// Returns compressed bytes; `nil` if they would not be fewer.
  package func compressed(_ bytes: Data, dictionary: Data) -> Data? {
    guard bytes.count > 1, deflateReset(deflater) == Z_OK,
      dictionary.withUnsafeBytes({
        deflateSetDictionary(deflater, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
      }) == Z_OK
    else { return nil }
    var output = Data(count: bytes.count - 1)
    guard deflater.pointee.run(bytes, &output, { deflate(&$0, Z_FINISH) }) == Z_STREAM_END else { return nil }
    return output.prefix(output.count - Int(deflater.pointee.avail_out))
  }

  /// Returns the bytes of compressed ones; `nil` if they are damaged, or not as many as expected.
  package func decompressed(_ bytes: Data, count: Int, dictionary: Data) -> Data? {
    guard (0...Limits.object).contains(count), inflateReset(inflater) == Z_OK,
      dictionary.withUnsafeBytes({
        inflateSetDictionary(inflater, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
      }) == Z_OK
    else { return nil }
    var output = Data(count: count)
    let status = inflater.pointee.run(bytes, &output) { inflate(&$0, Z_FINISH) }
    return status == Z_STREAM_END && inflater.pointee.avail_in == 0 && inflater.pointee.avail_out == 0
      ? output : nil
  }
}

extension z_stream {
  /// Calls a function of zlib once, with all bytes.
  mutating func run(_ input: Data, _ output: inout Data, _ body: (inout z_stream) -> Int32) -> Int32 {
    // zlib does not write to its input, although the type says so.
    var input = input
    return input.withUnsafeMutableBytes { source in
      output.withUnsafeMutableBytes { target in
        next_in = source.bindMemory(to: UInt8.self).baseAddress
        avail_in = UInt32(source.count)
        next_out = target.bindMemory(to: UInt8.self).baseAddress
        avail_out = UInt32(target.count)
        return body(&self)
      }
    }
  }
}
