import DiaryModel
import DiaryStore
import DiaryText

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
    let request = ChangeRequest.set(assignment.field, of: beers, to: assignment.value)
    try context.checkQuestion(before: request, of: beers)
    return [.change(request, of: beers, asking: question)]
  }

  func lossNotice(_ text: String) -> String? {
    text.isEmpty ? nil : "“\(text)” was not saved as the \(ChangeText.fieldName(field)) of \(count)."
  }
}
