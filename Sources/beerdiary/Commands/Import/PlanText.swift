import DiaryStore
import DiaryUI
import Interchange

/// Words what was understood of a file and what importing it would do.
struct PlanText {
  private static let shownExamples = 3

  private let plan: ImportPlan
  private let file: String
  private let dates: DateText

  init(_ plan: ImportPlan, file: String, dates: DateText) {
    self.plan = plan
    self.file = file == "-" ? "Standard input" : FilePath(file).name
    self.dates = dates
  }

  var lines: [String] {
    let understanding = plan.understanding
    return ["\(file) is \(understanding.dialect.name): \(ImportWords.format(understanding.columns))."]
      + columns + ImportWords.units(understanding) + examples + [counts]
      + (plan.counts.windows1252 > 0 ? [ImportWords.windows1252(plan.counts)] : [])
  }

  private var columns: [String] {
    let mapping = plan.understanding.mapping
    let named = zip(mapping.header.names, mapping.roles).map { name, role in
      switch role {
      case .field(let field): (name, field.rawValue.replacing("_", with: " "))
      case .extra: (name, "custom field")
      case .ignored: (name, "left out")
      }
    }
    let width = named.map { $0.0.count }.max() ?? 0
    return named.map { name, meaning in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(meaning)"
    }
  }

  private var examples: [String] {
    plan.examples.isEmpty
      ? [] : ["The first beers:"] + plan.examples.prefix(Self.shownExamples).map { "  " + line($0) }
  }

  private func line(_ fields: BeerFields) -> String {
    let facts = BeerText.facts(fields, dates: dates).map { "\($0.name) \($0.value)" }
    let parts = [
      fields.name ?? "without a name", fields.brewery, fields.rating.map { "\(NumberText.exact($0)) stars" },
    ]
    return (parts.compactMap { $0 } + facts).map { $0.replacing("\n", with: " ") }.joined(separator: " · ")
  }

  private var counts: String {
    let others = ImportWords.others(plan.tally, rejected: plan.counts.rejected)
    return
      ([NumberText.count(plan.counts.rows, "row") + ": \(NumberText.count(plan.tally.added)) new"] + others)
      .joined(separator: ", ") + "."
  }
}
