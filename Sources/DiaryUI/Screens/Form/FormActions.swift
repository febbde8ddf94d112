import DiaryModel
import Terminal

// Actions that open the form.
extension Action {
  static let addBeer = Action(
    "add", .beers, "Add a beer", hint: "add", keys: [.character("a")], on: [.list],
    [.changesDiary, .asksFirst],
    when: { Availability(!$0.list.isInTrash, else: $0.trashSentence) }, changing: FormScreen.self
  ) { $0.addBeerOrResume(in: $1) }
  .alsoCalled("new")

  static let editBeer = Action(
    "edit", .beers, "Edit the beer", hint: "edit", keys: [.character("e")], on: [.list, .beer],
    [.changesDiary, .asksFirst], when: \.withListedBeer, changing: FormScreen.self
  ) { $0.editBeer(in: $1) }
  .alsoCalled("change")
}

extension Action {
  static let drinkAgain = Action(
    "drink-again", .beers, "Drink the beer again: add one with its name, brewery, style and ABV",
    hint: "again", keys: [.character("D")], on: [.list, .label, .beer], [.changesBeers, .asksFirst],
    when: \.withBeerToRepeat, changing: FormScreen.self
  ) { $0.drinkAgain(in: $1) }
}

extension ScreenContext {
  /// Available if a beer of the diary is under the cursor or on the screen.
  fileprivate var withBeerToRepeat: Availability {
    guard hasChosenBeer else { return withListedBeer }
    return Availability(
      !isCurrentBeerInTrash,
      else: screen == .list
        ? trashSentence : sentence("This beer is in the trash.", press: (.restoreBeer, "restore it")))
  }
}

extension ScreenContext {
  /// What Tab does with a suggestion, and in words, which suggestion it is; `nil` if there is none.
  ///
  /// After one of several was accepted, Tab replaces it with the next.
  fileprivate var acceptHint: String? {
    let form = state(of: FormScreen.self).form
    if form?.completionPosition.isEmpty == false { return "next match" }
    return form?.currentSuggestion.map { suggestion in
      guard appearance.usesWords else { return "accept" }
      return "accept " + suggestion.title.truncated(to: 30, ellipsis: String(glyphs.ellipsis))
    }
  }

  /// Whether the field under the cursor can have more than one line, in which Enter does not leave it.
  fileprivate var isInTextWithLines: Bool { state(of: FormScreen.self).form?.takesLines == true }
}

// Actions of the form.
extension Action {
  static let save = Action(
    "save", .beers, "Save the beer", hint: "save", keys: [.control("s"), Key(.function(2))], on: [.form],
    .changesBeers, changing: FormScreen.self
  ) { form, context in form.save(asksAbout: form.conflicts(in: context)) }
  .alsoCalled("w", "write", elsewhere: "Every change is saved already.")

  static let newLine = Action(
    "new-line", .moving, "Next field; in the notes, begin a new line",
    hint: Hint {
      if $0.isInTextWithLines { return "new line" }
      return $0.state(of: FormScreen.self).form?.field.opensFields == true ? "choose" : "next field"
    },
    keys: [Key(.enter)], on: [.form], changing: FormScreen.self
  ) { form, context in
    if form.form?.field.opensFields == true { return [.prompt(Prompt(FormFieldPicker()))] }
    return form.change(in: context) { $0.beginLine() }
  }

  static let nextField = Action(
    "next-field", .moving, "Next field; in the notes, the next line first", keys: [Key(.down)], on: [.form],
    changing: FormScreen.self
  ) { form, context in form.change(in: context) { $0.moveLine(by: 1) } }

  static let previousField = Action(
    "previous-field", .moving, "Previous field; in the notes, the previous line first", keys: [Key(.up)],
    on: [.form], changing: FormScreen.self
  ) { form, context in form.change(in: context) { $0.moveLine(by: -1) } }

  static let completeField = Action(
    "complete", .moving, "Accept the suggestion, or go to the next one or the next field",
    hint: Hint { $0.acceptHint ?? ($0.isInTextWithLines ? "next" : nil) }, keys: [Key(.tab)], on: [.form],
    changing: FormScreen.self
  ) { form, context in
    form.change(in: context) { if !$0.complete(by: 1) { $0.move(by: 1) } }
  }

  static let completeBack = Action(
    "complete-back", .moving, "Go back to the previous suggestion, or to the previous field",
    keys: [Key(.backTab)], on: [.form], changing: FormScreen.self
  ) { form, context in
    form.change(in: context) {
      if $0.completion == nil || !$0.complete(by: -1) { $0.move(by: -1) }
    }
  }

  static let chooseValue = Action(
    "choose-value", .moving, "Choose the value of the field from those of your beers",
    hint: Hint { $0.state(of: FormScreen.self).form?.field.chosenField.map { _ in "choose" } },
    keys: [.control("t")], on: [.form],
    when: {
      let form = $0.state(of: FormScreen.self).form
      return Availability(
        form?.isSaving == false && (form?.field.chosenField != nil || form?.field.opensFields == true),
        else: "There is no list of values for this field.")
    }, changing: FormScreen.self
  ) { form, _ in
    if form.form?.field.opensFields == true { return [.prompt(Prompt(FormFieldPicker()))] }
    guard let field = form.form?.field, let chosen = field.chosenField else { return [] }
    let text = field.input.text
    return FormValuePicker(kind: field.kind, field: chosen, text: text).opening(with: text)
  }

  static let undoTyping = Action(
    "undo-typing", .beers, "Undo typing in this field", keys: [.control("_"), Key(.character("u"), .alt)],
    on: [.form],
    when: {
      Availability(
        $0.state(of: FormScreen.self).form?.field.input.canUndo == true,
        else: "Nothing to undo in this field.")
    }, changing: FormScreen.self
  ) { form, context in form.change(in: context) { $0.undoTyping() } }

  static let redoTyping = Action(
    "redo-typing", .beers, "Redo typing in this field", keys: [.control("r")], on: [.form],
    when: {
      Availability(
        $0.state(of: FormScreen.self).form?.field.input.canRedo == true,
        else: "Nothing to redo in this field.")
    }, changing: FormScreen.self
  ) { form, context in form.change(in: context) { $0.undoTyping(isRedo: true) } }

  static let editNotes = Action(
    "edit-notes", .beers, "Edit the notes in your editor ($VISUAL or $EDITOR)",
    hint: Hint { context in
      // In the notes, the other keys need the room.
      context.configuration.editor.map { context.isInTextWithLines ? $0 : "notes in \($0)" } ?? "edit notes"
    },
    keys: [.control("o")], on: [.form], .changesBeers, changing: FormScreen.self
  ) { form, context in form.editNotes(in: context) }
  .binding([.character("E")], on: [.beer])

  static let onForm: [Action] = [
    save, newLine, nextField, previousField, completeField, completeBack, chooseValue, undoTyping, redoTyping,
    editNotes,
  ]
}
