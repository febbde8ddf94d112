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

  /// How a kind of reply looks.
  private struct Form {
    let prefix: [UInt8]
    /// More bytes than the longest reply has.
    let maxBytes: Int
    /// The bytes that can be in its text.
    let allowed: Set<UInt8>

    init(_ prefix: String, maxBytes: Int, allowed: some Sequence<UInt8>) {
      self.prefix = Array(prefix.utf8)
      self.maxBytes = maxBytes
      self.allowed = Set(self.prefix).union(allowed)
    }
  }

  private static let forms = [
    // A color of XParseColor, so that most keys end a reply that the terminal does not finish.
    Form("]11;", maxBytes: 64, allowed: "0123456789abcdefABCDEFrgi:/#.-".utf8),
    Form("_G", maxBytes: 256, allowed: 0x20...0x7E),
  ]

  static func read(_ bytes: [UInt8]) -> Reading {
    guard let form = forms.first(where: { bytes.starts(with: $0.prefix) }) else {
      return forms.contains { $0.prefix.starts(with: bytes) } ? .undecided : .other
    }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x07: return .complete(text(bytes[..<index]), length: index + 1)
      case 0x1B:
        guard index + 1 < bytes.count else { return .unfinished }
        guard bytes[index + 1] == UInt8(ascii: "\\") else { return .malformed(length: index) }
        return .complete(text(bytes[..<index]), length: index + 2)
      case _ where index < form.maxBytes && form.allowed.contains(byte): continue
      default: return .malformed(length: index)
      }
    }
    return .unfinished
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
