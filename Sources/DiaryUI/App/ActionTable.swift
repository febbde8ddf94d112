package import Terminal

/// All actions with their keys: the one place that says what a key does.
package struct ActionTable: Hashable, Sendable {
  package let actions: [Action]

  package init(_ actions: [Action]) { self.actions = actions }

  /// The action that a key asks for on a screen.
  package func action(for key: Key, on screen: ScreenKind) -> Action? {
    actions.first { $0.keys(on: screen).contains(key) }
  }

  /// The actions of a screen, in the table's order.
  package func actions(on screen: ScreenKind) -> [Action] {
    actions.filter { !$0.keys(on: screen).isEmpty }
  }

  package subscript(id: ActionID) -> Action? { actions.first { $0.id == id } }
}

extension ActionTable {
  /// The table as it is without a configuration.
  package static let standard = ActionTable(
    moving + beers + finding + editing + marking + photos + neighbours + program)

  private static let scrolled: Set<ScreenKind> = [
    .list, .beer, .photos, .carrying, .help, .remarks, .statistics, .importing,
  ]
  private static let grid: Set<ScreenKind> = [.photos, .carrying]
  private static let pages: Set<ScreenKind> = [.beer, .help, .remarks, .importing]

  private static let moving = [
    Action(.moveDown, .moving, "Down a line", keys: [.character("j"), Key(.down)], on: scrolled)
      .binding([Key(.enter)], on: [.help, .remarks])
      .binding([Key(.down), .control("n")], on: [.palette]),
    Action(.moveUp, .moving, "Up a line", keys: [.character("k"), Key(.up)], on: scrolled)
      .binding([Key(.up), .control("p")], on: [.palette]),
    Action(
      .pageDown, .moving, "Down a page", keys: [Key(.pageDown), .control("f")], on: scrolled
    )
    .binding([.character(" ")], on: scrolled.subtracting([.list]))
    .binding([Key(.pageDown)], on: [.palette]),
    Action(.pageUp, .moving, "Up a page", keys: [Key(.pageUp), .control("b")], on: scrolled)
      .binding([Key(.pageUp)], on: [.palette]),
    Action(.halfPageDown, .moving, "Down half a page", keys: [.control("d")], on: scrolled),
    Action(.halfPageUp, .moving, "Up half a page", keys: [.control("u")], on: scrolled),
    Action(.moveToFirst, .moving, "To the top", keys: [.character("g"), Key(.home)], on: scrolled),
    Action(.moveToLast, .moving, "To the end", keys: [.character("G"), Key(.end)], on: scrolled),
    Action(.moveLeft, .moving, "To the left", keys: [.character("h"), Key(.left)], on: grid),
    Action(.moveRight, .moving, "To the right", keys: [.character("l"), Key(.right)], on: grid),
  ]

  private static let beers = [
    Action(
      .open, .beers, "Open the beer, or the beers of a bar", hint: "open", when: .hasBeer,
      keys: [Key(.enter), .character("l"), Key(.right)], on: [.list]
    )
    .binding([Key(.enter)], on: [.statistics, .palette])
  ]

  private static let editing = [
    Action(
      .addBeer, .beers, "Add a beer", hint: "add", when: .isInDiary, keys: [.character("a")], on: [.list]),
    Action(
      .editBeer, .beers, "Change the beer's fields", hint: "edit", when: .hasBeer, keys: [.character("e")],
      on: [.list, .beer]),
    Action(
      .openPhotos, .photos, "See the beer's photos and put them in order", hint: "photos", when: .hasPhotos,
      keys: [.character("p")], on: [.list, .beer]),
    Action(
      .trashBeer, .beers, "Move the beer, or all that are marked, to the trash", hint: "delete",
      when: .canTrash,
      keys: [.character("d"), Key(.delete)], on: [.list, .beer]),
    Action(
      .restoreBeer, .beers, "Bring the beer, or all that are marked, back from the trash", hint: "restore",
      when: .isInTrash,
      keys: [.character("R")], on: [.list, .beer]),
    Action(
      .emptyTrash, .beers, "Delete what is in the trash for good; asks first", hint: "empty",
      when: .isInTrash, keys: [.character("X")], on: [.list]),
    Action(
      .showTrash, .beers, "To the trash and back", keys: [.character("T")], on: [.list, .beer]),
    Action(
      .nextColumn, .moving, "To the next column", keys: [Key(.right), .character("l"), Key(.tab)],
      on: [.statistics]),
    Action(
      .previousColumn, .moving, "To the column before",
      keys: [Key(.left), .character("h"), Key(.backTab)], on: [.statistics]),
    Action(
      .save, .beers, "Store the beer", hint: "store", keys: [.control("s"), Key(.function(2))], on: [.form]),
    Action(
      .nextField, .moving, "The next field", hint: "next",
      keys: [Key(.enter), Key(.down)], on: [.form]
    ),
    Action(
      .previousField, .moving, "The field before", keys: [Key(.up), Key(.backTab)], on: [.form]
    ),
    Action(
      .completeField, .moving, "Take the word on offer, then another; else the next field",
      hint: "take it", keys: [Key(.tab)], on: [.form]
    ),
    Action(
      .editNotes, .beers, "Write the notes in your editor ($VISUAL or $EDITOR)", hint: "notes in editor",
      keys: [.control("o")], on: [.form]
    )
    .binding([.character("E")], on: [.beer]),
  ]

  private static let finding = [
    Action(
      .search, .finding, "Search all text as you type", hint: "search", when: .canFind,
      keys: [.character("/")], on: [.list]),
    Action(
      .filter, .finding, "Filter: style:stout rating>=4 year:2019, Tab completes", hint: "filter",
      when: .canFind, keys: [.character("f")], on: [.list]),
    Action(
      .sort, .finding, "Sort by date, name, brewery, rating, ABV or style; again reverses", hint: "sort",
      when: .hasBeer, keys: [.character("s")], on: [.list]),
    Action(
      .nextMatch, .finding, "The next beer that is searched for, also after leaving the search",
      when: .hasSearch,
      keys: [.character("n")], on: [.list]),
    Action(
      .previousMatch, .finding, "The beer before that is searched for", when: .hasSearch,
      keys: [.character("N")], on: [.list]),
    Action(
      .showAll, .finding, "Take the marks away, then leave the search, then the filter", hint: "all",
      when: .isNarrowed,
      keys: [Key(.escape)], on: [.list]),
  ]

  private static let marking = [
    Action(
      .toggleView, .beers, "Switch between lines and cards", hint: "view", when: .hasBeer,
      keys: [.character("v")], on: [.list]),
    Action(
      .mark, .marking, "Mark the beer, or take its mark away, and go on", hint: "mark", when: .hasBeer,
      keys: [.character(" ")], on: [.list]),
    Action(
      .markRange, .marking, "Begin a range here that follows the cursor; again, Space or Enter marks it",
      hint: "range", when: .hasBeer, keys: [.character("V")], on: [.list]),
    Action(
      .markAll, .marking, "Mark all that the list shows; again takes these marks away", when: .hasBeer,
      keys: [.character("*")], on: [.list]),
    Action(
      .setField, .marking, "Set one field of all marked beers, such as style=Stout", hint: "set",
      when: .hasBeer, keys: [.character("=")], on: [.list]),
  ]

  private static let photos = [
    Action(
      .pickUp, .photos, "Pick the photo up; arrows carry it, Enter drops it", hint: "move",
      when: .hasSeveralPhotos, keys: [.character("m")], on: [.photos]),
    Action(
      .drop, .photos, "Drop the photo here", hint: "drop", keys: [Key(.enter), .character("m")],
      on: [.carrying]),
    Action(
      .putBack, .photos, "Put the photo back where it was", hint: "put back",
      keys: [Key(.escape), .character("q")], on: [.carrying]),
    Action(
      .movePhotoDown, .photos, "Move the photo down, towards the end", hint: "shift", with: .movePhotoUp,
      when: .hasSeveralPhotos, keys: [.character("J"), Key(.down, .shift), Key(.right, .shift)], on: [.photos]
    ),
    Action(
      .movePhotoUp, .photos, "Move the photo up, towards the front", when: .hasSeveralPhotos,
      keys: [.character("K"), Key(.up, .shift), Key(.left, .shift)], on: [.photos]),
    Action(
      .makeThumbnail, .photos, "Make the photo the first: the beer's thumbnail", hint: "make first",
      when: .hasSeveralPhotos, keys: [.character("t")], on: [.photos]),
    Action(
      .viewPhoto, .photos, "Open the photo in the system's viewer", hint: "open", when: .hasPhotos,
      keys: [.character("o")], on: [.photos]),
    Action(
      .editCaption, .photos, "Write a caption", hint: "caption", when: .hasPhotos,
      keys: [.character("c")], on: [.photos]),
    Action(
      .addPhoto, .photos, "Add a photo from a file", hint: "add photo", keys: [.character("a")],
      on: [.beer, .photos]),
    Action(
      .removePhoto, .photos, "Take the photo off the beer; u brings it back", hint: "remove",
      when: .hasPhotos, keys: [.character("x"), Key(.delete)], on: [.photos]),
  ]

  private static let neighbours = [
    Action(
      .nextBeer, .beers, "The next beer of the list", hint: "next, previous", with: .previousBeer,
      when: .hasBeer, keys: [.character("n"), .character("]")], on: [.beer, .photos]),
    Action(
      .previousBeer, .beers, "The previous beer of the list", when: .hasBeer,
      keys: [.character("N"), .character("[")], on: [.beer, .photos]),
  ]
}
