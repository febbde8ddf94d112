package import Telemetry

/// The reason why a request of the user failed, with a sentence that says what to do.
package struct Problem: Error, Hashable, Sendable {
  package let sentence: String
  /// The kind of error, for telemetry.
  package let kind: ErrorKind
  /// The choices, if one of them solves the problem.
  package let choices: [String]

  package init(sentence: String, kind: ErrorKind = .other, choices: [String] = []) {
    self.sentence = sentence
    self.kind = kind
    self.choices = choices
  }
}
