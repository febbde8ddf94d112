/// A mistake in a settings file.
package struct SettingsMistake: Hashable, Sendable {
  /// `nil` for the whole file.
  fileprivate let position: SourcePosition?
  let fileName: String
  /// The setting, if it is read but cannot be used; `nil` if it was not read.
  let unusable: SettingName?
  /// Without a full stop, but with a question mark if it ends with a question.
  private let text: String
  /// What applies instead, without a full stop; `nil` if the text says it, or if there is nothing to say.
  private let consequence: String?

  init(
    at position: SourcePosition?, in fileName: String, _ text: String, consequence: String? = nil,
    unusable: SettingName? = nil
  ) {
    self.position = position
    self.fileName = fileName
    self.unusable = unusable
    self.text = text
    self.consequence = consequence
  }

  /// One sentence for the user, with the position.
  package var sentence: String {
    let position = position.map { ", line \($0.line), column \($0.column)" } ?? ""
    return "\(fileName)\(position): \(message)"
  }

  /// The mistake after the file, line and column, as compilers write it.
  ///
  /// - Parameter folder: The folder of the settings.
  package func diagnostic(in folder: String) -> String {
    let position = position.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(path(in: folder))\(position): \(message)"
  }

  /// Returns the path of the file.
  package func path(in folder: String) -> String { "\(folder)/\(fileName)" }

  /// What is wrong, as a sentence without the position.
  package var message: String { problem + (consequence.map { " \($0)." } ?? "") }

  /// What is wrong, as a sentence that does not say what applies instead.
  var problem: String { text + (text.hasSuffix("?") ? "" : ".") }

  /// From 1; `nil` for the whole file.
  package var line: Int? { position?.line }

  /// From 1, in characters; `nil` for the whole file.
  package var column: Int? { position?.column }
}

extension [SettingsMistake] {
  /// Sorted by position: mistakes of a whole file first.
  var sortedByPosition: [SettingsMistake] {
    let start = SourcePosition(line: 0, column: 0)
    return sorted { ($0.position ?? start) < ($1.position ?? start) }
  }
}

/// A position in a text.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in characters.
  package let column: Int

  /// Orders positions from the beginning of the text.
  package static func < (one: SourcePosition, other: SourcePosition) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}
