import DiaryStore
import DiaryText
package import Interchange

/// How the values of a file are written, as far as the user says so; what is not said is found in the file.
///
/// It is said as `dates=day-first`, `times=utc`, `abv=fraction`, `scale=10`, `text=repair` or `header=no`; `found` takes
/// back what was said.
package struct ValueReading: Hashable, Sendable {
  /// What can be said.
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
  /// The best ratings that there can be, as for the command.
  private static let scales = 1.0...1000

  package private(set) var dateOrder: DateOrder?
  package private(set) var times: TimeReading?
  package private(set) var abvIsFraction: Bool?
  package private(set) var ratingScale: Double?
  package private(set) var repairsText = false
  /// Whether the first line has column names.
  package internal(set) var hasHeader: Bool?

  package init() {}

  /// Everything that can be said, to be completed.
  static var words: [String] {
    Subject.allCases.flatMap { subject in subject.values.map { "\(subject.rawValue)=\($0)" } }
  }

  /// What was said: `dates=day-first  scale=10`; empty where that is nothing.
  var text: String {
    let parts = [
      dateOrder.map { "dates=\($0.rawValue)" }, times.map { "times=\($0.name)" },
      abvIsFraction.map { $0 ? "abv=fraction" : "abv=percent" },
      ratingScale.map { "scale=\(NumberText.exact($0))" }, repairsText ? "text=repair" : nil,
      hasHeader.map { $0 ? "header=yes" : "header=no" },
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  /// Takes in one or more of them, separated by blanks.
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
