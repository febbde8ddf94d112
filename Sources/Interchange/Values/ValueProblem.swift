import DiaryModel

/// Why a field's text is not a value of its column, or not certainly one.
package enum ValueProblem: Error, Hashable, Sendable {
  /// The text is not a number.
  case notANumber
  /// A comma in the number may separate thousands, or a point in a file with decimal commas; with the numbers that may be meant.
  case ambiguousNumber(meanings: String)
  /// The number is outside of this range.
  case outOfRange(ClosedRange<Double>)
  /// Words or other signs instead of a number in the range of ratings, or of stars.
  case notARating
  /// The text is not written like a date.
  case notADate
  /// The text is written like a date that does not exist.
  case noSuchDate
  /// The day could be the month, or the numbers do not fit the expected order; with the dates that may be meant.
  case unclearDate(suggestions: [String])
  /// The date was read, but its day of the week is wrong; with the correct one.
  case wrongWeekday(correct: String)
  /// A list or an object of JSON instead of a text.
  case notText
  /// The text is not a UUID.
  case notAUUID
  /// The text is not a label as in an export.
  case notALabel
  /// Custom fields or photos that are not the JSON of an export.
  case notJSON

  /// How to say with the command's options whether the day or the month comes first.
  static let orderOption = "use --dates day-first or month-first"

  /// Returns what is wrong with a text, and what to do; the end of a sentence.
  ///
  /// - Parameter orderAdvice: How to say whether the day or the month comes first.
  func explanation(of shown: String, orderAdvice: String = Self.orderOption) -> String {
    switch self {
    case .notANumber: "\(shown) is not a number"
    case .ambiguousNumber(let meanings): "\(shown) is ambiguous; write it as \(meanings)"
    case .outOfRange(let range):
      "\(shown) is not between \(Self.short(range.lowerBound)) and \(Self.short(range.upperBound))"
    case .notARating: "\(shown) is not a number from \(NumberRange.rating.enteredBounds), such as 4 or 3.5"
    case .notADate: "\(shown) is not a date; write it as year-month-day, such as 2019-02-01"
    case .noSuchDate: "\(shown) is not in the calendar"
    case .unclearDate(let suggestions):
      "\(shown) does not show which is the day and which the month; write \(suggestions.joined(separator: " or ")), or \(orderAdvice)"
    case .wrongWeekday(let correct): "\(shown) has the wrong day of the week: it is a \(correct)"
    case .notText: "\(shown) is not text"
    case .notAUUID: "\(shown) is not a uuid, such as 0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f"
    case .notALabel: "\(shown) is not a label as in an export"
    case .notJSON: "\(shown) is not JSON as in an export"
    }
  }

  /// Returns a whole number without decimals.
  static func short(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
