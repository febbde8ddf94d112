package import Terminal

extension Glyphs {
  /// Returns a bar for a number in proportion to the largest one, with at most `columns` columns.
  ///
  /// The bar of a number above 0 is never empty.
  package func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0 else { return "" }
    let steps = barSteps
    let parts = max(1, count * columns * steps.count / max(1, most))
    let full = String(repeating: steps[steps.count - 1], count: parts / steps.count)
    let rest = parts % steps.count
    return rest == 0 ? full : full + String(steps[rest - 1])
  }

  /// Returns a line from 0 to the largest value with a dot at a value: `────●─│`.
  ///
  /// - Parameters:
  ///   - share: How large the dot is, from 0 to 1.
  ///   - columns: At least 2, of which the last is the end of the line.
  package func dotLine(_ value: Double, of most: Double, share: Double, columns: Int) -> String {
    let room = max(1, columns - 1)
    let position = min(room - 1, max(0, Int((value / most * Double(room - 1)).rounded())))
    let dot = dots[min(dots.count - 1, max(0, Int(share * Double(dots.count))))]
    let line = String(repeating: frame.horizontal, count: position) + String(dot)
    return line + String(repeating: frame.horizontal, count: room - position - 1) + String(frame.vertical)
  }
}
