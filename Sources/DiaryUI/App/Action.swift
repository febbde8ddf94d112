import DiaryStore
import DiaryUpkeep
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
  case movePhotoDown = "photo-down"
  case movePhotoUp = "photo-up"
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
  case changeIdentity = "change-identity"
  case choosePhotoFolder = "import-photos"
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
    case .movePhotoDown, .movePhotoUp, .makeThumbnail, .pickUp, .drop, .editCaption, .addPhoto, .removePhoto,
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
