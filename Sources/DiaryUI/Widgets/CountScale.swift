import DiaryText
import Terminal

/// The counts that the squares stand for.
struct CountScale {
  /// The greatest counts of the first and the second square.
  private let bounds: (Int, Int)
  private let maxCount: Int

  /// Divides the counts up to the greatest one into levels.
  ///
  /// - Parameter maxCount: The greatest count, which always gets the darkest square.
  init(maxCount: Int) {
    self.maxCount = maxCount
    bounds = maxCount < 3 ? (max(0, maxCount - 2), max(0, maxCount - 1)) : (maxCount / 3, maxCount * 2 / 3)
  }

  /// Returns the level of a count, in 0...3.
  func level(_ count: Int) -> Int {
    count <= 0 ? 0 : count <= bounds.0 ? 1 : count <= bounds.1 ? 2 : 3
  }

  /// Returns the style of the square for a level.
  static func style(_ level: Int, _ theme: Theme) -> Style {
    level == 0 ? theme.secondary : level == 1 ? theme.plain : theme.accent
  }

  func legend(_ appearance: Appearance) -> StyledLine {
    let ranges = ["none", span(1, bounds.0), span(bounds.0 + 1, bounds.1), span(bounds.1 + 1, maxCount)]
    let parts = zip(appearance.glyphs.squares, ranges).compactMap { square, range in
      range.map { "\(square) \($0)" }
    }
    return StyledLine("    " + parts.joined(separator: "   "), appearance.theme.secondary)
  }

  private func span(_ first: Int, _ last: Int) -> String? {
    if first > last { return nil }
    return first == last
      ? NumberText.count(first) : "\(NumberText.count(first)) to \(NumberText.count(last))"
  }
}
