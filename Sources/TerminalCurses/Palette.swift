import Terminal

/// The colours and attributes that a terminal has, and what stands for those that it has not.
struct Palette: Hashable {
  enum Role { case foreground, background }

  /// 256, 16, 8, or 0 without colours; more than 256 where colours are not numbered but mixed.
  let colors: Int
  /// Whether the terminal's own foreground and background can be asked for.
  let hasStandardColors: Bool
  let attributes: Style.Attributes

  /// What ncurses calls the terminal's own colour.
  static let standard: Int32 = -1

  /// The number of the nearest colour that the terminal has.
  func index(of color: Color, as role: Role) -> Int32 {
    guard case .indexed(let index) = color, colors >= 8 else { return standardIndex(as: role) }
    if colors > 256 { return Self.mixed(index) }
    if colors == 256 { return Int32(index) }
    let named = index < 16 ? Int(index) : Self.nearestNamedColor(to: index)
    if index == 0 { return 0 }
    return Int32(colors >= 16 ? visible(named, as: role, grey: 8) : dark(named, as: role))
  }

  /// The attributes that can be shown: what cannot be dimmed stays as it is, what cannot be reversed is bold.
  func shown(_ wanted: Style.Attributes) -> Style.Attributes {
    let shown = wanted.intersection(attributes)
    let lacksReverse = wanted.contains(.reverse) && !attributes.contains(.reverse)
    return lacksReverse ? shown.union(attributes.intersection(.bold)) : shown
  }

  private func standardIndex(as role: Role) -> Int32 {
    if hasStandardColors || colors == 0 { return Self.standard }
    return role == .foreground ? 7 : 0
  }

  /// Of eight colours there are no bright ones.
  private func dark(_ named: Int, as role: Role) -> Int {
    if named == 8 { return role == .foreground ? 7 : 0 }
    return visible(named % 8, as: role, grey: 7)
  }

  /// A dark grey must not become black text on a black screen.
  private func visible(_ named: Int, as role: Role, grey: Int) -> Int {
    named == 0 && role == .foreground ? grey : named
  }
}

// MARK: - Nearest colours

extension Palette {
  private typealias RGB = (red: Int, green: Int, blue: Int)

  /// The named colours as xterm shows them.
  private static let namedColors: [RGB] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// Where a terminal takes red, green and blue in one number, the first eight numbers still are names.
  private static func mixed(_ index: UInt8) -> Int32 {
    if index < 8 { return Int32(index) }
    let color = index < 16 ? namedColors[Int(index)] : rgb(of: Int(index))
    return Int32(color.red << 16 | color.green << 8 | color.blue)
  }

  private static func nearestNamedColor(to index: UInt8) -> Int {
    let wanted = rgb(of: Int(index))
    let distances = namedColors.map { distance($0, wanted) }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 7
  }

  /// The 6 by 6 by 6 cube from 16, the greys from 232.
  private static func rgb(of index: Int) -> RGB {
    if index >= 232 {
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let cell = index - 16
    return (levels[cell / 36], levels[cell / 6 % 6], levels[cell % 6])
  }

  private static func distance(_ one: RGB, _ other: RGB) -> Int {
    let (red, green, blue) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
    return red * red + green * green + blue * blue
  }
}
