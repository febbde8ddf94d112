import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// Asks for the fields of a new beer, one line each.
struct NewBeerPrompt {
  private static let columns = ["brewery", "style", "abv", "rating", "notes"]

  let diary: Diary
  let context: CommandContext

  /// Asks for the name and for the fields that have no value yet, and sets them.
  ///
  /// What is on the only label with the name is suggested, and taken over by Enter.
  ///
  /// - Returns: Whether every question was answered; `false` if the input ended before, as with Ctrl-D.
  /// - Throws: If the name is left empty.
  func ask(for values: inout BeerFields) throws -> Bool {
    guard let typed = context.ask("Name:") else { return false }
    guard let name = BeerText.readable(typed) else {
      throw CommandFailure(sentence: "A beer needs a name. Nothing was added.", status: .usage)
    }
    values.name = name
    let labels = try diary.labels(named: name)
    for label in labels {
      let history = LabelText.history(label.history, dates: context.dates)
      context.errors.sentence("You have had \(LabelText.title(label.facts)): \(history).")
    }
    let suggestion = labels.count == 1 ? labels.first.map { BeerFields($0.facts) } : nil
    if let label = labels.first, labels.count == 1 {
      context.errors.line("This is the \(NumberText.ordinal(label.history.times + 1)) time.")
    }
    for column in Self.columns.compactMap(BeerColumn.named) where column.json(of: values) == nil {
      guard ask(column, suggestion.flatMap { column.json(of: $0)?.display }, &values) else { return false }
    }
    return true
  }

  /// Asks for a field until the answer can be read; returns `false` at the end of the input.
  private func ask(_ column: BeerColumn, _ suggestion: String?, _ values: inout BeerFields) -> Bool {
    let range = column.range.map { " (\($0.enteredBounds) \($0.unit))" } ?? ""
    let question = column.label + range + (suggestion.map { " [\($0)]" } ?? "") + ":"
    while let typed = context.ask(question) {
      let text = BeerText.readable(typed) ?? suggestion
      do throws(FieldProblem) {
        try FieldText.set(column, to: text, in: &values, today: .today, format: context.dates.format)
        return true
      } catch {
        context.errors.line(
          RequirementText.sentence("\(column.label) requires \(error.text)", not: text ?? ""))
      }
    }
    return false
  }
}
