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

  /// Prints that a change is not in the log as a whole; before it is made, if that is known.
  func warnThatUndoIsImpossible() {
    errors.line("This change is too large for the log, so `beerdiary undo` cannot undo it.")
  }

  /// Prints that a change that was made is not in the log as a whole, if it is too large.
  func warnIfUndoIsImpossible(_ change: DiaryChange?) {
    if change?.fitsLog == false { warnThatUndoIsImpossible() }
  }
}
