import Foundation

/// One line of the table: what is claimed, how far it should get and what was measured.
struct Figure {
  let name: String
  /// What it should reach; `nil` where the figure is told for itself.
  let reach: String?
  let measured: String
  /// `nil` where nothing is to be reached, or where it could not be measured.
  let isReached: Bool?

  init(_ name: String, reach: String? = nil, measured: String, isReached: Bool? = nil) {
    self.name = name
    self.reach = reach
    self.measured = measured
    self.isReached = isReached
  }

  /// A value that should be small.
  static func atMost(_ limit: Double, _ name: String, value: Double, reach: String, measured: String)
    -> Figure
  {
    Figure(name, reach: reach, measured: measured, isReached: value <= limit)
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
    let cells = [figure.name, figure.reach ?? "", figure.measured, answer]
    return "| " + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
