import DiaryStore
import DiaryText
package import Interchange

/// The formats of a file's values that the user chose; the others are detected.
///
/// They are written as `dates=day-first`, `times=utc`, `abv=fraction`, `scale=10`, `text=repair` or `header=no`;
/// `found` resets one of them.
package struct ValueReading: Hashable, Sendable {
  /// The options.
  enum Subject: String, CaseIterable {
    case dates, times, abv, scale, text, header

    var values: [String] {
      let values =
        switch self {
        case .dates: DateOrder.allCases.map(\.rawValue)
        case .times: ["local", "utc"]
        case .abv: ["percent", "fraction"]
        case .scale: ["5", "10", "20", "100"]
        case .text: ["repair"]
        case .header: ["yes", "no"]
        }
      return values + [found]
    }
  }

  private static let found = "found"
  /// The range of the best rating, as for the command.
  private static let scales = 1.0...1000

  package private(set) var dateOrder: DateOrder?
  package private(set) var times: TimeReading?
  package private(set) var abvIsFraction: Bool?
  package private(set) var ratingScale: Double?
  package private(set) var repairsText = false
  /// Whether the first line contains column names.
  package internal(set) var hasHeader: Bool?

  package init() {}

  /// All options with their values, for completion.
  static var words: [String] {
    Subject.allCases.flatMap { subject in subject.values.map { "\(subject.rawValue)=\($0)" } }
  }

  /// The chosen options: `dates=day-first  scale=10`; empty if there are none.
  var text: String {
    let parts = [
      dateOrder.map { "dates=\($0.rawValue)" }, times.map { "times=\($0.name)" },
      abvIsFraction.map { $0 ? "abv=fraction" : "abv=percent" },
      ratingScale.map { "scale=\(NumberText.exact($0))" }, repairsText ? "text=repair" : nil,
      hasHeader.map { $0 ? "header=yes" : "header=no" },
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// Parses one or more options, separated by spaces.
  mutating func say(_ text: String) throws(FieldProblem) {
    var said = self
    for word in text.split(whereSeparator: \.isWhitespace) { try said.say(word: String(word)) }
    self = said
  }

  private mutating func say(word: String) throws(FieldProblem) {
    let parts = word.lowercased().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, let subject = Subject(rawValue: parts[0]) else {
      throw FieldProblem(
        text:
          "“\(word)” is not an option. Use dates=, times=, abv=, scale=, text= or header=.")
    }
    let value = parts[1]
    let isFound = value == Self.found
    let scale = Double(value).flatMap { Self.scales.contains($0) ? $0 : nil }
    let times = isFound ? nil : TimeReading(value)
    guard
      isFound || subject.values.contains(value) || subject == .scale && scale != nil
        || subject == .times && times != nil
    else {
      let values =
        switch subject {
        case .scale: "a number from 1 to 1000, or found"
        case .times: "local, utc, a time zone such as Europe/Oslo, or found"
        default: "one of " + subject.values.joined(separator: ", ")
        }
      throw FieldProblem(text: "“\(subject.rawValue)=” must be \(values).")
    }
    switch subject {
    case .dates: dateOrder = DateOrder(rawValue: value)
    case .times: self.times = times
    case .abv: abvIsFraction = isFound ? nil : value == "fraction"
    case .scale: ratingScale = scale
    case .text: repairsText = !isFound
    case .header: hasHeader = isFound ? nil : value == "yes"
    }
  }
}
