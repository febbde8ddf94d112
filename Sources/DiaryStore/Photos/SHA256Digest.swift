import Crypto
package import Pictures

/// SHA-256 as text: 64 lowercase hexadecimal digits.
package enum SHA256Digest {
  /// Returns the SHA-256 of all bytes, which are read in parts.
  ///
  /// - Throws: What reading the bytes throws.
  package static func hexadecimal(of bytes: some ByteSource) throws -> String {
    var hash = SHA256()
    try bytes.forEachPart { hash.update(bufferPointer: $0) }
    return hash.finalize().hexadecimal
  }

  static func hexadecimal(of text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).hexadecimal
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits, two for each.
  package var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
