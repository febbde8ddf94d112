/// What is wrong with a configuration, in one sentence.
package struct SettingsMistake: Hashable, Sendable {
  /// From 1; `nil` where it is the file as a whole.
  package let line: Int?
  /// From 1, in characters.
  package let column: Int?
  /// Without the place, which `sentence` tells.
  let text: String

  init(at place: SourcePlace?, _ text: String) {
    line = place?.line
    column = place?.column
    self.text = text
  }

  package var sentence: String {
    guard let line, let column else { return "config.toml: \(text)." }
    return "config.toml, line \(line), column \(column): \(text)."
  }

  static let unreadable = SettingsMistake(
    at: nil, "it cannot be read as text, so everything is as usual; check the file and its permissions")
}

/// A place in a text.
struct SourcePlace: Hashable, Comparable {
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int

  static func < (one: SourcePlace, other: SourcePlace) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}
