import Foundation

/// Finds the values that complete typed text.
package enum CompletionCandidates {
  private static var options: String.CompareOptions { [.caseInsensitive, .diacriticInsensitive] }

  /// Returns the values that begin with the typed text, then those with a word that begins with it.
  package static func matches(for typed: String, among values: [String]) -> [String] {
    matches(for: typed, among: values) { $0 }
  }

  /// Returns the values whose texts begin with the typed text, then those with a word that begins with it.
  ///
  /// - Parameter text: Returns the text of a value.
  package static func matches<Value>(
    for typed: String, among values: [Value], by text: (Value) -> String
  ) -> [Value] {
    var starting: [Value] = []
    var inside: [Value] = []
    for value in values {
      let found = text(value)
      switch position(of: typed, in: found.contains("\"") ? found.replacing("\"", with: "") : found) {
      case .start: starting.append(value)
      case .word: inside.append(value)
      case nil: break
      }
    }
    return starting + inside
  }

  /// Returns whether a text begins with another one, ignoring case and diacritics.
  package static func begins(_ text: String, with start: String) -> Bool {
    start.isEmpty || text.range(of: start, options: options.union(.anchored)) != nil
  }

  private enum Position { case start, word }

  /// Returns where the typed text is found at the beginning of the text or of a word in it; `nil` if it is not.
  private static func position(of typed: String, in text: String) -> Position? {
    if typed.isEmpty { return .start }
    var rest = text.startIndex..<text.endIndex
    while let found = text.range(of: typed, options: options, range: rest), !found.isEmpty {
      guard found.lowerBound > text.startIndex else { return .start }
      let before = text[text.index(before: found.lowerBound)]
      if !before.isLetter, !before.isNumber { return .word }
      rest = text.index(after: found.lowerBound)..<text.endIndex
    }
    return nil
  }
}
