import Terminal

/// A key sequence of a terminal that is not in its terminfo entry.
///
/// Terminals send more than their entries say: shifted arrows in `screen` or `vt100`, or keys in a mode that an editor
/// left on. Unknown sequences are dropped as a whole, because their end would be read as typed text.
struct ControlSequence: Hashable {
  /// The kind of the bytes after `ESC [`.
  enum Reading: Hashable {
    case complete(ControlSequence, length: Int)
    /// The rest has not arrived yet.
    case unfinished
    /// Ended by a byte that cannot be in a sequence, such as Escape; the byte is not included in the length.
    case malformed(length: Int)
  }

  let parameters: String
  let final: Character

  /// More than the longest sequence has: that of a terminal's attributes.
  private static let maxBytes = 96

  /// Reads parameters (0x30...0x3F), intermediates (0x20...0x2F) and the final byte, as in ECMA-48.
  ///
  /// A `[` at the beginning counts as a parameter, because the Linux console sends F1 to F5 as `ESC [ [ A` to
  /// `ESC [ [ E`.
  static func read(_ bytes: some Sequence<UInt8>) -> Reading {
    var parameters = ""
    for (index, byte) in bytes.enumerated() {
      guard 0x20...0x7E ~= byte, index < maxBytes else { return .malformed(length: index) }
      let character = Character(Unicode.Scalar(byte))
      if byte >= 0x40, index > 0 || character != "[" {
        return .complete(ControlSequence(parameters: parameters, final: character), length: index + 1)
      }
      parameters.append(character)
    }
    return .unfinished
  }

  /// The key; `nil` if it is unknown.
  var key: Key? {
    if parameters == "[" { return Self.linuxConsole[final].map { Key($0) } }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 2, parameters.isEmpty || numbers.allSatisfy({ $0 != nil }) else { return nil }
    let first = numbers.first.flatMap { $0 } ?? 1
    let modifiers = numbers.count == 2 ? KeyTable.modifiers(numbers[1] ?? 1) : []
    guard let code = final == "~" ? Self.numbered[first] : Self.lettered[final] else { return nil }
    return Key(code, modifiers)
  }

  /// The key if the sequence follows `ESC O`; `nil` if it is unknown.
  ///
  /// A numeric keypad in application mode sends its operators and Enter like this. Its digits and its decimal point are not
  /// read, because without Num Lock they are other keys; neither is its comma, which PuTTY sends for the plus sign.
  var keyAfterO: Key? { (parameters.isEmpty ? Self.keypad[final] : nil) ?? key }

  /// Source: "VT220-Style Function Keys" in xterm's ctlseqs.
  private static let keypad: [Character: Key] = [
    "M": Key(.enter), "X": .character("="), "j": .character("*"), "k": .character("+"),
    "m": .character("-"), "o": .character("/"),
  ]

  private static let lettered: [Character: Key.Code] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  /// What follows `ESC [ [`.
  private static let linuxConsole: [Character: Key.Code] = [
    "A": .function(1), "B": .function(2), "C": .function(3), "D": .function(4), "E": .function(5),
  ]

  private static let numbered: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}
