import DiaryModel
import Terminal

// Actions that open the form.
extension Action {
  static let addBeer = Action(
    "add", .beers, "Add a beer", hint: "add", keys: [.character("a")], on: [.list], .changesDiary,
    when: { Availability(!$0.list.isInTrash, else: $0.trashSentence) }, changing: FormScreen.self
  ) { $0.addBeer(in: $1) }

  static let editBeer = Action(
    "edit", .beers, "Edit the beer", hint: "edit", keys: [.character("e")], on: [.list, .beer],
    .changesDiary, when: \.withListedBeer, changing: FormScreen.self
  ) { $0.editBeer(in: $1) }
}

extension Action {
  static let drinkAgain = Action(
    "drink-again", .beers, "Drink the beer again: add one with its name, brewery, style and ABV",
    hint: "again", keys: [.character("D")], on: [.list, .label, .beer], .changesBeers,
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

// Actions of the form.
extension Action {
  static let save = Action(
    "save", .beers, "Save the beer", hint: "save", keys: [.control("s"), Key(.function(2))], on: [.form],
    .changesBeers, changing: FormScreen.self
  ) { form, _ in form.save() }

  static let nextField = Action(
    "next-field", .moving, "Next field", hint: "next field", keys: [Key(.enter), Key(.down)], on: [.form],
    changing: FormScreen.self
  ) { form, _ in
    form.form?.move(by: 1)
    return []
  }

  static let previousField = Action(
    "previous-field", .moving, "Previous field", keys: [Key(.up), Key(.backTab)], on: [.form],
    changing: FormScreen.self
  ) { form, _ in
    form.form?.move(by: -1)
    return []
  }

  static let completeField = Action(
    "complete", .moving, "Accept the suggestion, or go to the next one or the next field",
    hint: Hint { $0.state(of: FormScreen.self).form?.suggestedValue.map { _ in "accept" } },
    keys: [Key(.tab)], on: [.form], changing: FormScreen.self
  ) { form, _ in
    if form.form?.complete(by: 1) == false { form.form?.move(by: 1) }
    return []
  }

  static let editNotes = Action(
    "edit-notes", .beers, "Edit the notes in your editor ($VISUAL or $EDITOR)", hint: "edit notes",
    keys: [.control("o")], on: [.form], .changesBeers, changing: FormScreen.self
  ) { form, context in form.editNotes(in: context) }
  .binding([.character("E")], on: [.beer])

  static let onForm = [save, nextField, previousField, completeField, editNotes]
}
