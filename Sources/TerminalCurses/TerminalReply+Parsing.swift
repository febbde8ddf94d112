import Terminal

extension TerminalReply {
  /// Reads an answer that is a control sequence; `nil` if it is something else.
  init?(_ sequence: ControlSequence) {
    let isPrivate = sequence.parameters.first == "?"
    let numbers = sequence.parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? -1 }
    switch (sequence.final, isPrivate) {
    case ("c", true): self = .attributes(numbers)
    case ("t", false) where numbers.count == 3 && numbers[0] == 6:
      guard let size = Self.cellSize(width: numbers[2], height: numbers[1]) else { return nil }
      self = .cellSize(size)
    case ("S", true) where numbers.count == 3 && numbers[0] == 1 && numbers[1] == 0 && numbers[2] > 1:
      self = .sixelColors(numbers[2])
    default: return nil
    }
  }

  /// Reads the text of a ``ReplyString``; `nil` if it is something else.
  init?(string: String) {
    if string.hasPrefix("_G") {
      let parts = string.dropFirst(2).split(separator: ";", maxSplits: 1)
      guard parts.count == 2, parts[0].split(separator: ",").contains("i=\(TerminalQueries.pictureID)") else {
        return nil
      }
      self = .kittyGraphics(parts[1] == "OK")
    } else {
      guard let color = Self.color(string.dropFirst("]11;".count)) else { return nil }
      self = .background(color)
    }
  }

  /// Returns the size of a cell; `nil` if no font has such a size.
  static func cellSize(width: Int, height: Int) -> Size? {
    2...500 ~= width && 2...500 ~= height ? Size(width: width, height: height) : nil
  }

  /// Reads a color of XParseColor: `rgb:ffff/a0a0/00`, with one to four digits for each component, or `rgba:` with
  /// another one.
  private static func color(_ text: Substring) -> Color? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let components = parts[1].split(separator: "/").prefix(3).compactMap { digits -> UInt8? in
      guard 1...4 ~= digits.count, let value = Int(digits, radix: 16), value >= 0 else { return nil }
      return UInt8(value * 255 / ((1 << (4 * digits.count)) - 1))
    }
    guard components.count == 3 else { return nil }
    return .rgb(red: components[0], green: components[1], blue: components[2])
  }
}
