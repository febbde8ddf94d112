import DiaryModel
import DiaryStore
import Terminal

/// A screen: its state, its updates and its drawing.
///
/// The conforming value is the screen's state. It changes only itself, sees the shared state through a
/// ``ScreenContext``, and requests everything else with an ``Intent``. Screens do not know each other. The defaults are
/// those of a screen that neither scrolls nor takes text.
///
/// ``willOpen(from:)`` is called before a screen is opened. At the end of every message, once the list has been opened,
/// ``adapt(in:)`` is called on all screens, and then ``clampScrolling(in:)`` on the screen that gets the keys.
protocol Screen: Hashable, Sendable {
  /// Creates the state at the start of the program.
  init()

  // MARK: View

  func draw(in context: ScreenContext, into canvas: inout Canvas)
  /// The screen that is drawn instead as long as this one has nothing to show; `nil` for none.
  var placeholder: ScreenKind? { get }
  /// The subject of the screen's help.
  var subject: String { get }
  /// The actions whose hints come first.
  func firstHints(in context: ScreenContext) -> [Action]
  /// The hint for ``open(in:)``.
  func openHint(in context: ScreenContext) -> String
  /// The hint for ``goBack(in:)``.
  func backHint(in context: ScreenContext) -> String
  /// The hint for ``leave(in:)``.
  func leaveHint(in context: ScreenContext) -> String
  /// The notice in the status line if there is no other.
  func statusNotice(in context: ScreenContext) -> Notice?
  /// What is selected, which a message ends with in words if it is not what was read last; `nil` while it is being read,
  /// and on screens whose messages do not name it.
  func selection(in context: ScreenContext) -> Selection?
  /// Whether the screen shows something that changes with time.
  var isAnimated: Bool { get }
  /// The photos whose pictures the screen shows, or may show next; `nil` if it shows none.
  func wantedPictures(in context: ScreenContext) -> [Int64]?
  /// The photo of the current beer that actions are about; `nil` if there is none.
  func selectedPhoto(in context: ScreenContext) -> Photo?

  // MARK: Update

  /// Resets the state before the screen is opened from another one.
  mutating func willOpen(from screen: ScreenKind)
  /// Continues in the state in which the screen was left for the list.
  mutating func resume(in context: ScreenContext) -> [Intent]
  /// Prepares for another screen on top of this one.
  mutating func willBeCovered()
  /// Handles a message, whether or not the screen is on top.
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent]
  /// Adapts to the shared state.
  mutating func adapt(in context: ScreenContext) -> [Intent]
  /// Brings scroll positions into range.
  mutating func clampScrolling(in context: ScreenContext)
  /// Adapts to another current beer.
  mutating func beerChanged(to beer: CurrentBeer)
  /// Moves the cursor to a photo of the current beer, at the latest when its photos have been read.
  mutating func select(photo: Int64, in context: ScreenContext)

  /// Moves the cursor, or scrolls.
  mutating func move(_ move: Move, in context: ScreenContext)
  /// Moves the cursor, or scrolls, several times; step by step by default.
  mutating func move(_ move: Move, times: Int, in context: ScreenContext)
  /// Scrolls lines for the wheel; returns `false` if the wheel moves as the keys do, which is the default.
  mutating func scrollLines(by offset: Int, in context: ScreenContext) -> Bool
  /// Whether items are next to each other, so that the cursor moves left and right; with the trait `.hasGrid`.
  var hasItemsSideBySide: Bool { get }
  /// Opens the item under the cursor.
  mutating func open(in context: ScreenContext) -> [Intent]
  /// Switches between counting all beers and counting those of the list.
  mutating func switchCountedBeers(in context: ScreenContext) -> [Intent]
  /// Whether something can be opened.
  func canOpen(in context: ScreenContext) -> Availability
  /// Why undo and redo do not work on the screen now; `nil` if they do.
  var undoRefusal: String? { get }
  /// The number of photos of the beer under the cursor or on the screen; `nil` while it is being read.
  func photoCount(in context: ScreenContext) -> Int?
  /// The number of times that the user had the beer under the cursor or on the screen; `nil` in the trash, and while
  /// it is being read.
  func timesCount(in context: ScreenContext) -> Int?
  /// Goes back to the previous screen.
  mutating func goBack(in context: ScreenContext) -> [Intent]
  /// Leaves a screen that has no previous one.
  mutating func leave(in context: ScreenContext) -> [Intent]
  /// Stops work instead of the program; returns `nil` to end the program.
  mutating func interrupt() -> [Intent]?
  /// Reads the screen's own data again.
  mutating func reload() -> [Intent]
  /// Handles a press, a drag or a release of the mouse.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent]

  // MARK: Text

  /// The kind of text that can be typed or pasted.
  var textInput: TextInputKind { get }
  /// Handles a key without an action.
  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent]
  /// Inserts pasted text.
  mutating func insert(_ text: String)

  // MARK: Keys and quitting

  /// The mode whose keys apply instead of the screen's own; `nil` for the screen's own keys.
  var mode: ScreenKind? { get }
  /// The mode whose keys apply in addition to the screen's own, and take precedence over them; `nil` for none.
  func additionalMode(in context: ScreenContext) -> ScreenKind?
  /// Whether actions of other screens must not leave the screen, because what was typed or chosen would be
  /// lost.
  var isKeptOpen: Bool { get }
  /// Whether actions apply to the marked beers, or else to the one under the list's cursor.
  var choosesBeers: Bool { get }
  /// Whether the screen shows beers to which a key pressed earlier can apply.
  var showsListedBeers: Bool { get }
  /// Whether the screen shows the telemetry notice.
  var showsTelemetryNotice: Bool { get }
  /// Whether the screen's data is being read.
  var isReading: Bool { get }
  /// Whether keys have to wait until the screen's data has been read or its request has been answered.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool
  /// Whether a key is handled even while others wait.
  func acceptsWhileWaiting(_ key: Key, in context: ScreenContext) -> Bool
  /// Whether keys typed before the list appears are ignored, because the user has to read something else first.
  var ignoresTypeAhead: Bool { get }
  /// Whether work is in progress that needs ticks, whether or not the screen is on top.
  var isWorking: Bool { get }
  /// The description of the screen's work in the status line of other screens; `nil` if there is none.
  var workText: String? { get }
  /// The question to ask before quitting; `nil` if there is none.
  var leavingQuestion: Prompt? { get }
  /// Returns the effects that save typed text before the program is terminated.
  func willTerminate(in context: ScreenContext) -> [Effect]
}

/// The kind of text that can be typed or pasted.
enum TextInputKind: Hashable, Sendable { case none, line, lines }

extension Screen {
  var placeholder: ScreenKind? { nil }
  var subject: String { "all screens" }
  func firstHints(in context: ScreenContext) -> [Action] { [] }
  func openHint(in context: ScreenContext) -> String { "open" }
  func backHint(in context: ScreenContext) -> String { "back" }
  func selectedPhoto(in context: ScreenContext) -> Photo? { nil }
  func leaveHint(in context: ScreenContext) -> String { "quit" }
  func statusNotice(in context: ScreenContext) -> Notice? { nil }
  func selection(in context: ScreenContext) -> Selection? { nil }
  var isAnimated: Bool { false }
  func wantedPictures(in context: ScreenContext) -> [Int64]? { nil }

  mutating func willOpen(from screen: ScreenKind) {}
  mutating func resume(in context: ScreenContext) -> [Intent] { [] }
  mutating func willBeCovered() {}
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] { [] }
  mutating func adapt(in context: ScreenContext) -> [Intent] { [] }
  mutating func clampScrolling(in context: ScreenContext) {}
  mutating func beerChanged(to beer: CurrentBeer) {}
  mutating func select(photo: Int64, in context: ScreenContext) {}

  var undoRefusal: String? { nil }
  mutating func move(_ move: Move, in context: ScreenContext) {}

  mutating func move(_ move: Move, times: Int, in context: ScreenContext) {
    for _ in 0..<times {
      let before = self
      self.move(move, in: context)
      // The other steps would not move it either.
      if self == before { return }
    }
  }

  mutating func scrollLines(by offset: Int, in context: ScreenContext) -> Bool { false }
  var hasItemsSideBySide: Bool { true }
  mutating func open(in context: ScreenContext) -> [Intent] { [] }
  mutating func switchCountedBeers(in context: ScreenContext) -> [Intent] { [] }
  func canOpen(in context: ScreenContext) -> Availability { context.withListedBeer }
  func photoCount(in context: ScreenContext) -> Int? { context.photoCount }
  func timesCount(in context: ScreenContext) -> Int? { context.timesCount }
  mutating func goBack(in context: ScreenContext) -> [Intent] { [.back] }
  mutating func leave(in context: ScreenContext) -> [Intent] { [.quit] }
  mutating func interrupt() -> [Intent]? { nil }
  mutating func reload() -> [Intent] { [] }
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] { [] }

  var textInput: TextInputKind { .none }
  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent] { [] }
  mutating func insert(_ text: String) {}

  var mode: ScreenKind? { nil }
  func additionalMode(in context: ScreenContext) -> ScreenKind? { nil }
  var isKeptOpen: Bool { false }
  var choosesBeers: Bool { false }
  var showsListedBeers: Bool { true }
  var showsTelemetryNotice: Bool { false }
  var isReading: Bool { false }
  func isAwaitingAnswer(in context: ScreenContext) -> Bool { false }
  func acceptsWhileWaiting(_ key: Key, in context: ScreenContext) -> Bool { context.worksWhileReading(key) }
  var ignoresTypeAhead: Bool { false }
  var isWorking: Bool { false }
  var workText: String? { nil }
  var leavingQuestion: Prompt? { nil }
  func willTerminate(in context: ScreenContext) -> [Effect] { [] }
}
