/// A colour in sRGB.
package struct RGBColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package init(gray: UInt8) {
    self.init(red: gray, green: gray, blue: gray)
  }
}

/// The 240 colours of xterm's palette that are the same on every terminal: a 6x6x6 cube and 24 greys.
extension RGBColor {
  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// The number in the palette, 16 to 255, of the colour that is nearest to this one.
  package var xterm256: UInt8 {
    let cube = Self.paletteIndex(
      cube: (Self.nearestLevel(red), Self.nearestLevel(green), Self.nearestLevel(blue)))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return distance(to: RGBColor(xterm256: gray)) < distance(to: RGBColor(xterm256: cube)) ? gray : cube
  }

  /// The colour of a number in the palette.
  ///
  /// - Precondition: `index` is 16 or more: what the first sixteen look like is up to the terminal.
  package init(xterm256 index: UInt8) {
    precondition(index >= 16, "the first sixteen colours are the terminal's own")
    if index >= 232 {
      self.init(gray: 8 + 10 * (index - 232))
    } else {
      let offset = Int(index) - 16
      self.init(
        red: Self.cubeLevels[offset / 36], green: Self.cubeLevels[offset / 6 % 6],
        blue: Self.cubeLevels[offset % 6])
    }
  }

  private static func paletteIndex(cube: (red: Int, green: Int, blue: Int)) -> UInt8 {
    UInt8(16 + 36 * cube.red + 6 * cube.green + cube.blue)
  }

  private static func nearestLevel(_ value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  private func distance(to other: RGBColor) -> Int {
    let differences = [
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue),
    ]
    return differences.reduce(0) { $0 + $1 * $1 }
  }
}
