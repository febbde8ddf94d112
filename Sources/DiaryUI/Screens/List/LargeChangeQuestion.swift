/// Whether to change many beers, or fewer than the list seems to show.
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
