package import Terminal

extension Glyphs {
  /// A bar for a number next to the largest of its kind, in at most so many columns.
  ///
  /// At least a part of a column, so that nothing that is there looks like nothing.
  package func bar(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0 else { return "" }
    let steps = barSteps
    let parts = max(1, count * columns * steps.count / max(1, most))
    let full = String(repeating: steps[steps.count - 1], count: parts / steps.count)
    let rest = parts % steps.count
    return rest == 0 ? full : full + String(steps[rest - 1])
  }
}
