import DiaryStore
import DiaryText
import Interchange
package import Terminal

/// The whole interface as one value: what happened so far, ready to be drawn.
///
///     var state = AppState(size: terminal.size, appearance: appearance)
///     var effects = state.start()
///     effects += state.update(.key(.character("j")))
///     let canvas = state.draw()
///
/// It touches no file, no store and no clock: whatever it needs from outside it asks for with an ``Effect`` and gets
/// with a ``Message``.
package struct AppState: Hashable, Sendable {
  package internal(set) var size: Size
  package let appearance: Appearance
  let actions: ActionTable
  /// Why nothing can be changed; `nil` if the diary can be changed.
  var readOnly: ReadOnlyCause?
  var isReadOnly: Bool { readOnly != nil }
  /// What the diary's file is called, where it is not the user's usual one.
  let storeName: String?
  /// What is wrong with the configuration.
  let remark: String?
  /// What a first start has to tell, until a key is pressed while it is to be seen.
  var announcement: String?

  /// The screens that are open, the one that gets the keys last; never empty.
  var path: [ScreenKind] = [.opening]

  var opening = OpeningState()
  var list = ListState()
  var beer = BeerState()
  var photos = PhotosState()
  var help = HelpState()
  var palette = PaletteState()
  var remarks = RemarksState()
  var statistics = StatisticsState()

  var rows: RowWindow
  /// The beer that the beer and the photos screen show.
  var shown: ShownBeer?
  var beerGeneration = 0
  var moves = PhotoMoves()
  var background = BackgroundState()
  var history = ChangeHistory()
  var marks = Marks()
  /// Changes that the store has been asked for and has not answered yet.
  var changesUnderWay = 0
  /// How many beers the change that is being stored has got to, as far as that is known.
  var changeShare: ChangeShare?
  private var ticksOfChange = 0
  /// What photos look like, as far as it is known.
  var pictures = PictureCache()
  /// A file that is looked at, imported, or was.
  var fileImport: ImportState?
  var lastImportFolder = "~/"
  /// What columns of files are, as it was kept under names.
  var mappings: [SavedMapping]
  /// Where the last photo was added from.
  var lastFolder = "~/"
  /// What filters can be completed with, as far as it has been read.
  var vocabulary: FilterVocabulary?
  var isVocabularyAsked = false
  /// The field whose values are being read.
  var valuesAsked: String?
  /// The list that the next answer with the cursor's place will show.
  var pendingPlace: PlaceRequest?
  /// Another program changed the diary, which is to be read again as soon as what is under way has come.
  var isOutdated = false
  var pendingMatch: MatchRequest?
  /// A line of input at the bottom of the screen, which gets the keys while it is open.
  var prompt: Prompt?
  var searches = PromptHistory()
  var filters = PromptHistory()
  /// The beer that is being added or edited, once it is known.
  var form: FormState?
  var formHelp: FormHelp?
  /// A form that could not be stored the last time.
  var recovery: Recovery?
  /// More of them, to be offered after it.
  var keptDrafts: [KeptDraft] = []
  /// A beer that the list's cursor is to go to: its place is asked for, then the rows around it are read.
  var focus: Int64?
  /// Where the last press of the mouse went to something that a double click opens.
  var pressed: Point?
  /// One sentence in the status line, until the next key.
  var notice: Notice?
  /// Keys that were pressed before there was a list to use them on.
  var keysAhead: [KeyAhead] = []
  /// The first of them goes on from a change that is being stored.
  var keysAwaitChange = false
  /// The one of them that is being used: nothing may come between them.
  var keyAhead: KeyAhead?
  /// The rest of those that are being used is left out.
  var dropsKeysAhead = false
  /// The user wants to leave as soon as the last change is stored.
  var isLeaving = false
  /// What turns spinners.
  var frame = 0

  /// - Parameters:
  ///   - isReadOnly: Whether nothing can be changed.
  ///   - storeName: What the diary's file is called, where it is not the user's usual one.
  ///   - announcement: A sentence that the list tells until it has been seen.
  package init(
    size: Size, appearance: Appearance = Appearance(), preferences: Preferences = Preferences(),
    isReadOnly: Bool = false, storeName: String? = nil, announcement: String? = nil
  ) {
    self.size = size
    self.appearance = appearance
    readOnly = isReadOnly ? .requested : nil
    self.storeName = storeName
    self.announcement = announcement
    actions = preferences.actions
    rows = RowWindow(order: preferences.order, isReversed: preferences.isReversed)
    list.view = preferences.showsCards ? .cards : .compact
    remark = preferences.remark
    mappings = preferences.mappings
  }

  /// Whether something on the screen moves by itself, so that ticks are wanted.
  package var needsTick: Bool {
    rows.isUnread || changesUnderWay > 0 || marks.isReading || fileImport?.isBusy == true
      || background.text != nil || prompt?.quietTicks != nil
      || moves.isAnyUnderWay || isAwaitingRows
      || screen == .statistics && statistics.isUnknown
  }

  /// Whether a change takes so long that it is worth telling: about half a second.
  var isStoringSlowly: Bool { changesUnderWay > 0 && ticksOfChange >= 6 }

  /// Notes that time has passed.
  mutating func tickChange() { ticksOfChange = changesUnderWay > 0 ? ticksOfChange + 1 : 0 }

  /// The screen that gets the keys.
  var screen: ScreenKind {
    if Layout.isTooSmall(size) { return .tooSmall }
    return path.last == .photos && photos.carried != nil ? .carrying : path.last ?? .list
  }

  /// Where the parts of a screen are at this size.
  var layout: Layout { Layout(size) }
}

/// How far a change of many beers is.
struct ChangeShare: Hashable, Sendable {
  let done: Int
  let total: Int

  /// `30,000 of 66,000`.
  var text: String { "\(NumberText.count(done)) of \(NumberText.count(total))" }
}

/// The screens there are.
package enum ScreenKind: String, Hashable, Sendable, CaseIterable {
  case opening, list, beer, photos, form, statistics, importing, help, palette, remarks, tooSmall
  /// The photos, while one of them is carried.
  case carrying
}

/// A sentence for the user in the status line.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case information, problem }

  var text: String
  var kind = Kind.information
}
