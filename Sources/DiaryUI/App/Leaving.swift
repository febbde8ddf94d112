import DiaryStore

// Nothing that is under way is left without a word.
extension AppState {
  /// Leaves the program; an import that runs is asked about.
  mutating func leave() -> [Effect] {
    guard let question = screens.all.lazy.compactMap(\.leavingQuestion).first else {
      return leaveWhenStored()
    }
    prompt = question
    return []
  }

  /// Ends the program by the key that interrupts it, or stops what can be stopped instead.
  mutating func interrupt() -> [Effect] { stopScreen() ?? keepUnsaved() + [.quit(.signal(.interrupt))] }

  /// Ends the program immediately, or stops what can be stopped instead.
  mutating func quit() -> [Effect] { stopScreen() ?? keepUnsaved() + [.quit(.finished)] }

  private mutating func stopScreen() -> [Effect]? {
    screens[path.last ?? .list].interrupt().map { apply($0) }
  }

  /// What has to be done before the program is terminated, so that nothing typed is lost.
  func keepUnsaved() -> [Effect] {
    if let prompt, prompt.isTyped, let notice = prompt.behavior.lossNotice(prompt.input.text) {
      return [.sayAtEnd(notice)]
    }
    let context = ScreenContext(self)
    return screens.all.flatMap { $0.keepUnsaved(in: context) }
  }

  /// What is being stored is waited for in sight, however long it takes; a move that another program holds up, once.
  mutating func leaveWhenStored() -> [Effect] {
    guard changes.underWay > 0 || changes.photoMoves.isSlow && !changes.isLeaving else {
      return [.quit(.finished)]
    }
    changes.isLeaving = true
    return []
  }

  /// Leaves behind the last answer of the store, where the user wants that.
  func leaving(after result: Result<some Any, ChangeError>, _ effects: [Effect]) -> [Effect] {
    guard changes.isLeaving else { return effects }
    if case .failure(let error) = result { return [.quit(.changeFailed(error))] }
    return effects + (changes.photoMoves.isAnyUnderWay || changes.underWay > 0 ? [] : [.quit(.finished)])
  }

  /// What is waited for before the program ends.
  var leavingText: String {
    (changes.underWay > 0 ? "Saving" : "Waiting for another program")
      + ", then quitting. Ctrl-C quits now."
  }
}
