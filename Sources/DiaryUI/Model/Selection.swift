/// What is selected on a screen, in words for screen readers.
struct Selection: Hashable, Sendable {
  /// Distinguishes it from other selections of the screen, also from those with the same words.
  let id: String
  /// What the line of the selection says.
  let words: String
}
