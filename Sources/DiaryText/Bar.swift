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
}
