/// A mistake in a settings file.
package struct SettingsMistake: Hashable, Sendable {
  /// From 1; `nil` for the whole file.
  package let line: Int?
  /// From 1, in characters; `nil` for the whole file.
  package let column: Int?
  private let fileName: String
  /// Without a full stop, but with a question mark if it ends with a question.
  private let text: String

  init(at place: SourcePlace?, in fileName: String, _ text: String) {
    line = place?.line
    column = place?.column
    self.fileName = fileName
    self.text = text
  }

  /// One sentence for the user, with the place.
  package var sentence: String {
    let place = if let line, let column { ", line \(line), column \(column)" } else { "" }
    return "\(fileName)\(place): \(text)" + (text.hasSuffix("?") ? "" : ".")
  }
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
