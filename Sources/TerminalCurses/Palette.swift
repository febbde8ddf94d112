import Terminal

/// The colors and attributes of a terminal, with replacements for missing ones.
struct Palette: Hashable {
  enum Role { case foreground, background }

  /// The number of colors: 256, 16, 8, or 0 without colors; more than 256 for direct color.
  let colors: Int
  /// Whether the terminal's default foreground and background can be used.
  let hasStandardColors: Bool
  let attributes: Style.Attributes

  /// ncurses' number for the terminal's default color.
  static let standard: Int32 = -1

  /// Returns the number of the nearest color that the terminal has.
  func index(of color: Color, as role: Role) -> Int32 {
    guard colors >= 8 else { return standardIndex(as: role) }
    switch color {
    case .standard: return standardIndex(as: role)
    case .indexed(let index): return self.index(ofEntry: index, as: role)
    case .rgb(let red, let green, let blue):
      let wanted = (red: Int(red), green: Int(green), blue: Int(blue))
      if colors > 256 { return Self.mixed(wanted) }
      return index(ofEntry: Self.nearestEntry(to: wanted), as: role)
    }
  }

  /// Returns the number for an entry of the 256-color palette.
  private func index(ofEntry index: UInt8, as role: Role) -> Int32 {
    if colors > 256 { return Self.mixed(index) }
    if colors == 256 { return Int32(index) }
    let named = index < 16 ? Int(index) : Self.nearestNamedColor(to: index)
    // Black itself stays black; only a gray that is nearest to it must stay visible.
    if index == 0 { return 0 }
    return Int32(colors >= 16 ? visible(named, as: role, gray: 8) : dark(named, as: role))
  }

  /// Returns the supported attributes; bold replaces reverse video, and dim is dropped.
  func shown(_ wanted: Style.Attributes) -> Style.Attributes {
    let shown = wanted.intersection(attributes)
    let lacksReverse = wanted.contains(.reverse) && !attributes.contains(.reverse)
    return lacksReverse ? shown.union(attributes.intersection(.bold)) : shown
  }

  private func standardIndex(as role: Role) -> Int32 {
    if hasStandardColors || colors == 0 { return Self.standard }
    return role == .foreground ? 7 : 0
  }

  /// With eight colors there are no bright ones.
  private func dark(_ named: Int, as role: Role) -> Int {
    if named == 8 { return role == .foreground ? 7 : 0 }
    return visible(named % 8, as: role, gray: 7)
  }

  /// A dark gray must not become black text on a black screen.
  private func visible(_ named: Int, as role: Role, gray: Int) -> Int {
    named == 0 && role == .foreground ? gray : named
  }
}

// MARK: - Nearest colors

extension Palette {
  private typealias RGB = Color.Components

  /// With direct color, the first eight numbers are still the named colors.
  private static func mixed(_ index: UInt8) -> Int32 {
    if index < 8 { return Int32(index) }
    return mixed(Color.components(ofEntry: Int(index)))
  }

  /// Returns the number of a mixed color; the nearest blue stands for those whose numbers are named colors.
  private static func mixed(_ color: RGB) -> Int32 {
    let number = Int32(color.red << 16 | color.green << 8 | color.blue)
    return 1..<8 ~= number ? 8 : number
  }

  /// Returns the entry of the cube or of the grays that is nearest to a color.
  private static func nearestEntry(to wanted: RGB) -> UInt8 {
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    let cube = 16 + 36 * level(wanted.red) + 6 * level(wanted.green) + level(wanted.blue)
    let mean = (wanted.red + wanted.green + wanted.blue) / 3
    let gray = 232 + min(23, max(0, (mean - 3) / 10))
    return UInt8(
      distance(Color.components(ofEntry: gray), wanted) < distance(Color.components(ofEntry: cube), wanted)
        ? gray : cube)
  }

  private static func nearestNamedColor(to index: UInt8) -> Int {
    let wanted = Color.components(ofEntry: Int(index))
    let distances = Color.namedColors.map { distance($0, wanted) }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 7
  }

  private static func distance(_ one: RGB, _ other: RGB) -> Int {
    let red = one.red - other.red
    let green = one.green - other.green
    let blue = one.blue - other.blue
    return red * red + green * green + blue * blue
  }
}
