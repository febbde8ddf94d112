package import Telemetry

/// Why something that the user asked for was not done: one sentence that says what to do.
package struct Problem: Error, Hashable, Sendable {
  package let sentence: String
  /// What it is about, without any of its words.
  package let kind: ErrorKind
  /// What there is to choose from, if a choice solves it.
  package let choices: [String]

  package init(sentence: String, kind: ErrorKind = .other, choices: [String] = []) {
    self.sentence = sentence
    self.kind = kind
    self.choices = choices
  }
}
