import DiaryStore
package import Terminal

/// What a person can ask for; the raw value is its name in configuration and manual.
package enum ActionID: String, Hashable, Sendable, CaseIterable {
  case moveDown = "move-down"
  case moveUp = "move-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case moveToFirst = "first"
  case moveToLast = "last"
  case moveLeft = "left"
  case moveRight = "right"
  case open
  case openPhotos = "photos"
  case toggleView = "view"
  case nextBeer = "next-beer"
  case previousBeer = "previous-beer"
  case carryDown = "photo-down"
  case carryUp = "photo-up"
  case makeThumbnail = "make-thumbnail"
  case pickUp = "pick-up"
  case drop
  case putBack = "put-back"
  case editCaption = "caption"
  case addPhoto = "add-photo"
  case removePhoto = "remove-photo"
  case viewPhoto = "view-photo"
  case search
  case filter
  case sort
  case showAll = "show-all"
  case mark
  case markRange = "mark-range"
  case markAll = "mark-all"
  case setField = "set-field"
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case showRemarks = "remarks"
  case showStatistics = "statistics"
  case countAll = "count-all"
  case addBeer = "add"
  case editBeer = "edit"
  case trashBeer = "delete"
  case showTrash = "trash"
  case restoreBeer = "restore"
  case emptyTrash = "empty-trash"
  case importFile = "import"
  case startImport = "start-import"
  case stopImport = "stop-import"
  case changeColumn = "change-column"
  case changeReading = "change-reading"
  case useMapping = "use-mapping"
  case saveMapping = "save-mapping"
  case nextColumn = "next-column"
  case previousColumn = "previous-column"
  case nextField = "next-field"
  case previousField = "previous-field"
  case completeField = "complete"
  case editNotes = "edit-notes"
  case save
  case undo
  case redo
  case reload
  case redraw
  case suspend
  case help
  case palette
  case searchHelp = "search-help"
  case cancel
  case back
  case quit
  case interrupt

  /// Whether it does the same on every screen.
  var isGlobal: Bool {
    switch self {
    case .help, .palette, .reload, .redraw, .suspend, .interrupt, .undo, .redo, .addBeer, .editBeer,
      .trashBeer:
      true
    default: false
    }
  }
}

extension ActionID {
  /// Whether it changes the diary, or begins to.
  var changesDiary: Bool {
    switch self {
    case .carryDown, .carryUp, .makeThumbnail, .pickUp, .drop, .editCaption, .addPhoto, .removePhoto,
      .addBeer, .editBeer, .trashBeer, .restoreBeer, .emptyTrash, .editNotes, .save, .undo, .redo, .setField,
      .importFile, .startImport:
      true
    default: false
    }
  }

  /// Whether it changes the beers on the screen, or begins to: those under the cursor, marked, or shown.
  var changesShownBeers: Bool {
    switch self {
    case .addBeer, .editBeer, .importFile, .undo, .redo: false
    default: changesDiary
    }
  }

  /// Whether it changes the beers of the list that are marked, or else the one under its cursor.
  var changesChosenBeers: Bool { [.trashBeer, .restoreBeer, .setField].contains(self) }

  /// Whether what it does depends on the change before, which is to be stored first.
  var goesOnFromChange: Bool {
    switch self {
    case .trashBeer, .restoreBeer, .undo, .redo: true
    default: false
    }
  }
}

/// One line of the table of actions: what dispatch, hints, help and manual are made from.
package struct Action: Hashable, Sendable {
  /// The headings of the help screen, in their order.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case moving = "Moving"
    case beers = "Beers"
    case finding = "Finding"
    case marking = "Marking"
    case photos = "Photos"
    case program = "Program"
  }

  /// Keys that ask for it on some screens.
  package struct Binding: Hashable, Sendable {
    package let keys: [Key]
    package let screens: Set<ScreenKind>
  }

  /// The few words at the bottom of the screen.
  package struct Hint: Hashable, Sendable {
    package let label: String
    /// An action whose key is shown as well, as in `J/K move`.
    package let partner: ActionID?
  }

  package let id: ActionID
  package let group: Group
  /// One sentence without a full stop, for the help screen.
  package let help: String
  package let hint: Hint?
  package internal(set) var bindings: [Binding]
  package let condition: Condition

  init(
    _ id: ActionID, _ group: Group, _ help: String, hint: String? = nil, with partner: ActionID? = nil,
    when condition: Condition = .always, keys: [Key], on screens: Set<ScreenKind>
  ) {
    self.init(
      id: id, group: group, help: help, hint: hint.map { Hint(label: $0, partner: partner) },
      bindings: [Binding(keys: keys, screens: screens)], condition: condition)
  }

  private init(
    id: ActionID, group: Group, help: String, hint: Hint?, bindings: [Binding], condition: Condition
  ) {
    self.id = id
    self.group = group
    self.help = help
    self.hint = hint
    self.bindings = bindings
    self.condition = condition
  }

  /// The same action with more keys on some screens.
  func binding(_ keys: [Key], on screens: Set<ScreenKind>) -> Action {
    Action(
      id: id, group: group, help: help, hint: hint,
      bindings: bindings + [Binding(keys: keys, screens: screens)], condition: condition)
  }

  /// Its keys on a screen, the usual one first.
  package func keys(on screen: ScreenKind) -> [Key] {
    bindings.filter { $0.screens.contains(screen) }.flatMap(\.keys)
  }
}

/// When an action can be asked for.
package enum Condition: Hashable, Sendable {
  case always
  /// The list has a beer under its cursor.
  case hasBeer
  /// The beer under the cursor, or on the screen, has photos.
  case hasPhotos
  /// There is an order to change.
  case hasSeveralPhotos
  case hasRemarks
  /// There is something to search and filter.
  case canFind
  /// A search or a filter is kept, or something is marked.
  case isNarrowed
  /// The list has not all beers, so that the statistics can count either.
  case isNarrowedList
  case isInDiary
  /// A beer is there that is not in the trash.
  case canTrash
  case isInTrash
  case hasSearch
  case canImport
  case isImporting
  /// The columns of a file are shown, and can be said to be something else.
  case canMap
  case canUndo
  case canRedo
}

extension AppState {
  /// Whether an action makes sense right now.
  func isEnabled(_ action: Action) -> Bool {
    if isReadOnly, action.id.changesDiary { return false }
    return switch action.condition {
    case .always: true
    case .hasBeer: (rows.count ?? 0) > 0
    case .hasPhotos: (photoCount ?? 0) > 0
    case .hasSeveralPhotos: (photoCount ?? 0) > 1
    case .hasRemarks: !remarks.sentences.isEmpty
    case .isInTrash: hasChosenBeer && isShownInTrash
    case .canFind: (rows.count ?? 0) > 0 || !rows.query.hasAllBeers
    case .isNarrowed: !wantedQuery.hasAllBeers || !marks.isEmpty || marks.rangeStart != nil || list.isFinding
    case .isNarrowedList: !rows.query.hasAllBeers
    case .isInDiary: !isInTrash
    case .canTrash: hasChosenBeer && !isShownInTrash
    case .hasSearch: !rows.query.searchWords.isEmpty || !list.lastSearch.isEmpty
    case .canImport: fileImport?.canBegin == true
    case .canMap: fileImport?.canMap == true && fileImport?.isRereading == false
    case .isImporting: fileImport?.isBusy == true && fileImport?.isStopping == false
    case .canUndo: history.canUndo
    case .canRedo: history.canRedo
    }
  }

  /// Whether there is a beer under the cursor or on the screen.
  private var hasChosenBeer: Bool { shown != nil || (rows.count ?? 0) > 0 }

  /// Why an action makes no sense right now; `nil` where that can be seen, or is not known yet.
  func refusal(of action: Action) -> Notice? {
    if let readOnly, action.id.changesDiary { return Notice(text: ReadOnlyText.refusal(readOnly)) }
    return switch action.condition {
    case .always, .hasBeer, .isNarrowed, .isInTrash, .canImport, .isImporting, .canMap: nil
    case .isNarrowedList: Notice(text: "The list has all beers, and all are counted.")
    case .canFind: Notice(text: "There is nothing to look for yet.")
    case .canTrash where (rows.count ?? 0) == 0: nil
    case .canTrash where screen != .list: Notice(text: "This beer is in the trash: R brings it back.")
    case .isInDiary, .canTrash:
      Notice(text: "This is the trash: R brings a beer back, T goes back to the diary.")
    case .hasSearch: Notice(text: "Nothing is searched for; / begins a search.")
    case .hasPhotos, .hasSeveralPhotos:
      switch photoCount {
      case 0: Notice(text: "This beer has no photos.")
      case 1: Notice(text: "This beer has only one photo.")
      default: nil
      }
    case .hasRemarks: Notice(text: "There are no remarks from a migration.")
    case .canUndo: Notice(text: isStoring ? Self.storingSentence : "There is nothing to undo.")
    case .canRedo: Notice(text: isStoring ? Self.storingSentence : "There is nothing to redo.")
    }
  }

  /// Of the beer under the cursor or on the screen; `nil` while it is being read.
  private var photoCount: Int? {
    shown?.detail?.photos.count ?? rows[shown?.position ?? list.scroll.cursor]?.photoCount
  }
}
