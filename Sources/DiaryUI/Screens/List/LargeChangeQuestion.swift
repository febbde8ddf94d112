/// Whether to change many beers, fewer than the list seems to show, or beers that it does not show; and whether to clear
/// a field.
struct LargeChangeQuestion: Question {
  typealias Owner = ListScreen

  let request: ChangeRequest
  let question: String

  var agreement: String {
    switch request {
    case .trash: "move"
    case .restore: "restore"
    default: "change"
    }
  }
  var refusal: String { "cancel" }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(request))]
  }
}
