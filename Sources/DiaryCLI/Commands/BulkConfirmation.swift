import DiaryProcess
import DiaryStore
import DiaryText

extension CommandContext {
  /// Returns whether the user confirms a change of the selected beers; asks only about several that match a filter.
  ///
  /// - Parameters:
  ///   - verb: What is done, such as `Change`.
  ///   - ending: The end of the question, such as ` to the trash`.
  /// - Throws: If the question cannot be asked.
  func confirms(
    _ verb: String, _ selection: BeerSelection, ending: String = "", _ options: ConfirmationOptions
  ) throws -> Bool {
    guard case .filtered(let ids) = selection, ids.count > 1 else { return true }
    let beers = NumberText.count(ids.count, "beer")
    return try confirms(
      options, orRefuse: "The filter matches \(beers). Nothing was changed",
      advice: "Use --yes to \(verb.lowercased()) them without being asked, or --dry-run to see what would "
        + "change."
    ) { "\(verb) \(beers)\(ending)?" }
  }

  /// Prints that `undo` cannot undo a change, because it is too large for the log.
  func warnThatUndoIsImpossible() {
    errors.line("This change is too large for the log, so `beerdiary undo` cannot undo it.")
  }

  /// Prints the same if a change that was made is too large; `nil` is no change.
  func warnIfUndoIsImpossible(_ change: DiaryChange?) {
    if change?.fitsLog == false { warnThatUndoIsImpossible() }
  }
}
