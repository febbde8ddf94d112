/// A mistake in a settings file.
package struct SettingsMistake: Hashable, Sendable {
  /// `nil` for the whole file.
  fileprivate let position: SourcePosition?
  let fileName: String
  /// Without a full stop, but with a question mark if it ends with a question.
  private let text: String

  init(at position: SourcePosition?, in fileName: String, _ text: String) {
    self.position = position
    self.fileName = fileName
    self.text = text
  }

  /// One sentence for the user, with the position.
  package var sentence: String {
    let position = position.map { ", line \($0.line), column \($0.column)" } ?? ""
    return "\(fileName)\(position): \(text)" + (text.hasSuffix("?") ? "" : ".")
  }

  /// From 1; `nil` for the whole file.
  package var line: Int? { position?.line }
}

extension [SettingsMistake] {
  /// Sorted by position: mistakes of a whole file first.
  var sortedByPosition: [SettingsMistake] {
    let start = SourcePosition(line: 0, column: 0)
    return sorted { ($0.position ?? start) < ($1.position ?? start) }
  }
}

/// A position in a text.
struct SourcePosition: Hashable, Comparable {
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  static func < (one: SourcePosition, other: SourcePosition) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}
