import CZlib
import Foundation

/// Content of an object that is compressed if that makes it smaller.
///
/// Segments repeat the same names and words, so thousands of beers take a quarter of the space. In the encoding, a byte
/// says whether the content is stored as it is (0) or compressed (1) with deflate (RFC 1951). Then the number of its
/// bytes comes first, as LEB128.
enum CompressedContent {
  /// Returns the encoding of content.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  static func encode(_ content: Data) throws -> Data {
    var writer = ByteWriter()
    if let compressed = try deflated(content) {
      writer.append(byte: 1)
      writer.append(count: content.count)
      writer.append(compressed)
    } else {
      writer.append(byte: 0)
      writer.append(content)
    }
    return writer.bytes
  }

  /// Returns the content of an encoding.
  ///
  /// - Parameter limit: The maximum number of bytes of the content, whatever the encoding claims.
  /// - Throws: ``SyncError/malformed(_:at:)``.
  static func decode(_ bytes: Data, limit: Int = Limits.object) throws -> Data {
    var reader = ByteReader(bytes)
    switch try reader.byte() {
    case 0: return Data(bytes.dropFirst())
    case 1:
      guard let count = Int(exactly: try reader.varint()), count <= limit else {
        throw reader.error(.tooLarge)
      }
      // Deflate makes content at most 1,032 times smaller, so memory is not reserved for what cannot come.
      guard count / 1_032 <= bytes.count,
        let content = try inflated(Data(bytes.dropFirst(reader.offset)), count: count)
      else {
        throw reader.error(.outOfRange)
      }
      return content
    default: throw reader.error(.unknownTag)
    }
  }

  /// The number of bytes from which compressing is tried; an edit has fewer, and little that repeats.
  private static let minCount = 512

  /// The fastest level: the others save little of what repeats so much.
  private static let level: Int32 = 1

  /// The window of 32 KB, without the header and the checksum of zlib, because objects are authenticated.
  private static let rawWindow: Int32 = -15

  /// Returns compressed bytes; `nil` if they would not be fewer.
  private static func deflated(_ bytes: Data) throws -> Data? {
    guard bytes.count >= minCount, bytes.count <= Limits.object else { return nil }
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, rawWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw SyncError.tooLarge }
    defer { deflateEnd(&stream) }
    var output = Data(count: bytes.count - 1)
    let status = stream.run(bytes, &output) { deflate(&$0, Z_FINISH) }
    guard status == Z_STREAM_END else { return nil }
    return output.prefix(output.count - Int(stream.avail_out))
  }

  /// Returns decompressed bytes; `nil` if they are damaged, or not as many as expected.
  private static func inflated(_ bytes: Data, count: Int) throws -> Data? {
    var stream = z_stream()
    guard inflateInit2_(&stream, rawWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw SyncError.tooLarge
    }
    defer { inflateEnd(&stream) }
    var output = Data(count: count)
    let status = stream.run(bytes, &output) { inflate(&$0, Z_FINISH) }
    return status == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0 ? output : nil
  }
}
