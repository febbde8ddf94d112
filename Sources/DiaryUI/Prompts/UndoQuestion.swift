import DiaryModel
import DiaryStore
import DiaryText

/// Whether to undo a change of an earlier session, or of a command, which the user does not have in mind; or an import or
/// an adoption, after which one key would remove very many beers.
struct UndoQuestion: Question {
  let question: String
  let hint: String?
  /// What undoes the change.
  private let step: Step

  private enum Step: Hashable {
    case logged(LoggedChange)
    case made([DiaryChange])
  }

  /// Asks about the newest change in the log.
  init(_ change: LoggedChange, dates: DateText) {
    step = .logged(change)
    let time = DiaryDate(change.changedAt).map { ", " + dates.shortWithTime($0) } ?? ""
    question = Self.question(ChangeText.logged(change), at: time)
    hint = Self.hint(change.changes)
  }

  /// Asks about changes that this session has made together; `nil` unless they have added the beers of a file.
  init?(_ changes: [DiaryChange]) {
    guard let hint = Self.hint(changes), let sentence = ChangeText.done(together: changes) else { return nil }
    step = .made(changes)
    question = Self.question(sentence)
    self.hint = hint
  }

  private static func question(_ sentence: String, at time: String = "") -> String {
    let done = ChangeText.continued(sentence)
    return "Undo: \(done.hasSuffix(".") ? String(done.dropLast()) : done)\(time)?"
  }

  /// Says what becomes of the beers of an import or an adoption; `nil` for other changes.
  private static func hint(_ changes: [DiaryChange]) -> String? {
    let addsFile = changes.contains { change in
      switch change {
      case .imported, .adopted: true
      default: false
      }
    }
    return addsFile ? "What was added moves to the trash." : nil
  }

  var agreement: String { "undo" }
  var refusal: String { "cancel" }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    switch step {
    case .logged(let change): [.effect(.change(.undoLogged(change)))]
    case .made(let changes): [.undoStep(changes)]
    }
  }
}

extension AppState {
  /// Offers to undo the newest change in the log, if nothing that this session has changed is left to undo.
  mutating func offerUndo(_ result: Result<LoggedChange, UndoError>) {
    guard !changes.canUndo, !changes.isSaving, prompt == nil, ScreenContext(self).has(.undo, on: screen)
    else { return }
    switch result {
    case .success(let change):
      prompt = Prompt(UndoQuestion(change, dates: configuration.appearance.dates))
    case .failure(.nothingToUndo): notice = Notice(text: "Nothing to undo.")
    case .failure(let error):
      notice = Notice(text: "Nothing was undone: " + ErrorText.reason(error) + ".", kind: .problem)
    }
  }
}
