/// Markdown as GitHub renders it.
///
/// Source: https://github.github.com/gfm/
enum Markdown {
  /// A table; vertical bars in cells are escaped.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows
    return lines.map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// Returns inline code; double backticks surround text that contains single ones.
  static func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    guard text.contains("`") else { return "`\(text)`" }
    return "`` \(text) ``"
  }
}
