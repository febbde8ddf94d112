import DiaryModel

/// The parts of a tasting that the form asks for, which are custom fields.
///
/// The text of a part begins with its score, if it has one; words about it follow: `4 citrus, pine`.
package struct TastingSheet: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// The name of the custom field.
    package let name: String
    /// How much the score counts among those of the other parts; 0 for a part that is only described.
    package let weight: Double

    package init(_ name: String, weight: Double) {
      self.name = name
      self.weight = weight
    }

    /// Returns whether a custom field with another spelling of the name is the same part.
    package func isNamed(_ other: String) -> Bool { FilterKeyword.areSame(name, other) }
  }

  /// The weights that a part can have.
  ///
  /// The sum of some larger ones would not be a number.
  package static let weights: ClosedRange<Double> = 0...1000

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// The parts and weights that beer judges use.
  package static let standard = TastingSheet([
    Part("appearance", weight: 3), Part("aroma", weight: 12), Part("taste", weight: 20),
    Part("mouthfeel", weight: 5), Part("overall", weight: 10),
  ])
}

extension TastingSheet {
  /// Returns the score at the beginning of a part's text; `nil` if there is none from 0 to 5.
  package static func score(of text: String) -> Double? {
    let digits = text.drop { $0.isWhitespace }.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
    var number = digits.replacing(",", with: ".")
    // A comma or a full stop may end the score.
    if number.hasSuffix(".") { number.removeLast() }
    guard let score = Double(number), NumberRange.rating.entered ~= score else { return nil }
    return score
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
