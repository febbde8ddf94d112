import DiaryStore
import Telemetry
import Terminal

// Actions of the year in review.
extension Action {
  static let showYear = Action(
    "year", .program, "Look back on a year: its months, best beers and firsts", keys: [.character("Y")],
    on: [.list, .statistics], changing: YearScreen.self
  ) { [.open(.year)] + $0.begin(in: $1) + [.effect(.record(.statisticsOpened))] }

  static let previousYear: Action = Action(
    "previous-year", .moving, "Previous year with beers",
    hint: Hint(with: { nextYear }) { $0.state(of: YearScreen.self).year(after: -1) == nil ? nil : "years" },
    keys: [Key(.left), .character("h"), .character("[")], on: [.year],
    when: {
      Availability($0.state(of: YearScreen.self).year(after: -1) != nil, else: "There is no earlier year.")
    }, changing: YearScreen.self
  ) { screen, _ in screen.step(by: -1) }

  static let nextYear: Action = Action(
    "next-year", .moving, "Next year with beers",
    hint: Hint { $0.isEnabled(.previousYear) ? nil : "later year" },
    keys: [Key(.right), .character("l"), .character("]")], on: [.year],
    when: {
      Availability($0.state(of: YearScreen.self).year(after: 1) != nil, else: "There is no later year.")
    }, changing: YearScreen.self
  ) { screen, _ in screen.step(by: 1) }

  static let exportYear = Action(
    "export-year", .program, "Save the year as a web page in one file", hint: "web page",
    keys: [.character("E")], on: [.year],
    when: { $0.unlessExporting(Availability($0.state(of: YearScreen.self).hasBeers)) }
  ) { context in
    let page = context.state(of: YearScreen.self).page(in: context)
    return page.map { [.prompt(YearPagePrompt(page: $0).prompt(in: context))] } ?? []
  }
  .alsoCalled("html")

  static let onYear: [Action] = [showYear, previousYear, nextYear, exportYear]
}
