import DiaryModel
import DiaryText
import Terminal

/// A glass of beer in the color of its style, in place of a picture.
struct BeerGlass {
  private static let maxHeight = 10
  private static let maxLargeHeight = 16
  private static let minLargeHeight = 5

  /// From 1 to 40 SRM; 0 if it is unknown.
  let srm: Int
  let appearance: Appearance

  /// Returns the glass, standing on the lowest row in the middle.
  func lines(columns: Int, rows: Int) -> [StyledLine] {
    let glass = glass(columns: columns, height: min(rows, Self.maxHeight))
    return glass.isEmpty ? [] : Array(repeating: .blank, count: rows - glass.count) + glass
  }

  /// Returns the glass in the middle of a pane, as high as looks well there and at most as high as the pane; empty if there
  /// is no room, or if words are in place of all drawings.
  func large(columns: Int, rows: Int) -> [StyledLine] {
    let height = min(rows, columns / 3, Self.maxLargeHeight)
    guard height >= Self.minLargeHeight, !appearance.usesWords else { return [] }
    return glass(columns: columns, height: height)
  }

  private func glass(columns: Int, height: Int) -> [StyledLine] {
    // A cell is about twice as high as it is wide.
    let width = min(columns, height * 4 / 3)
    guard height >= 3, width >= 4 else { return [] }
    let theme = appearance.theme
    let frame = appearance.glyphs.roundFrame
    let inside = width - 2
    let cell = appearance.cell(srm: srm)
    let foam = String(repeating: appearance.glyphs.shades[2], count: inside)
    let beer = String(repeating: cell.text, count: inside)
    func side(_ span: StyledLine.Span) -> StyledLine {
      let wall = StyledLine.Span(String(frame.vertical), theme.secondary)
      return [wall, span, wall]
    }
    let bottom = String(repeating: frame.horizontal, count: inside)
    let foamHeight = height > Self.maxHeight ? 2 : 1
    let glass =
      Array(repeating: side(.init(foam, theme.plain)), count: foamHeight)
      + Array(repeating: side(.init(beer, cell.style)), count: height - 1 - foamHeight)
      + [StyledLine("\(frame.bottomLeft)\(bottom)\(frame.bottomRight)", theme.secondary)]
    let left = StyledLine(String(repeating: " ", count: (columns - width) / 2))
    return glass.map { left + $0 }
  }
}

extension BeerGlass {
  /// Creates a glass of a beer of a style; its color is unknown if the style has no family.
  init(style: String?, appearance: Appearance) {
    // Words beyond that are no style.
    let family = style.flatMap { StyleFamily.of(style: String($0.prefix(100))) }
    self.init(srm: family?.middleSRM ?? 0, appearance: appearance)
  }
}
