package import DiaryModel

extension ChangeText {
  /// The maximum number of conflicts for which a sentence names the discarded values.
  private static let maxConflicts = 3

  /// Returns the question before conflicts are resolved together: `Resolve 2 conflicts with the newest values?`.
  package static func question(resolving count: Int, with preference: SyncConflict.Preference) -> String {
    let values = count == 1 ? "value" : "values"
    let preferred =
      switch preference {
      case .thisDevice: "\(values) of this device"
      case .newest: "newest \(values)"
      }
    return "Resolve \(NumberText.count(count, "conflict")) with the \(preferred)?"
  }

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
  /// - Parameters:
  ///   - conflicts: The conflicts, each with only the discarded values.
  ///   - namesTitle: Whether to name the beer or the label even if all conflicts have the same one, because the sentence
  ///     about the change does not.
  package static func discarded(_ conflicts: [SyncConflict], namesTitle: Bool = false) -> String? {
    if conflicts.isEmpty { return nil }
    let ended = "This ended \(NumberText.count(conflicts.count, "conflict"))"
    if conflicts.count > maxConflicts { return "\(ended), discarding their other values." }
    let namesTitle = namesTitle || Set(conflicts.map(\.title)).count > 1
    let values = conflicts.map { conflict in
      let title = namesTitle ? " of “\(BeerText.readable(conflict.title) ?? BeerText.missingName)”" : ""
      let texts = conflict.choices.map { choice in
        "\(choice.text.map { "“\(value(.text($0)))”" } ?? value(nil)) (\(choice.deviceText))"
      }
      return "the \(conflict.fieldInSentence)\(title) \(texts.joined(separator: ", "))"
    }
    return "\(ended), discarding \(values.joined(separator: "; "))."
  }
}
