import DiaryModel
import DiaryStore
import DiaryText

/// The value of a field to set for one or many beers.
struct SetValuePicker: ValuePicker {
  typealias Owner = ListScreen

  let beers: IDSet
  /// How many beers these are: `3 beers (2 of them not shown)`.
  let count: String
  let assigned: AssignableField

  var field: AssignableField { assigned }
  /// Numbers are typed.
  var subject: ChoiceRequest.Subject? { if case .number = assigned { nil } else { .values(assigned) } }
  var label: String { "\(BeerColumn.named(name)?.label ?? name) of \(count)" }
  var enterHint: String { "set" }

  /// The name of the column, or of the custom field as it is shown.
  private var name: String {
    if case .custom(let name) = assigned { CustomFieldName.shown(name) } else { assigned.name }
  }

  func choose(
    _ value: String?, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let assignment: FieldAssignment
    do throws(FieldProblem) {
      assignment = try FieldAssignment(assigned, text: value ?? "")
    } catch {
      throw PromptProblem(error.text)
    }
    let request = ChangeRequest.set(assignment.field, of: beers, to: assignment.value)
    guard let value else {
      // Enter pressed once too often chooses this, because it comes first.
      return [.prompt(Prompt(LargeChangeQuestion(request: request, question: "Clear \(label)?")))]
    }
    return [.change(request, of: beers, asking: "Set \(name)=\(value) for \(context.countOfChosen(beers))?")]
  }
}
