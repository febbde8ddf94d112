import DiaryStore

// No work in progress is abandoned without a message.
extension AppState {
  /// Quits the program; asks first if work is in progress, or if the user has changed a temporary diary.
  mutating func leave() -> [Effect] {
    let isLosingChanges = configuration.isTemporary && (changes.canUndo || changes.isSaving)
    let lossQuestion = isLosingChanges ? Prompt(QuitSampleQuestion()) : nil
    let workQuestion =
      background.export?.leavingQuestion ?? screens.all.lazy.compactMap(\.leavingQuestion).first
    guard let question = workQuestion ?? lossQuestion else { return leaveWhenSaved() }
    prompt = question
    return []
  }

  /// Cancels an open prompt, a range, a list that is typed into or the form, as Escape does; returns `nil` if none is open.
  mutating func cancelInput() -> [Effect]? {
    if changes.isLeaving { return nil }
    if let prompt {
      if prompt.keepsKeys { typeAhead.keys = [] }
      return cancelPrompt()
    }
    if screen == .list, list.marks.rangeStart != nil {
      return updateList {
        $0.marks.dropRange()
        return []
      }
    }
    guard path.count > 1, screens[screen].textInput != .none else { return nil }
    return update(screen) { $0.goBack(in: $1) }
  }

  /// Ends the program immediately, or stops what can be stopped instead.
  mutating func quit(_ ending: Ending) -> [Effect] {
    screens[path.last ?? .list].interrupt().map { apply($0) } ?? willTerminate() + [.quit(ending)]
  }

  /// Returns the effects that save typed text before the program is terminated.
  func willTerminate() -> [Effect] {
    let typed = prompt.flatMap { $0.isTyped ? $0.behavior.lossNotice($0.input.text) : nil }
    let lost = [typed, background.export?.lossNotice].compactMap(\.self)
    let context = ScreenContext(self)
    return lost.map { Effect.printAtExit($0) }
      + screens.all.flatMap { $0.willTerminate(in: context) }
  }

  /// Waits visibly for changes that are being saved, however long that takes.
  ///
  /// A change that the screen shows already, and that another program blocks, is waited for once.
  mutating func leaveWhenSaved() -> [Effect] {
    guard changes.hasUnshownChange || changes.isBlocked && !changes.isLeaving else {
      return [.quit(.finished)]
    }
    changes.isLeaving = true
    return []
  }

  /// Quits after the last answer of the store, if the user asked for that.
  func leaving(
    after result: Result<some Any, ChangeFailure>, of request: ChangeRequest, _ effects: [Effect]
  ) -> [Effect] {
    guard changes.isLeaving else { return effects }
    if case .failure(let error) = result {
      // The prompt is closed, and is not reopened.
      let caption = if case .caption(_, let text) = request { text } else { String?.none }
      let lost = caption.map { [Effect.printAtExit(CaptionPrompt.lossNotice($0))] } ?? []
      return lost + [.quit(.changeFailed(error))]
    }
    return effects + (changes.isSaving ? [] : [.quit(.finished)])
  }

  /// The work that delays the end of the program.
  var leavingText: String {
    (changes.hasUnshownChange ? "Saving" : "Waiting for another program")
      + ", then quitting. Ctrl-C quits now."
  }
}
