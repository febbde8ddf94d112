package import Terminal

/// A color of the interface, named after its meaning in the settings.
package enum ThemeTone: String, Hashable, Sendable, CaseIterable {
  /// The tones; ``summary`` says what has each of them.
  case foam, amber, malt, copper, gold, red, selection

  /// What has the color, as a sentence.
  package var summary: String {
    switch self {
    case .foam: "Names and titles."
    case .amber: "Keys, accents, and good ratings."
    case .malt: "Secondary text, and the lowest ratings."
    case .copper: "Low ratings."
    case .gold: "The best ratings, and curves of ratings."
    case .red: "Problems."
    case .selection: "The background of the line under the cursor."
    }
  }
}

extension Color {
  /// Reads a color as the settings write it: `#e8a838`, or `#ea3` for `#eeaa33`.
  package init?(hexadecimal text: String) {
    var digits = text.dropFirst()
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined()[...] }
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(number)
  }

  /// The color as the settings write it: `#e8a838`, or the number of an entry of the palette.
  var settingText: String {
    switch self {
    case .standard: ""
    case .indexed(let index): String(index)
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { value in
          let digits = String(value, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
  }
}
