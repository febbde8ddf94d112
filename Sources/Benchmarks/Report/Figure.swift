import Foundation

/// One line of the table: the name, the target and the measured value.
struct Figure {
  let name: String
  /// The target; `nil` if there is none.
  let target: String?
  let measured: String
  /// Whether the target is reached; `nil` without a target or a measurement.
  let isReached: Bool?

  init(_ name: String, target: String? = nil, measured: String, isReached: Bool? = nil) {
    self.name = name
    self.target = target
    self.measured = measured
    self.isReached = isReached
  }

  /// Creates a figure whose value should be small.
  static func atMost(_ limit: Double, _ name: String, value: Double, target: String, measured: String)
    -> Figure
  {
    Figure(name, target: target, measured: measured, isReached: value <= limit)
  }
}

/// Figures as a Markdown table.
struct FigureTable {
  private let figures: [Figure]

  init(_ figures: [Figure]) { self.figures = figures }

  var markdown: String {
    let head = ["| figure | target | measured | reached |", "| --- | --- | --- | --- |"]
    return (head + figures.map(line)).joined(separator: "\n")
  }

  private func line(_ figure: Figure) -> String {
    let answer = figure.isReached.map { $0 ? "yes" : "**no**" } ?? ""
    let cells = [figure.name, figure.target ?? "", figure.measured, answer]
    return "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
