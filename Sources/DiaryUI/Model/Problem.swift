package import Telemetry

/// Why something that the user asked for was not done: one sentence that says what to do.
package struct Problem: Error, Hashable, Sendable {
  package let sentence: String
  /// What it is about, without any of its words.
  package let kind: ErrorKind

  package init(sentence: String, kind: ErrorKind = .other) {
    self.sentence = sentence
    self.kind = kind
  }
}
