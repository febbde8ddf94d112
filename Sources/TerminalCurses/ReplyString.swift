/// A reply of the terminal that is a control string: `ESC ]` or `ESC _`, the text, and `ESC \` or BEL.
///
/// Only the prefixes of replies to ``TerminalQueries`` are recognized, because Alt with a bracket sends the same bytes.
enum ReplyString {
  /// What the bytes after the escape are.
  enum Reading: Hashable {
    case complete(String, length: Int)
    /// The rest has not arrived yet.
    case unfinished
    /// Too few bytes to tell a reply from a key.
    case undecided
    /// Ended by a byte that cannot be in a reply, or too long; the length does not include that byte.
    case malformed(length: Int)
    /// Not a reply.
    case other
  }

  /// More bytes than the longest reply has.
  static let maxBytes = 512
  private static let prefixes = ["]11;", "_G"].map { Array($0.utf8) }

  static func read(_ bytes: [UInt8]) -> Reading {
    guard prefixes.contains(where: { bytes.starts(with: $0) }) else {
      return prefixes.contains { $0.starts(with: bytes) } ? .undecided : .other
    }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x07: return .complete(text(bytes[..<index]), length: index + 1)
      case 0x1B:
        guard index + 1 < bytes.count else { return .unfinished }
        guard bytes[index + 1] == UInt8(ascii: "\\") else { return .malformed(length: index) }
        return .complete(text(bytes[..<index]), length: index + 2)
      case 0x20...0x7E where index < maxBytes: continue
      default: return .malformed(length: index)
      }
    }
    return .unfinished
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
