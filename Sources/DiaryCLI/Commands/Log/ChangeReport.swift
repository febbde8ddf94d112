import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

/// Prints changes from the log.
struct ChangeReport {
  let context: CommandContext
  let output: OutputOptions

  /// Prints that a change was undone or redone.
  ///
  /// - Parameters:
  ///   - verb: `Undone` or `Redone`.
  ///   - note: Sentences that follow; empty for none.
  func done(_ verb: String, _ change: LoggedChange, _ note: String = "") {
    context.reportDone(output, json: JSONText.of(Self.members(change))) {
      let sentence = "\(verb): \(ChangeText.continued(ChangeText.logged(change)))"
      $0.line(note.isEmpty ? sentence : "\(sentence) \(note)")
    }
  }

  /// Prints which change would be undone or redone.
  ///
  /// - Parameter verb: `undo` or `redo`.
  func plan(_ verb: String, _ change: LoggedChange) {
    let json: JSONMembers = [("dry_run", .boolean(true))]
    context.report(output, json: JSONText.of(json + Self.members(change))) {
      let sentence = ChangeText.continued(ChangeText.logged(change))
      $0.line("Would \(verb) change \(change.id): \(sentence) Nothing was changed.")
    }
  }

  /// Returns a callback that shows how many beers of a change are done.
  func progress(of change: LoggedChange) -> (Int) -> Void {
    let progress = context.progress
    return { done in
      progress.show("Changing beers: \(NumberText.count(done)) of \(NumberText.count(change.beerCount))")
    }
  }

  /// Returns `undone` or `cannot be undone`; empty for other changes.
  static func state(_ change: LoggedChange) -> String {
    if change.isUndone { return "undone" }
    return change.isReversible ? "" : "cannot be undone"
  }

  /// Returns a change as the members of a JSON object.
  static func members(_ change: LoggedChange) -> JSONMembers {
    [
      ("number", .integer(change.id)), ("changed_at", .text(change.changedAt)), ("kind", .text(change.kind)),
      ("summary", .text(ChangeText.logged(change))), ("beers", .integer(Int64(change.beerCount))),
      ("undone", .boolean(change.isUndone)), ("reversible", .boolean(change.isReversible)),
    ]
  }
}
