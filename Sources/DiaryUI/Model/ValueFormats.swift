package import DiaryModel
import DiaryStore
import DiaryText
package import Interchange

/// The formats of a file's values that the user chose; the others are detected.
///
/// They are written as `dates=day-first`, `times=utc`, `abv=fraction`, `scale=10`, `text=repair` or `header=no`;
/// `found` resets one of them.
package struct ValueFormats: Hashable, Sendable {
  /// The options.
  enum Option: String, CaseIterable {
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
      return values + [automatic]
    }
  }

  private static let automatic = "found"
  /// The range of the best rating, as for the command.
  private static let scales = 1.0...1000

  /// Which comes first, the day or the month; `nil` if it is detected, as below.
  package private(set) var dateOrder: DateOrder?
  /// The time zone of times without one.
  package private(set) var times: TimeReading?
  /// Whether 0.05 means 5% alcohol.
  package private(set) var abvIsFraction: Bool?
  /// The best rating.
  package private(set) var ratingScale: Double?
  /// Whether text that was decoded in the wrong encoding is repaired.
  package private(set) var repairsText = false
  /// Whether the first line contains column names.
  package internal(set) var hasHeader: Bool?

  /// Creates formats that are all detected.
  package init() {}

  /// All options with their values, for completion.
  static var words: [String] {
    Option.allCases.flatMap { option in option.values.map { "\(option.rawValue)=\($0)" } }
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

  /// The value of each option, such as `dates=found`.
  var values: [String] {
    let chosen = text.split(separator: " ").map(String.init)
    return Option.allCases.map { option in
      chosen.first { $0.hasPrefix("\(option.rawValue)=") } ?? "\(option.rawValue)=\(Self.automatic)"
    }
  }

  /// Parses one or more options, separated by spaces.
  mutating func apply(_ options: String) throws(FieldProblem) {
    var changed = self
    for word in options.split(whereSeparator: \.isWhitespace) { try changed.apply(option: String(word)) }
    self = changed
  }

  private mutating func apply(option word: String) throws(FieldProblem) {
    let parts = word.lowercased().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, let option = Option(rawValue: parts[0]) else {
      throw FieldProblem(
        text:
          "“\(word)” is not an option. Use dates=, times=, abv=, scale=, text= or header=.")
    }
    let value = parts[1]
    let isAutomatic = value == Self.automatic
    let scale = Double(value).flatMap { Self.scales.contains($0) ? $0 : nil }
    let times = isAutomatic ? nil : TimeReading(value)
    guard
      isAutomatic || option.values.contains(value) || option == .scale && scale != nil
        || option == .times && times != nil
    else {
      let values =
        switch option {
        case .scale: "a number from 1 to 1000, or found"
        case .times: "local, utc, a time zone such as Europe/Oslo, or found"
        default: "one of " + option.values.joined(separator: ", ")
        }
      throw FieldProblem(text: "“\(option.rawValue)=” must be \(values).")
    }
    switch option {
    case .dates: dateOrder = DateOrder(rawValue: value)
    case .times: self.times = times
    case .abv: abvIsFraction = isAutomatic ? nil : value == "fraction"
    case .scale: ratingScale = scale
    case .text: repairsText = !isAutomatic
    case .header: hasHeader = isAutomatic ? nil : value == "yes"
    }
  }
}
