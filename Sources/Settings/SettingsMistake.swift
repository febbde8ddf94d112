/// A mistake in a settings file.
package struct SettingsMistake: Hashable, Sendable {
  /// `nil` if the file as a whole is meant.
  fileprivate let place: SourcePlace?
  let fileName: String
  /// Without a full stop.
  private let text: String

  init(at place: SourcePlace?, in fileName: String, _ text: String) {
    self.place = place
    self.fileName = fileName
    self.text = text
  }

  /// One sentence for the user, with the place.
  package var sentence: String {
    guard let place else { return "\(fileName): \(text)." }
    return "\(fileName), line \(place.line), column \(place.column): \(text)."
  }

  /// From 1; `nil` if the file as a whole is meant.
  package var line: Int? { place?.line }
}

extension [SettingsMistake] {
  /// Those of a whole file first; the others in the order of the file.
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
