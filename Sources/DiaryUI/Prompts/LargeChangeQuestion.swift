import DiaryStore

/// Whether to change many beers, fewer than the list seems to show, or beers that it does not show; or to resolve all
/// conflicts.
struct LargeChangeQuestion: Question {
  let request: ChangeRequest
  let question: String

  var agreement: String {
    switch request {
    case .trash: "move"
    case .restore: "restore"
    case .resolveAll: "resolve"
    case .set(_, of: _, to: nil, expecting: _): "clear"
    default: "change"
    }
  }
  var refusal: String { "cancel" }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    [.effect(.change(request))]
  }
}

extension ScreenContext {
  /// Returns the number of beers from which on the user is asked before a change.
  ///
  /// A mark on the whole list is easily forgotten. A field is cleared without a question only for a single beer.
  private static func manyBeers(for request: ChangeRequest) -> Int {
    if case .set(_, of: _, to: nil, expecting: _) = request { 2 } else { 21 }
  }

  /// Returns whether the user is asked before a change, because it affects many beers, or marked beers that the list does
  /// not show.
  fileprivate func asks(before request: ChangeRequest, of beers: IDSet) -> Bool {
    let isPartlyHidden = topScreen.choosesBeers && beers == list.marks.ids && !list.marks.hidden.isEmpty
    return beers.count >= Self.manyBeers(for: request) || isPartlyHidden
  }

  /// Keeps a prompt with its text open if its change needs a question, which is not asked yet.
  ///
  /// - Throws: That another change is being saved.
  func checkQuestion(before request: ChangeRequest, of beers: IDSet) throws(PromptProblem) {
    if changes.isSaving, asks(before: request, of: beers) { throw PromptProblem(Availability.savingReason) }
  }
}

extension AppState {
  /// Requests a change; asks the user first if it affects many beers, or marked beers that the list does not show.
  mutating func change(_ request: ChangeRequest, of beers: IDSet, asking question: String) -> [Effect] {
    guard ScreenContext(self).asks(before: request, of: beers) else { return [.change(request)] }
    // The list may have changed when the question is answered.
    if changes.isSaving {
      notice = Notice(text: Availability.savingReason)
      return []
    }
    prompt = Prompt(LargeChangeQuestion(request: request, question: question))
    return []
  }
}
