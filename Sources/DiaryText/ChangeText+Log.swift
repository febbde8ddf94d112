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
    let beers = several(change.beerCount, BeerText.readable(change.name).map { "“\($0)”" })
    guard let first = change.changes.first else {
      return DiaryChange.Kind(rawValue: change.kind) == nil
        ? "A change by a later version of the program." : "Changed \(beers)."
    }
    if change.changes.count == 1 {
      guard case .edited(let edit) = first, let fields = fields(edit) else {
        return done(first, name: change.name)
      }
      return "Changed \(BeerText.readable(change.name).map { "“\($0)”" } ?? "the beer") (\(fields))."
    }
    let photos = NumberText.count(change.changes.count, "photo")
    if change.changes.allSatisfy({ $0.kind == .addedPhoto }) { return "Added \(photos) to \(beers)." }
    if change.changes.allSatisfy({ $0.kind == .removedPhoto }) { return "Removed \(photos) of \(beers)." }
    if case .adopted(let beers) = first {
      return "Adopted \(several(beers.count, nil)) and added photos to others."
    }
    var names: [String] = []
    for change in change.changes {
      guard case .fieldSet(let edit) = change else { return "Changed \(beers)." }
      names.append(fieldName(edit.field))
    }
    return "Changed the \(list(names)) of \(beers)."
  }

  /// Returns a sentence without its initial capital letter, to follow a colon.
  package static func continued(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// Returns the name of a field in a sentence: `rating`, or `“hop”` for a custom field.
  static func fieldName(_ field: AssignableField) -> String {
    if case .custom(let name) = field { return "“\(name)”" }
    return field.name
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
    let columns = BeerColumn.values.map {
      (name: $0.labelInSentence, old: $0.json(of: edit.before), new: $0.json(of: edit.after))
    }
    let names = Set(edit.before.extras.keys).union(edit.after.extras.keys).sorted()
    let custom = names.map { (name: $0, old: edit.before.extras[$0], new: edit.after.extras[$0]) }
    let changed = (columns + custom).filter { $0.old != $0.new }
    if changed.isEmpty { return nil }
    let shown = changed.prefix(maxFields).map { "\($0.name) \(value($0.old)) → \(value($0.new))" }
    let rest = changed.count - shown.count
    return (shown + (rest > 0 ? ["\(NumberText.count(rest)) more"] : [])).joined(separator: ", ")
  }

  /// Returns a value on one line, cut if it is long.
  static func value(_ value: JSONValue?) -> String {
    guard let value else { return "none" }
    return value.display.split(whereSeparator: \.isNewline).joined(separator: " ").truncated(to: maxColumns)
  }
}
