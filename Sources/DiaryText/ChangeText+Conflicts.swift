package import DiaryModel

extension ChangeText {
  /// The maximum number of conflicts for which a sentence names the discarded values.
  private static let maxConflicts = 3

  /// Returns a sentence about the conflicts that a change would end; `nil` if there are none.
  ///
  /// - Parameter command: The command that lists them.
  package static func wouldEnd(conflictCount count: Int, listedBy command: String) -> String? {
    if count == 0 { return nil }
    let conflicts = NumberText.count(count, "conflict")
    return "This would end \(conflicts); see \(count == 1 ? "it" : "them") with \(command)."
  }

  /// Returns a sentence about the values of other devices that a change has discarded by ending conflicts; `nil` if there
  /// are none.
  ///
  /// - Parameter conflicts: The conflicts, each with only the discarded values.
  package static func discarded(_ conflicts: [SyncConflict]) -> String? {
    if conflicts.isEmpty { return nil }
    let ended = "This ended \(NumberText.count(conflicts.count, "conflict"))"
    if conflicts.count > maxConflicts { return "\(ended), discarding their other values." }
    let hasOneTitle = Set(conflicts.map(\.title)).count == 1
    let values = conflicts.map { conflict in
      let title = hasOneTitle ? "" : " of “\(BeerText.readable(conflict.title) ?? BeerText.missingName)”"
      let texts = conflict.choices.map { choice in
        "\(choice.text.map { "“\(value(.text($0)))”" } ?? value(nil)) (\(choice.deviceText))"
      }
      return "the \(conflict.fieldInSentence)\(title) \(texts.joined(separator: ", "))"
    }
    return "\(ended), discarding \(values.joined(separator: "; "))."
  }
}
