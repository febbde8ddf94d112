/// What is wrong with a filter that somebody wrote.
package struct FilterError: Error, Hashable, Sendable {
  /// The characters that are wrong, counted from 0.
  package let range: Range<Int>
  /// What is wrong and what to write instead.
  package let sentence: String
}
