import Foundation

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

  /// Inline code, with more backticks around it than it contains.
  static func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    guard text.contains("`") else { return "`\(text)`" }
    return "`` \(text) ``"
  }
}

extension String {
  /// The text without blanks and line ends around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
