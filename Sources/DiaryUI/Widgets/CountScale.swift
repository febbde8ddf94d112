import DiaryText
import Terminal

/// The counts that squares or shades stand for.
struct CountScale {
  /// The glyphs, from that of no beer to that of the most.
  private let glyphs: [Character]
  /// The greatest counts of all levels but the last, from that of one beer on.
  private let bounds: [Int]
  private let maxCount: Int

  /// The number of levels, without that of no beer.
  private var levels: Int { glyphs.count - 1 }

  /// Divides the counts up to the greatest one into a level for each glyph.
  ///
  /// - Parameters:
  ///   - maxCount: The greatest count, which always gets the last glyph.
  ///   - glyphs: Two or more; the first one is for no beer.
  init(maxCount: Int, _ glyphs: [Character]) {
    let levels = glyphs.count - 1
    self.maxCount = maxCount
    self.glyphs = glyphs
    bounds = (1..<levels).map {
      maxCount < levels ? max(0, maxCount - levels + $0) : maxCount * $0 / levels
    }
  }

  /// Returns the level of a count; 0 for no beer.
  func level(_ count: Int) -> Int { count <= 0 ? 0 : 1 + bounds.count { count > $0 } }

  /// Returns the glyph for a count.
  func glyph(_ count: Int) -> Character { glyphs[level(count)] }

  /// Returns the style of the glyph for a count: the more beers, the brighter.
  func style(_ count: Int, _ theme: Theme) -> Style {
    let level = level(count)
    guard level > 0 else { return theme.secondary }
    let styles = [theme.rating(3), theme.accent, theme.stars, theme.rating(5)]
    return styles[(level * styles.count + levels - 1) / levels - 1]
  }

  /// Returns a line that says which counts the glyphs stand for, with fewer words if they do not fit.
  func legend(_ appearance: Appearance, width: Int = .max) -> StyledLine {
    let line = legend(appearance, none: "none", to: " to ", gap: "   ")
    if line.columns <= width { return line }
    return legend(appearance, none: "0", to: appearance.glyphs.isASCII ? "-" : "–", gap: "  ")
  }

  private func legend(_ appearance: Appearance, none: String, to: String, gap: String) -> StyledLine {
    let ends = [0] + bounds + [maxCount]
    let ranges = [none] + zip(ends, ends.dropFirst()).map { span($0 + 1, to, $1) }
    let parts = zip(glyphs, ranges).compactMap { glyph, range in range.map { "\(glyph) \($0)" } }
    return StyledLine("    " + parts.joined(separator: gap), appearance.theme.secondary)
  }

  private func span(_ first: Int, _ to: String, _ last: Int) -> String? {
    if first > last { return nil }
    return first == last
      ? NumberText.count(first) : NumberText.count(first) + to + NumberText.count(last)
  }
}
