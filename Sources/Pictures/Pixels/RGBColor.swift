/// A color in sRGB.
package struct RGBColor: Hashable, Sendable {
  /// 0 to 255.
  package var red: UInt8
  /// 0 to 255.
  package var green: UInt8
  /// 0 to 255.
  package var blue: UInt8

  /// Creates a color from its sRGB components.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a gray; 0 is black, 255 is white.
  package init(gray: UInt8) {
    self.init(red: gray, green: gray, blue: gray)
  }
}

/// The 240 colors of xterm's palette that are the same on every terminal: a 6x6x6 cube and 24 grays.
extension RGBColor {
  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// The index in the palette, 16 to 255, of the nearest color.
  package var xterm256: UInt8 {
    let cube = Self.paletteIndex(
      cube: (Self.nearestLevel(red), Self.nearestLevel(green), Self.nearestLevel(blue)))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return distance(to: RGBColor(xterm256: gray)) < distance(to: RGBColor(xterm256: cube)) ? gray : cube
  }

  /// Creates a color of the palette.
  ///
  /// - Precondition: `index` is 16 or more; the terminal defines the first sixteen colors.
  package init(xterm256 index: UInt8) {
    precondition(index >= 16, "the terminal defines the first sixteen colors")
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
