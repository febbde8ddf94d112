import DiaryModel
package import DiaryStore
import Terminal

extension ChangeText {
  /// The maximum number of fields in a sentence about an edit.
  private static let maxFields = 3
  /// The maximum width of their values, in terminal columns.
  private static let maxColumns = 30

  /// Returns a sentence about a change in the log, such as `Changed “Orval” (rating 4 → 4.5).`.
  package static func logged(_ change: LoggedChange) -> String {
    if change.changes.count == 1, case .edited(let edit)? = change.changes.first, let fields = fields(edit) {
      return "Changed \(BeerText.readable(change.name).map { "“\($0)”" } ?? "the beer") (\(fields))."
    }
    if let sentence = done(together: change.changes, name: change.name) { return sentence }
    if change.kind == LoggedChange.restoredBackup { return "Restored a backup." }
    let beers = several(change.beerCount, BeerText.readable(change.name).map { "“\($0)”" })
    return switch DiaryChange.Kind(rawValue: change.kind) {
    case nil: "A change by a later version of the program."
    case .added?: "Added \(beers)."
    default: "Changed \(beers)."
    }
  }

  /// Returns a sentence about changes that were made together; `nil` if there are none.
  ///
  /// - Parameter name: The name of the only changed beer; `nil` for several beers, or if it has no name.
  package static func done(together changes: [DiaryChange], name: String? = nil) -> String? {
    guard let first = changes.first else { return nil }
    if changes.count == 1 { return done(first, name: name) }
    let beers = several(IDSet(changes.flatMap(\.beers)).count, BeerText.readable(name).map { "“\($0)”" })
    let photos = NumberText.count(changes.count, "photo")
    if changes.allSatisfy(\.restoresPhoto) { return "Restored \(photos) of \(beers)." }
    if changes.allSatisfy({ $0.kind == .addedPhoto }) { return "Added \(photos) to \(beers)." }
    if changes.allSatisfy({ $0.kind == .removedPhoto }) { return "Removed \(photos) of \(beers)." }
    if case .adopted(let beers) = first {
      return "Adopted \(several(beers.count, nil)) and added photos to others."
    }
    if case .resolved(let resolution) = first, changes.allSatisfy({ $0.kind == .resolved }) {
      let conflicts = NumberText.count(changes.count, "conflict")
      return resolution.isUndone ? "Took back the choices for \(conflicts)." : "Resolved \(conflicts)."
    }
    var names: [String] = []
    for change in changes {
      guard case .fieldSet(let edit) = change else { return "Changed \(beers)." }
      names.append(fieldName(edit.field))
    }
    return "Changed the \(list(names)) of \(beers)."
  }

  /// Returns a sentence about undone choices between values of devices that changed nothing; `nil` if there are none.
  ///
  /// The diary knows only that there was nothing to take back. Another window may have undone the choices.
  ///
  /// - Parameter total: The number of changes that were undone together.
  package static func changedNothing(_ count: Int, of total: Int) -> String? {
    if count == 0 { return nil }
    if count == total {
      return "The \(count == 1 ? "choice" : "choices") had already been sent or undone, so nothing changed."
    }
    let choices = NumberText.count(count, "choice")
    return "\(choices) had already been sent or undone, so nothing changed for \(count == 1 ? "it" : "them")."
  }

  /// Returns a sentence without its initial capital letter, to follow a colon.
  package static func continued(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// Returns the name of a field in a sentence: `rating`, or `“hop”` for a custom field.
  package static func fieldName(_ field: AssignableField) -> String {
    if case .custom(let name) = field { return "“\(name)”" }
    return BeerColumn.named(field.name)?.labelInSentence ?? field.name
  }

  /// Returns names, each once: `“hop”`, `“hop” and “hops”` or `style, “hop” and “hops”`.
  private static func list(_ names: [String]) -> String {
    var all: [String] = []
    for name in names where !all.contains(name) { all.append(name) }
    guard all.count > 1, let last = all.last else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns the first fields that an edit has changed, with both values; `nil` if no field that is shown has changed.
  private static func fields(_ edit: DiaryChange.BeerEdit) -> String? {
    let changed = changedFields(edit)
    if changed.isEmpty { return nil }
    let shown = changed.prefix(maxFields).map { "\($0.name) \(value($0.old)) → \(value($0.new))" }
    let rest = changed.count - shown.count
    return (shown + (rest > 0 ? ["\(NumberText.count(rest)) more"] : [])).joined(separator: ", ")
  }

  /// Returns the name of the field that an edit has changed, such as `notes`; `nil` if it has changed several.
  static func onlyField(_ edit: DiaryChange.BeerEdit) -> String? {
    let changed = changedFields(edit)
    return changed.count == 1 ? changed.first?.name : nil
  }

  /// Returns the fields that an edit has changed, as they are named in a sentence, with both values.
  private static func changedFields(_ edit: DiaryChange.BeerEdit)
    -> [(name: String, old: JSONValue?, new: JSONValue?)]
  {
    let columns = BeerColumn.values.map {
      (name: $0.labelInSentence, old: $0.json(of: edit.before), new: $0.json(of: edit.after))
    }
    let names = Set(edit.before.extras.keys).union(edit.after.extras.keys).sorted()
    let custom = names.map {
      (name: CustomFieldName.shown($0), old: edit.before.extras[$0], new: edit.after.extras[$0])
    }
    return (columns + custom).filter { $0.old != $0.new }
  }

  /// Returns a value on one line, cut if it is long.
  static func value(_ value: JSONValue?) -> String {
    guard let value else { return "none" }
    return value.display.split(whereSeparator: \.isNewline).joined(separator: " ").truncated(to: maxColumns)
  }
}

extension DiaryChange {
  /// Whether the change restored a photo that the user had removed.
  fileprivate var restoresPhoto: Bool {
    if case .addedPhoto(let placement, _) = self { placement.isRestored } else { false }
  }
}
