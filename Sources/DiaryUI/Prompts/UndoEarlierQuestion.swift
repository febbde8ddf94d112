import DiaryModel
import DiaryStore
import DiaryText

/// Whether to undo a change of an earlier session, or of a command, which the user does not have in mind.
struct UndoEarlierQuestion: Question {
  let change: LoggedChange
  let question: String

  init(_ change: LoggedChange, dates: DateText) {
    self.change = change
    let sentence = ChangeText.continued(ChangeText.logged(change))
    let time = DiaryDate(change.changedAt).map { ", " + dates.shortWithTime($0) } ?? ""
    question = "Undo: \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)\(time)?"
  }

  var agreement: String { "undo" }
  var refusal: String { "cancel" }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.undoLogged(change)))]
  }
}

extension AppState {
  /// Offers to undo the newest change in the log, if nothing that this session has changed is left to undo.
  mutating func offerUndo(_ result: Result<LoggedChange, UndoError>) {
    guard !changes.canUndo, !changes.isSaving, prompt == nil, ScreenContext(self).has(.undo, on: screen)
    else { return }
    switch result {
    case .success(let change):
      prompt = Prompt(UndoEarlierQuestion(change, dates: configuration.appearance.dates))
    case .failure(.nothingToUndo): notice = Notice(text: "Nothing to undo.")
    case .failure(let error):
      notice = Notice(text: "Nothing was undone: " + ErrorText.reason(error) + ".", kind: .problem)
    }
  }
}
