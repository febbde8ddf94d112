// Nothing that is under way is left without a word.
extension AppState {
  /// Leaves the program; an import that runs is asked about.
  mutating func leave() -> [Effect] {
    guard fileImport?.phase == .running else { return leaveAfterMoves() }
    prompt = Prompt(
      .leaveImport,
      label: "An import is running: stop it and leave? What is in the diary so far stays; "
        + "`beerdiary import --undo` takes it back. (y/n)")
    return []
  }

  mutating func stopImportAndLeave() -> [Effect] { [.stopImport] + leaveAfterMoves() }

  /// A change that is waiting is waited for once, in sight.
  private mutating func leaveAfterMoves() -> [Effect] {
    guard moves.isSlow, !isLeaving else { return [.quit(.finished)] }
    isLeaving = true
    return []
  }
}
