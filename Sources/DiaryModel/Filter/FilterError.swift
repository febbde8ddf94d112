/// The error for text that is not a filter.
package struct FilterError: Error, Hashable, Sendable {
  /// The indexes of the wrong characters in the text, from 0.
  package let range: Range<Int>
  /// A sentence for the user: what is wrong and what to write instead.
  package let sentence: String
  /// Whether the wrong part is a date that could be two days, such as `03/04/2026`, so that the setting `date` would
  /// help.
  package var isAboutDateOrder = false
}

extension FilterError {
  static func tooComplex(_ range: Range<Int>) -> FilterError {
    FilterError(range: range, sentence: "This filter has too many terms or combinations. Make it simpler.")
  }

  /// Returns the error for a filter with too many terms for the size of the diary.
  ///
  /// - Parameters:
  ///   - count: The number of its different terms.
  ///   - maxCount: The maximum number.
  static func tooSlow(_ range: Range<Int>, count: Int, maxCount: Int) -> FilterError {
    FilterError(
      range: range,
      sentence:
        "This filter has \(count) different terms. In a diary with so many beers, use at most \(maxCount).")
  }

  static func tooDeep(_ range: Range<Int>) -> FilterError {
    FilterError(range: range, sentence: "This filter is nested too deeply. Make it simpler.")
  }

  static func tooLong(_ range: Range<Int>) -> FilterError {
    FilterError(
      range: range, sentence: "This filter is too long. A filter has at most \(range.lowerBound) characters.")
  }

  static func unexpectedClosingParenthesis(_ range: Range<Int>) -> FilterError {
    FilterError(range: range, sentence: "This “)” has no “(” before it.")
  }

  /// Returns the error for “or” or “and” with nothing before or after it.
  static func missingOperand(_ range: Range<Int>) -> FilterError {
    FilterError(
      range: range,
      sentence: "“or” and “and” require something before and after them. Quote them to search for the words.")
  }

  static func nestedTrash(_ range: Range<Int>) -> FilterError {
    FilterError(
      range: range,
      sentence:
        "“in:trash” applies to the whole filter. Put the rest in parentheses: in:trash (gose or stout).")
  }

  static func unsupportedScope(_ range: Range<Int>) -> FilterError {
    FilterError(
      range: range, sentence: "After “in:” only “trash” is possible, as in in:trash.")
  }

  /// Returns the error for a `has:` or `no:` without a field.
  ///
  /// - Parameter name: `has` or `no`.
  static func missingSubject(_ name: String, _ range: Range<Int>) -> FilterError {
    FilterError(range: range, sentence: "Write “\(name):” and a field, such as \(name):photo.")
  }
}
