/// A mistake in a settings file.
package struct SettingsMistake: Hashable, Sendable {
  /// `nil` for the whole file.
  fileprivate let place: SourcePlace?
  let fileName: String
  /// Without a full stop, but with a question mark if it ends with a question.
  private let text: String

  init(at place: SourcePlace?, in fileName: String, _ text: String) {
    self.place = place
    self.fileName = fileName
    self.text = text
  }

  /// One sentence for the user, with the place.
  package var sentence: String {
    let place = place.map { ", line \($0.line), column \($0.column)" } ?? ""
    return "\(fileName)\(place): \(text)" + (text.hasSuffix("?") ? "" : ".")
  }

  /// From 1; `nil` for the whole file.
  package var line: Int? { place?.line }
}

extension [SettingsMistake] {
  /// Sorted by place: mistakes of a whole file first.
  var sortedByPlace: [SettingsMistake] {
    let start = SourcePlace(line: 0, column: 0)
    return sorted { ($0.place ?? start) < ($1.place ?? start) }
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
