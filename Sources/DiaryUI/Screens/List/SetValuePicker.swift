import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The value of a field to set for one or many beers.
struct SetValuePicker: ValuePicker {
  typealias Owner = ListScreen

  let beers: IDSet
  /// How many beers these are: `3 beers (2 of them not shown)`.
  let count: String
  let field: AssignableField

  var subject: ChoiceRequest.Subject { .values(field, of: beers) }
  var label: String { "\(BeerColumn.named(name)?.label ?? name) of \(count)" }
  var enterHint: String { "set" }

  /// The name of the column, or of the custom field as it is shown.
  private var name: String {
    if case .custom(let name) = field { CustomFieldName.shown(name) } else { field.name }
  }

  /// Returns `the serving of 3 beers`, as in the sentence about the change.
  private func fieldOfBeers(_ context: ScreenContext) -> String {
    "the \(ChangeText.fieldName(field)) of \(context.countOfChosen(beers))"
  }

  func presentValue(in context: ScreenContext) -> CommonValue? { context.promptMemory.choices.present }

  func choose(
    _ value: PickedValue, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let text: String
    let question: String
    switch value {
    case .present: return [.say("Nothing was changed.")]
    case .cleared: (text, question) = ("", "Clear \(fieldOfBeers(context))?")
    case .text(let typed):
      (text, question) = (typed, "Change \(fieldOfBeers(context)) to \(typed)?")
    }
    let assignment: FieldAssignment
    do throws(FieldProblem) {
      assignment = try FieldAssignment(field, text: text)
    } catch {
      throw PromptProblem(error.text)
    }
    let request = ChangeRequest.set(
      assignment.field, of: beers, to: assignment.value, expecting: context.promptMemory.choices.expected)
    try context.checkQuestion(before: request, of: beers)
    return [.change(request, of: beers, asking: question)]
  }

  /// Asks again for a value that was not set because the beers got another one elsewhere, which is now listed first; does
  /// nothing if another prompt or screen is open.
  static func reopen(after error: ChangeFailure, of request: ChangeRequest, in context: ScreenContext)
    -> [Intent]
  {
    guard case .set(let field, let beers, let value, _?) = request, error.refusal?.kind == .changedSince,
      context.screen == .list, context.prompt == nil
    else { return [] }
    let picker = SetValuePicker(beers: beers, count: context.countOfChosen(beers), field: field)
    var prompt = Prompt(picker)
    let outcome = value.map { "set to “\($0.display.onOneLine.truncated(to: 40))”" } ?? "cleared"
    prompt.problem = PromptProblem(
      "The \(ChangeText.fieldName(field)) was changed elsewhere, so it was not \(outcome). Choose again.")
    return [.dropTypeAhead, .prompt(prompt), .loadChoices(picker.subject, matching: "")]
  }

  func lossNotice(_ text: String) -> String? {
    text.isEmpty ? nil : "“\(text)” was not saved as the \(ChangeText.fieldName(field)) of \(count)."
  }
}
