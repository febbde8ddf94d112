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

/// The colors and attributes of a cell; by default, those of the terminal.
package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
  }

  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()
}
