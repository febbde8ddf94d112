/// What differs between two labels, or between a line of a menu and a label.
package enum LabelDifference: Hashable, Sendable {
  /// The same words with other spaces, punctuation or accents, or another usual spelling, such as `Pilsener`.
  case writing
  /// The same brewery in other words, such as `Abita` and `Abita Brewing Co.`
  case breweryForm(String, String)
  /// Only one of them names the brewery.
  case breweryMissing
  /// The breweries; empty if a line names another one in words that are not known.
  case brewery(String, String)
  /// The years; `nil` if there is none.
  case year(Int?, Int?)
  /// Two words that differ in one letter.
  case spelling(String, String)
  /// Words that only the first has.
  case extraWords(String)
  /// Words that only the second has.
  case missingWords(String)

  /// What differs, in English.
  package var description: String {
    switch self {
    case .writing: "only written differently"
    case .breweryForm(let first, let second): "brewery written “\(first)” and “\(second)”"
    case .breweryMissing: "only one names the brewery"
    case .brewery(let first, let second): "brewery differs: “\(first)”, “\(second)”"
    case .year(let first, let second):
      switch (first, second) {
      case (let first?, let second?): "year differs: \(first), \(second)"
      default: "only one has the year \(first ?? second ?? 0)"
      }
    case .spelling(let first, let second): "spelling differs: “\(first)”, “\(second)”"
    case .extraWords(let words): "extra: “\(words)”"
    case .missingWords(let words): "missing: “\(words)”"
    }
  }
}
