import DiaryStore
import DiaryText
import Terminal

// Actions of the list, some of which are also actions of a beer's page.
extension Action {
  static let nextMatch = Action(
    "next-match", .finding, "Next match of the search",
    keys: [.character("n")], on: [.list], .takesCount, when: \.withSearch, changing: ListScreen.self
  ) { list, _ in list.beers.findMatch(isBackward: false) }

  static let previousMatch = Action(
    "previous-match", .finding, "Previous match of the search", keys: [.character("N")], on: [.list],
    .takesCount, when: \.withSearch, changing: ListScreen.self
  ) { list, _ in list.beers.findMatch(isBackward: true) }

  static let jumpBack = Action(
    "jump-back", .finding, "Go back to where you were before a search, a filter, a match or a line far away",
    keys: [.character("'")], on: [.list], [.keepsRange, .ignoresDoubledKey],
    when: { Availability($0.list.beforeJump != nil, else: "There is nowhere to go back to yet.") },
    changing: ListScreen.self
  ) { list, _ in list.beers.jumpBack() }

  static let showAll = Action(
    "show-all", .finding, "Clear the marks, then the search, then the filter",
    hint: Hint { $0.showAllLabel }, keys: [Key(.escape)], on: [.list], [.keepsRange, .isFallback],
    when: {
      Availability(
        !$0.list.wantedQuery.hasAllBeers || $0.hasMarks || $0.list.highlightsMatches
          || $0.list.currentDrillDown != nil)
    },
    changing: ListScreen.self
  ) { list, _ in list.beers.showAll() }

  static let openPhotos = Action(
    "photos", .photos, "View and reorder the beer's photos", hint: "photos", keys: [.character("p")],
    on: [.list, .label, .beer], when: \.withPhotos
  ) { context in
    (context.currentBeer == nil ? [.selectBeer(at: context.list.scroll.cursor)] : []) + [.open(.photos)]
  }

  static let trashBeer = Action(
    "delete", .beers, "Move the beer to the trash; in the list, all marked beers", hint: "trash",
    keys: [.character("d"), Key(.delete)], on: [.list, .beer],
    [.changesBeers, .changesChosenBeers, .followsChange, .usesMarks, .ignoresDoubledKey],
    when: \.withBeerToTrash
  ) { context in
    let beers = context.chosenBeers
    guard !beers.isEmpty else { return [] }
    let question = "Move \(context.description(ofTime: beers) ?? context.countOfChosen(beers)) to the trash?"
    if let others = context.otherTimes(of: beers) {
      let sentence = "\(question) \(others.text.capitalizedFirst) \(others.isOne ? "stays" : "stay")."
      return [.prompt(Prompt(LargeChangeQuestion(request: .trash(beers), question: sentence)))]
    }
    return [.leaveBeer, .change(.trash(beers), of: beers, asking: question)]
  }
  .alsoCalled("remove")

  static let restoreBeer = Action(
    "restore", .beers, "Restore the beer from the trash; in the list, all marked beers", hint: "restore",
    keys: [.character("R")], on: [.list, .beer],
    [.changesBeers, .changesChosenBeers, .followsChange, .usesMarks], when: \.withTrashedBeer
  ) { context in
    let beers = context.chosenBeers
    guard !beers.isEmpty else { return [] }
    return [
      .change(
        .restore(beers), of: beers, asking: "Restore \(context.countOfChosen(beers)) from the trash?"),
      .backTo(.list),
    ]
  }
  .alsoCalled("undelete")

  static let emptyTrash = Action(
    "empty-trash", .beers, "Permanently delete the beers in the trash and all removed photos; asks first",
    hint: "empty", keys: [.character("X")], on: [.list], [.changesBeers, .followsChange],
    when: \.withWholeTrash
  ) { context in
    context.list.window.summary.map { summary in
      let question = EmptyTrashQuestion(contents: summary.trash, conflictCount: summary.conflictsInTrash)
      return [.prompt(Prompt(question))]
    } ?? []
  }

  static let showTrash = Action(
    "trash", .beers, "Open the trash, or go back to the diary", keys: [.character("T")], on: [.list, .beer],
    changing: ListScreen.self
  ) { list, context in
    let intents = [.backTo(.list)] + list.beers.showTrash()
    // A screen reader does not read the title.
    guard context.appearance.usesWords, list.beers.wantsTrash else { return intents }
    return intents + [.say(context.trashSentence)]
  }

  static let toggleView: Action = Action(
    "view", .beers, "Switch between lines and cards",
    hint: Hint { $0.state(of: ListScreen.self).view == .compact ? "cards" : "lines" },
    keys: [.character("v")], on: [.list], when: \.withListedBeer, changing: ListScreen.self
  ) { list, context in
    list.view = list.view == .compact ? .cards : .compact
    let isCards = list.view == .cards
    list.layout.showsCards = isCards
    let (shown, other) = isCards ? ("cards", "lines") : ("lines", "cards")
    let way = context.key(of: .toggleView).map { " Press \($0) for \(other)." } ?? ""
    return [.effect(.keepListLayout(list.layout)), .say("Showing \(shown).\(way)")]
  }

  static let togglePreview = Action(
    "preview", .beers, "Show or hide the panes next to the list", keys: [.character("P")], on: [.list],
    when: \.withRoomForPreview, changing: ListScreen.self
  ) { list, context in
    if context.appearance.usesWords {
      list.showsPanesInWords.toggle()
      return []
    }
    let hasNotes = list.panes(context).notes != nil
    if hasNotes { list.layout.showsNotes = false } else { list.layout.showsPreview.toggle() }
    if !hasNotes, list.layout.showsPreview { list.layout.showsNotes = true }
    return [.effect(.keepListLayout(list.layout))]
  }

  static let narrowPreview = Action(
    "narrow-preview", .beers, "Make the beer next to the list narrower", keys: [.character("<")],
    on: [.list], .takesCount, when: \.withPreview, changing: ListScreen.self
  ) { list, context in list.widenPreview(by: -4, in: context) }

  static let widenPreview = Action(
    "widen-preview", .beers, "Make the beer next to the list wider", keys: [.character(">")],
    on: [.list], .takesCount, when: \.withPreview, changing: ListScreen.self
  ) { list, context in list.widenPreview(by: 4, in: context) }

  static let switchLabels = Action(
    "switch-labels", .beers, "Switch between one line for each beer and one for each different beer",
    hint: Hint { $0.list.isDistinct ? "beers" : $0.list.otherCount.map { _ in "labels" } },
    keys: [.character("b")], on: [.list], when: \.withBeersToGroup, changing: ListScreen.self
  ) { list, _ in list.beers.switchLabels() }
  .alsoCalled("group")

  static let mark = Action(
    "mark", .marking, "Mark or unmark the beer and move down", hint: "mark",
    keys: [.character(" ")],
    on: [.list], [.usesMarks, .closesRange, .takesCount], when: \.withListedBeer, changing: ListScreen.self
  ) { list, context in
    let beer = list.beers.window[list.beers.scroll.cursor]
    list.beers.toggleMark()
    // The cursor has moved on, and a screen reader does not read the number of marks in the title.
    guard context.appearance.usesWords, let beer else { return [] }
    let verb = list.beers.marks.contains(beer.id) ? "Marked" : "Unmarked"
    let name = BeerText.readable(beer.name) ?? BeerText.missingName
    return [.say("\(verb) “\(name)”, \(NumberText.count(list.beers.marks.count)) marked.")]
  }
  .alsoCalled("select")

  static let markRange = Action(
    "mark-range", .marking, "Start a range at the cursor, or mark the open range",
    hint: Hint { $0.list.marks.isEmpty ? nil : "range" }, keys: [.character("V")], on: [.list],
    [.usesMarks, .closesRange], when: \.withListedBeer, changing: ListScreen.self
  ) { list, context in
    let start = list.beers.scroll.cursor
    list.beers.marks.beginRange(at: start, with: list.beers.window[start]?.id)
    // The status line has the range, which a screen reader does not read.
    guard context.appearance.usesWords else { return [] }
    return [
      .say(context.sentence("A range begins here.", press: (.open, "mark it"), (.showAll, "cancel")))
    ]
  }

  static let markAll = Action(
    "mark-all", .marking, "Mark all beers in the list, or unmark them",
    keys: [.character("*")], on: [.list], .usesMarks, when: \.withListedBeer, changing: ListScreen.self
  ) { list, _ in list.beers.markAll() }

  static let setField = Action(
    "set-field", .marking, "Set a field of the beer or all marked beers", hint: "set",
    keys: [.character("=")], on: [.list], [.changesBeers, .changesChosenBeers, .usesMarks, .asksFirst],
    when: \.withListedBeer
  ) { context in
    let beers = context.chosenBeers
    guard !beers.isEmpty else { return [] }
    let others = context.otherTimes(of: beers).map { ", not of " + $0.text } ?? ""
    return [
      .prompt(Prompt(SetFieldPicker(beers: beers, count: context.countOfChosen(beers) + others))),
      .loadVocabulary,
    ]
  }

  /// Runs the command, which checks the copy and removes backups that are no longer needed.
  ///
  /// The command waits for changes, with nothing on the terminal, so it begins only when they are saved.
  static let backUp = Action(
    "backup", .program, "Back up the diary and its photos to a file in the folder “backups” next to it",
    keys: [Key(.function(2))], on: [.list], .followsChange,
    when: {
      if $0.configuration.isTemporary { return .refused("The sample diary is not kept.") }
      return $0.changes.isSaving ? .saving : .enabled
    }
  ) { _ in [.effect(.runCommand(.backUp))] }
  .alsoCalled("back up", "copy")

  static let onList: [Action] = [
    search, filter, sort, goToBeer, nextMatch, previousMatch, jumpBack, showAll, addBeer, drinkAgain,
    editBeer,
    openPhotos, trashBeer, restoreBeer, emptyTrash, showTrash, toggleView, chooseColumns, togglePreview,
    narrowPreview, widenPreview, switchLabels, mark, markRange,
    markAll, setField, rate, exportBeers, stopExport, backUp, stopChange,
  ]
}

// The availability of actions of the list.
extension ScreenContext {
  /// Available if there are beers; in the trash, labels have none.
  fileprivate var withBeersToGroup: Availability {
    list.isInTrash ? .refused(trashSentence) : withListedBeer
  }

  /// Available if a beer and the list fit next to each other.
  fileprivate var withRoomForPreview: Availability {
    let size = ListPanes.minSize
    return Availability(
      layout.size.width >= size.width && layout.size.height >= size.height,
      else: "Panes next to the list need a screen of at least \(size.width) columns and \(size.height) rows.")
  }

  /// Available if a beer is next to the list.
  fileprivate var withPreview: Availability {
    guard withRoomForPreview == .enabled else { return withRoomForPreview }
    return Availability(
      state(of: ListScreen.self).panes(self).preview != nil,
      else: sentence("The beer is not next to the list.", press: (.togglePreview, "show it")))
  }

  fileprivate var withSearch: Availability {
    Availability(
      !list.window.query.searchWords.isEmpty || !list.lastSearch.isEmpty,
      else: sentence("Nothing to find.", press: (.search, "search")))
  }

  fileprivate var withTrashedBeer: Availability {
    guard hasChosenBeer else { return withListedBeer }
    return Availability(isCurrentBeerInTrash, else: "This beer is not in the trash.")
  }

  /// Available if the list shows the whole trash, because the question names what is in it.
  fileprivate var withWholeTrash: Availability {
    guard list.isInTrash else {
      return .refused(
        sentence(
          "This is not the trash.", press: (.showTrash, "open it"), (.emptyTrash, "empty it there")))
    }
    guard list.window.query.hasWholeTrash else {
      return withTrashedBeer == .enabled
        ? .refused(sentence(press: (.showAll, "show the whole trash first"))) : withTrashedBeer
    }
    guard !list.window.isCounting, list.window.isCounted, let summary = list.window.summary else {
      return .refused("The trash is still being read.")
    }
    return Availability(
      summary.beerCount + summary.removedPhotoCount > 0,
      else: EmptyListText.sentence(about: list.window.query))
  }

  fileprivate var withBeerToTrash: Availability {
    if hasChosenBeer, !isCurrentBeerInTrash { return .enabled }
    if (list.window.count ?? 0) == 0 { return .disabled }
    return .refused(
      screen == .list
        ? trashSentence : sentence("This beer is in the trash.", press: (.restoreBeer, "restore it")))
  }

  fileprivate var hasMarks: Bool { !list.marks.isEmpty || list.marks.rangeStart != nil }

  /// The hint for the action that shows all beers; `nil` if another key does the same.
  fileprivate var showAllLabel: String? {
    if changes.isStoppable { return nil }
    if list.marks.rangeStart != nil { return "cancel range" }
    if !list.marks.isEmpty { return "unmark" }
    if list.highlightsMatches { return "clear matches" }
    return list.window.query.hasWholeTrash || list.currentDrillDown != nil ? nil : "show all"
  }
}
