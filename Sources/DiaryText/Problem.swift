package import Telemetry

/// The reason why a request of the user failed, with a sentence that says what to do.
package struct Problem: Error, Hashable, Sendable {
  /// What happened and what to do, for the user.
  package let sentence: String
  /// The kind of error, for telemetry.
  package let kind: ErrorKind
  /// The choices, if one of them solves the problem.
  package let choices: [String]

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - sentence: What happened and what to do, for the user.
  ///   - kind: The kind of error, for telemetry.
  ///   - choices: The choices, if one of them solves the problem.
  package init(sentence: String, kind: ErrorKind = .other, choices: [String] = []) {
    self.sentence = sentence
    self.kind = kind
    self.choices = choices
  }
}
