import Foundation

/// A color of a cell.
package enum Color: Hashable, Sendable {
  /// The terminal's default foreground or background.
  case standard
  /// An entry of the 256-color palette: 0...15 named colors, 16...231 the cube, 232...255 grays.
  case indexed(UInt8)
  /// A mixed color; terminals without mixed colors show the nearest one that they have.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// Creates a mixed color from six hexadecimal digits, such as `0xE8A838`.
  package init(_ rgb: UInt32) {
    self = .rgb(
      red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF))
  }
}

extension Color {
  /// Red, green and blue from 0 to 255.
  package typealias Components = (red: Int, green: Int, blue: Int)

  /// The named colors as xterm shows them.
  package static let namedColors: [Components] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// The mixture; of the named colors, as xterm shows them; `nil` for the terminal's own color.
  package var components: Components? {
    switch self {
    case .standard: nil
    case .indexed(let index): Self.components(ofEntry: Int(index))
    case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
    }
  }

  /// Returns the mixture of an entry of the palette: the named colors, the 6 by 6 by 6 cube from 16, the grays from 232.
  package static func components(ofEntry index: Int) -> Components {
    if index < 16 { return namedColors[index] }
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let cell = index - 16
    return (levels[cell / 36], levels[cell / 6 % 6], levels[cell % 6])
  }
}

// MARK: - Contrast

extension Color {
  /// The contrast that WCAG 2.1 requires of text.
  package static let minTextContrast = 4.5

  /// The relative luminance; of the named colors, as xterm shows them; `nil` for the terminal's own color.
  package var luminance: Double? {
    components.map { Self.luminance([Double($0.red), Double($0.green), Double($0.blue)]) }
  }

  /// Returns the relative luminance of WCAG 2.1, of components from 0 to 255.
  package static func luminance(_ components: [Double]) -> Double {
    let linear = components.map { component -> Double in
      let value = component / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Returns the contrast of two luminances, from 1 to 21.
  package static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}

/// The colors and attributes of a cell; by default, those of the terminal.
package struct Style: Hashable, Sendable {
  /// How text differs from plain text, apart from its colors.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, which some terminals show as a brighter color.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter than usual; some terminals ignore it.
    package static let dim = Attributes(rawValue: 2)
    /// The foreground and the background are exchanged.
    package static let reverse = Attributes(rawValue: 4)
    /// Underlined, also blanks.
    package static let underline = Attributes(rawValue: 8)
  }

  /// The color of the character; of the background with ``Attributes/reverse``.
  package var foreground: Color
  /// The color around the character; of the character with ``Attributes/reverse``.
  package var background: Color
  /// How the text differs from plain text, apart from its colors.
  package var attributes: Attributes

  package init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colors, without attributes.
  package static let plain = Style()
}
