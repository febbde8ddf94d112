/// Whether to change very many beers.
struct LargeChangeQuestion: Question {
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

  func agree(in state: inout AppState) -> [Effect] { [.change(request)] }
}
