import DiaryModel
import Terminal

// Actions of the form.
extension Action {
  static let save = Action(
    "save", .beers, "Store the beer", hint: "store", keys: [.control("s"), Key(.function(2))], on: [.form],
    .changesBeers
  ) { FormScreen.save(&$0) }

  static let nextField = Action(
    "next-field", .moving, "The next field", hint: "next", keys: [Key(.enter), Key(.down)], on: [.form]
  ) {
    $0.screens.editing.form?.move(by: 1)
    return []
  }

  static let previousField = Action(
    "previous-field", .moving, "The field before", keys: [Key(.up), Key(.backTab)], on: [.form]
  ) {
    $0.screens.editing.form?.move(by: -1)
    return []
  }

  static let completeField = Action(
    "complete", .moving, "Take the word on offer, then another; else the next field",
    hint: Hint { $0.screens.editing.form?.suggestion == nil ? nil : "take it" }, keys: [Key(.tab)],
    on: [.form]
  ) {
    if $0.screens.editing.form?.complete(by: 1) == false { $0.screens.editing.form?.move(by: 1) }
    return []
  }

  static let editNotes = Action(
    "edit-notes", .beers, "Write the notes in your editor ($VISUAL or $EDITOR)", hint: "notes in editor",
    keys: [.control("o")], on: [.form], .changesBeers
  ) { $0.editNotes() }
  .binding([.character("E")], on: [.beer])

  static let onForm = [save, nextField, previousField, completeField, editNotes]
}

extension AppState {
  /// Opens the editor with the notes of the form, or of the beer on the screen.
  fileprivate func editNotes() -> [Effect] {
    if screen == .form { return screens.editing.form.map { [.editNotes($0.notes, beer: $0.beer)] } ?? [] }
    return (shown?.detail?.beer).map { [.editNotes($0.fields.notes ?? "", beer: $0.id)] } ?? []
  }
}
