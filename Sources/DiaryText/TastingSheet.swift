import DiaryModel

/// The parts of a tasting that the form asks for, which are custom fields.
///
/// The text of a part begins with its score, if it has one; words about it follow: `4 citrus, pine`.
package struct TastingSheet: Hashable, Sendable {
  /// A part that the form asks for.
  package struct Part: Hashable, Sendable {
    /// The name of the custom field.
    package let name: String
    /// How much the score counts among those of the other parts; 0 for a part that is only described.
    package let weight: Double

    /// Creates a part.
    ///
    /// - Parameter weight: One of ``TastingSheet/weights``; 0 for a part that is only described.
    package init(_ name: String, weight: Double) {
      self.name = name
      self.weight = weight
    }

    /// Returns the name of the part as it is shown, which begins with a capital letter, as that of the rating does.
    ///
    /// - Parameter name: The spelling of the custom field.
    package static func label(_ name: String) -> String { CustomFieldName.shown(name).capitalizedFirst }

    /// Returns whether a custom field with another spelling of the name is the same part.
    package func isNamed(_ other: String) -> Bool { FilterKeyword.areSame(name, other) }
  }

  /// The weights that a part can have.
  ///
  /// They are limited, because the sum of very large ones would be infinite.
  package static let weights: ClosedRange<Double> = 0...1000

  /// The parts in the order in which the form has them.
  package let parts: [Part]

  /// Creates a sheet with parts in their order.
  package init(_ parts: [Part]) { self.parts = parts }

  /// The parts and weights that beer judges use.
  package static let standard = TastingSheet([
    Part("appearance", weight: 3), Part("aroma", weight: 12), Part("taste", weight: 20),
    Part("mouthfeel", weight: 5), Part("overall", weight: 10),
  ])
}

extension TastingSheet {
  /// What a part's text begins with.
  private enum Beginning {
    case words
    case score(Double)
    /// A number that is not from 0 to 5, or of a scale to another number: `7`, `-1`, `7/10`.
    case otherNumber
  }

  /// Returns the score at the beginning of a part's text; `nil` if there is none from 0 to 5.
  package static func score(of text: String) -> Double? {
    if case .score(let score) = beginning(of: text) { score } else { nil }
  }

  /// Checks that a part's text begins with a score or with words.
  ///
  /// - Throws: `FieldProblem` if it begins with a number that is no score.
  package static func check(_ text: String) throws(FieldProblem) {
    guard case .otherNumber = beginning(of: text) else { return }
    throw FieldProblem(text: "a score from \(NumberRange.rating.enteredBounds), or words")
  }

  /// Returns a part's text as it is stored: `4.5` for `4½` alone, because filters compare digits; other texts as they
  /// are.
  package static func stored(_ text: String) -> String {
    guard score(of: text) != nil, let number = ShownRating.number(text) else { return text }
    return TypedNumber.text(number)
  }

  private static func beginning(of text: String) -> Beginning {
    let text = text.drop { $0.isWhitespace }
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : text
    let digits = leadingDigits(of: unsigned)
    let afterDigits = unsigned.dropFirst(digits.count)
    // As in a rating, a fraction may follow the digits, or stand alone: `4½`, `4 ½` or `½`.
    let isFraction =
      digits.isEmpty && afterDigits.first?.isNumber == true
      && ShownRating.number(afterDigits.prefix(1)) != nil
    guard isFraction || digits.contains(where: \.isNumber) else { return .words }
    let range = NumberRange.rating.entered
    let fraction = afterDigits.drop { $0.isWhitespace }.prefix { $0.isNumber && !$0.isASCII }
    let rest = fraction.isEmpty ? afterDigits : afterDigits[fraction.endIndex...]
    guard !text.hasPrefix("-"), rest.first?.isNumber != true, let score = number(digits + fraction),
      range ~= score
    else { return .otherNumber }
    // `4/5` is of the same scale.
    let afterScore = rest.drop { $0.isWhitespace }
    let scale = leadingDigits(of: afterScore.dropFirst().drop { $0.isWhitespace })
    let isOtherScale = afterScore.first == "/" && !scale.isEmpty && number(scale) != range.upperBound
    return isOtherScale ? .otherNumber : .score(score)
  }

  private static func leadingDigits(of text: Substring) -> Substring {
    text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
  }

  private static func number(_ text: Substring) -> Double? {
    // A comma or a full stop may end the number.
    let endsSentence = text.last == "." || text.last == ","
    return TypedNumber(String(endsSentence ? text.dropLast() : text), in: NumberRange.rating)?.value
  }

  /// Returns the mean of the scores by their weights, with two decimals; `nil` if no part with a weight has a score.
  package static func rating(_ parts: some Sequence<(text: String, weight: Double)>) -> Double? {
    var sum = 0.0
    var weights = 0.0
    for part in parts where part.weight > 0 {
      guard let score = score(of: part.text) else { continue }
      sum += score * part.weight
      weights += part.weight
    }
    return weights > 0 ? (sum / weights * 100).rounded() / 100 : nil
  }
}
