import DiaryModel
import Terminal

/// A screen: what it remembers, how it changes and what it looks like.
///
/// The conforming value is the screen's state. It changes only itself, sees what is shared through a ``ScreenContext``,
/// and asks for everything else with an ``Intent``. Screens do not know each other. The defaults are those of a screen
/// that shows something that neither scrolls nor takes text.
protocol Screen: Hashable, Sendable {
  /// Where its state is kept.
  static var slot: Slot<Self> { get }

  // MARK: View

  func draw(in context: ScreenContext, into canvas: inout Canvas)
  /// What its help is about.
  var subject: String { get }
  /// The actions whose hints come first, because they are needed most now.
  func firstHints(in context: ScreenContext) -> [Action]
  /// What ``open(in:)`` does, in the words of a hint.
  func openLabel(in context: ScreenContext) -> String
  /// What ``leave(in:)`` does, in the words of a hint.
  func leaveLabel(in context: ScreenContext) -> String
  /// What the status line says if there is no notice.
  func statusNotice(in context: ScreenContext) -> Notice?
  /// Whether it shows something that changes with time.
  var isAnimated: Bool { get }
  /// The photos whose pictures it shows, or may show next; `nil` if it shows none.
  func wantedPictures(in context: ScreenContext) -> [Int64]?

  // MARK: Update

  /// Starts afresh, because the screen is opened from another one.
  mutating func begin(from screen: ScreenKind)
  /// Continues where it was left for the list.
  mutating func resume(in context: ScreenContext) -> [Intent]
  /// Another screen is about to cover this one.
  mutating func cover()
  /// Takes in what happened, whether or not the screen is on top.
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent]
  /// Follows what is shared, after every message and whether or not the screen is on top.
  mutating func follow(in context: ScreenContext) -> [Intent]
  /// Brings what is scrolled into range after a move, or after the size or the contents changed.
  mutating func settle(in context: ScreenContext)
  /// Another beer is shown now.
  mutating func beerChanged()
  /// The photos of the beer that is shown were replaced.
  ///
  /// - Parameter isRead: Whether they were read again, rather than moved.
  mutating func photosChanged(from before: [Photo], to after: [Photo], isRead: Bool)

  /// Moves the cursor, or scrolls.
  mutating func move(_ move: Move, in context: ScreenContext)
  /// Opens what is under the cursor.
  mutating func open(in context: ScreenContext) -> [Intent]
  /// Whether something can be opened.
  func canOpen(in context: ScreenContext) -> Availability
  /// Goes back to the previous screen.
  mutating func goBack(in context: ScreenContext) -> [Intent]
  /// Leaves the screen from which no other one is left.
  mutating func leave(in context: ScreenContext) -> [Intent]
  /// Stops what can be stopped instead of the program; `nil` to end the program.
  mutating func interrupt() -> [Intent]?
  /// Reads again what it has read itself.
  mutating func reload() -> [Intent]
  /// Handles a press, a drag or a release of the mouse.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent]

  // MARK: Text

  /// What can be typed or pasted at the cursor.
  var textInput: TextInputKind { get }
  /// Handles a key before the actions do; returns `false` to let it go there.
  mutating func intercept(_ key: Key) -> Bool
  /// Handles a key that is no action.
  mutating func type(_ key: Key) -> [Intent]
  /// Inserts pasted text.
  mutating func insert(_ text: String)

  // MARK: Keys and the end of the program

  /// Another screen whose keys it has for now; `nil` for its own keys.
  var mode: ScreenKind? { get }
  /// Whether it is not left for an action of another screen, because what is typed would be lost.
  var isKeptOpen: Bool { get }
  /// Whether actions work on the marked beers, or the one under the list's cursor.
  var choosesBeers: Bool { get }
  /// Whether it is about beers that a key pressed earlier can be meant for.
  var showsListedBeers: Bool { get }
  /// Whether what the first start has to say is shown here.
  var showsAnnouncement: Bool { get }
  /// Whether it is being read again.
  var isReading: Bool { get }
  /// Whether keys have to wait until what it shows has been read, or what it asked for has been answered.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool
  /// Whether a key is handled even while others have to wait.
  func acceptsWhileWaiting(_ key: Key, in context: ScreenContext) -> Bool
  /// Whether keys typed before the list is there are ignored, because something else has to be read first.
  var ignoresTypeAhead: Bool { get }
  /// Whether work goes on that its ticks show, whether or not the screen is on top.
  var isWorking: Bool { get }
  /// What the status line of other screens says about its work; `nil` if there is none.
  var workText: String? { get }
  /// The question to ask before the program is left; `nil` if there is none.
  var leavingQuestion: Prompt? { get }
  /// What has to be done before the program is terminated, so that nothing typed is lost.
  func keepUnsaved(in context: ScreenContext) -> [Effect]
}

/// What can be typed or pasted.
enum TextInputKind: Hashable, Sendable { case none, line, lines }

extension Screen {
  var subject: String { "all screens" }
  func firstHints(in context: ScreenContext) -> [Action] { [] }
  func openLabel(in context: ScreenContext) -> String { "open" }
  func leaveLabel(in context: ScreenContext) -> String { "quit" }
  func statusNotice(in context: ScreenContext) -> Notice? { nil }
  var isAnimated: Bool { false }
  func wantedPictures(in context: ScreenContext) -> [Int64]? { nil }

  mutating func begin(from screen: ScreenKind) {}
  mutating func resume(in context: ScreenContext) -> [Intent] { [] }
  mutating func cover() {}
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] { [] }
  mutating func follow(in context: ScreenContext) -> [Intent] { [] }
  mutating func settle(in context: ScreenContext) {}
  mutating func beerChanged() {}
  mutating func photosChanged(from before: [Photo], to after: [Photo], isRead: Bool) {}

  mutating func move(_ move: Move, in context: ScreenContext) {}
  mutating func open(in context: ScreenContext) -> [Intent] { [] }
  func canOpen(in context: ScreenContext) -> Availability { context.withListedBeer }
  mutating func goBack(in context: ScreenContext) -> [Intent] { [.back] }
  mutating func leave(in context: ScreenContext) -> [Intent] { [.quit] }
  mutating func interrupt() -> [Intent]? { nil }
  mutating func reload() -> [Intent] { [] }
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] { [] }

  var textInput: TextInputKind { .none }
  mutating func intercept(_ key: Key) -> Bool { false }
  mutating func type(_ key: Key) -> [Intent] { [] }
  mutating func insert(_ text: String) {}

  var mode: ScreenKind? { nil }
  var isKeptOpen: Bool { false }
  var choosesBeers: Bool { false }
  var showsListedBeers: Bool { true }
  var showsAnnouncement: Bool { false }
  var isReading: Bool { false }
  func isAwaitingAnswer(in context: ScreenContext) -> Bool { false }
  func acceptsWhileWaiting(_ key: Key, in context: ScreenContext) -> Bool { false }
  var ignoresTypeAhead: Bool { false }
  var isWorking: Bool { false }
  var workText: String? { nil }
  var leavingQuestion: Prompt? { nil }
  func keepUnsaved(in context: ScreenContext) -> [Effect] { [] }
}
