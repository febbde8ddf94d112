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
    case .set(_, of: _, to: nil): "clear"
    default: "change"
    }
  }
  var refusal: String { "cancel" }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    [.effect(.change(request))]
  }
}

extension AppState {
  /// Returns the number of beers from which on the user is asked before a change.
  ///
  /// A mark on the whole list is easily forgotten. So beers go to the trash without a question only if they are few, and
  /// a field is cleared without one only for a single beer; other changes can be seen, and only take a while.
  private static func manyBeers(for request: ChangeRequest) -> Int {
    switch request {
    case .trash: 21
    case .set(_, of: _, to: nil): 2
    default: 1000
    }
  }

  /// Whether a change moves marked beers to the trash that the list does not show.
  private func trashesHiddenBeers(_ request: ChangeRequest) -> Bool {
    guard case .trash(let beers) = request else { return false }
    return beers == list.marks.ids && !list.marks.hidden.isEmpty
  }

  /// Requests a change; asks the user first if it affects many beers, or moves beers to the trash that are not shown.
  mutating func change(_ request: ChangeRequest, of beers: IDSet, asking question: String) -> [Effect] {
    guard beers.count >= Self.manyBeers(for: request) || trashesHiddenBeers(request) else {
      return [.change(request)]
    }
    // The list may have changed when the question is answered.
    if changes.isSaving {
      notice = Notice(text: Availability.savingReason)
      return []
    }
    prompt = Prompt(LargeChangeQuestion(request: request, question: question))
    return []
  }
}
