import DiaryModel
import DiaryText
import Terminal

/// A glass of beer in the color of its style, in place of a picture.
struct BeerGlass {
  private static let maxHeight = 10

  /// From 1 to 40 SRM; 0 if it is unknown.
  let srm: Int
  let appearance: Appearance

  /// Returns the glass, standing on the lowest row in the middle.
  func lines(columns: Int, rows: Int) -> [StyledLine] {
    let height = min(rows, Self.maxHeight)
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
    let glass =
      [side(.init(foam, theme.plain))]
      + Array(repeating: side(.init(beer, cell.style)), count: height - 2)
      + [StyledLine("\(frame.bottomLeft)\(bottom)\(frame.bottomRight)", theme.secondary)]
    let left = StyledLine(String(repeating: " ", count: (columns - width) / 2))
    return Array(repeating: .blank, count: rows - height) + glass.map { left + $0 }
  }
}
