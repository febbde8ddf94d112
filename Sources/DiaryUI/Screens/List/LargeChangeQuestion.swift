/// Whether to change very many beers.
struct LargeChangeQuestion: Question {
  typealias Owner = ListScreen

  let request: ChangeRequest
  let question: String

  var agreement: String {
    switch request {
    case .trash: "move them"
    case .restore: "restore them"
    default: "change them"
    }
  }
  var refusal: String { "leave them as they are" }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(request))]
  }
}
