import DiaryModel
import DiaryStore
import DiaryText
import Interchange
package import Settings
package import Terminal

/// The state of the whole interface as one value, ready to be drawn.
///
///     var state = AppState(size: terminal.size, appearance: appearance)
///     var effects = state.start()
///     effects += state.update(.key(.character("j")))
///     let canvas = state.draw()
///
/// It accesses no file, store or clock. It requests what it needs with an ``Effect`` and receives it with a
/// ``Message``.
package struct AppState: Hashable, Sendable {
  /// The size of the terminal in cells.
  package internal(set) var size: Size
  /// What the program was started with.
  package internal(set) var configuration: InterfaceConfiguration
  /// The open screens, never empty; the last one gets the keys.
  var path: [ScreenKind] = [.opening]
  /// The state of each screen.
  var screens = ScreenStates()
  /// The beer that the beer page, the photos and the form show, or the one under the cursor of a label's page; `nil` while
  /// the list is on top.
  var currentBeer: CurrentBeer?
  /// Changes that are being saved, and those that can be undone or redone.
  var changes = ChangeState()
  /// The synchronization with other devices.
  var sync = SyncState()
  /// Keys that wait until they can be handled.
  var typeAhead = TypeAhead()
  /// The input line at the bottom of the screen, which gets the keys while it is open.
  var prompt: Prompt?
  /// Earlier entries of prompts, and values for their completion.
  var promptMemory = PromptMemory()
  /// The pictures of photos that are loaded.
  var pictures = PhotoPictures()
  var background = BackgroundState()
  /// The sentence in the status line, and the last ones.
  var messages = MessageHistory()
  /// The last key or click, if a second one would complete a double.
  var pendingDouble = PendingDouble()
  var clock = Clock()

  /// Creates the state of an interface that has just started.
  ///
  /// - Parameters:
  ///   - actions: All actions with the keys from the settings.
  ///   - startupWarning: A sentence about the settings or the terminal; `nil` if there is none.
  ///   - startupNotice: A sentence about the diary that is shown if there is no warning; `nil` if there is none.
  ///   - isReadOnly: Whether the diary cannot be changed.
  ///   - isTemporary: Whether the diary is removed when the program ends.
  ///   - storeName: The name of the diary's file; `nil` for the user's usual one.
  ///   - workingFolder: The folder in which the program was started, with `~` for the home folder and `/` at the end.
  ///   - editor: The name of the user's editor; `nil` if it is not known.
  ///   - telemetryNotice: A sentence that the list shows until the user has seen it.
  ///   - listLayout: The layout of the list in the last run; what the settings say takes precedence.
  package init(
    size: Size, appearance: Appearance = Appearance(), preferences: Preferences = Preferences(),
    actions: ActionTable = .standard, startupWarning: String? = nil, startupNotice: String? = nil,
    isReadOnly: Bool = false, isTemporary: Bool = false,
    storeName: String? = nil, workingFolder: String = "~/", editor: String? = nil,
    telemetryNotice: String? = nil,
    listLayout: ListLayout = ListLayout()
  ) {
    self.size = size
    configuration = InterfaceConfiguration(
      appearance: appearance, tastingSheet: preferences.tastingSheet, mappings: preferences.mappings,
      synchronizesAutomatically: preferences.synchronizesAutomatically, actions: actions,
      readOnly: isReadOnly ? .requested : nil, isTemporary: isTemporary,
      storeName: storeName, workingFolder: workingFolder, editor: editor, startupWarning: startupWarning,
      startupNotice: startupNotice, telemetryNotice: telemetryNotice)
    screens[ListScreen.self] = ListScreen(preferences, layout: listLayout)
  }

  /// Whether something on the screen changes with time, so that ticks are needed.
  package var needsTick: Bool {
    list.window.isUnread || changes.isSaving || list.marks.isReading || background.text != nil
      || prompt?.pause != nil || promptMemory.continuablePrompt != nil || pendingDouble.isWaiting
      || typeAhead.dropping != nil
      || list.isAwaitingItems || screens[screen].isAnimated
      || screens.all.contains { $0.isWorking }
  }

  /// The screen that gets the keys.
  var screen: ScreenKind {
    if Layout.isTooSmall(size) { return .tooSmall }
    let top = path.last ?? .list
    return screens[top].mode ?? top
  }

  /// The state of the list, which the other screens see as well: the beers of the diary, the trash, a search or a bar
  /// of the statistics, with cursor and marks.
  ///
  /// Only its screen and ``updateList(_:)`` change it.
  var list: BeerList { screens[ListScreen.self].beers }

  /// A sentence in the status line until the next key; `nil` if there is none.
  var notice: Notice? {
    get { messages.current }
    set { messages.current = newValue }
  }

  /// The positions of the parts of a screen at this size.
  var layout: Layout { Layout(size) }
}

extension AppState {
  /// Requests pictures that were missing when the screen was drawn.
  ///
  ///     let canvas = state.draw()
  ///     effects += state.request(canvas.missingPictures)
  package mutating func request(_ missing: [PictureSpec]) -> [Effect] {
    pictures.renderings.request(missing).map { [.renderPictures($0)] } ?? []
  }

  /// Draws the current screen.
  package func draw() -> Canvas {
    var canvas = Canvas(size: size, glyphs: configuration.appearance.glyphs)
    let context = ScreenContext(self)
    screens[screens[screen].placeholder ?? screen].draw(in: context, into: &canvas)
    if !Layout.isTooSmall(size) {
      ScreenFrame.drawLongNotice(context, into: &canvas)
      context.drawPrompt(into: &canvas)
      if isMessageToBeRead { canvas.cursor = Point(column: 0, row: ScreenFrame.noticeRow(context)) }
    }
    return configuration.appearance.glyphs.isASCII ? canvas.asciiOnly : canvas
  }
}

/// What the screens show of the time.
struct Clock: Hashable, Sendable {
  /// The current day in the user's time zone; `nil` until it is known.
  var today: DiaryDate?
  /// The local time when the day was last asked for, or only the day; `nil` until it is known.
  var now: DiaryDate?
  /// The frame of spinners.
  var frame = 0
}

/// A sentence for the user in the status line.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case information, problem }

  var text: String
  var kind = Kind.information
  /// Whether nothing was done that it answers; then it has only one row of a low screen.
  var isUnasked = false
  /// A key with what it does about this, such as `u: undo`; `nil` if there is none.
  var advice: String?

  /// The text and the advice on one line.
  var line: String { [text, advice].compactMap { $0 }.joined(separator: "  ") }

  /// Returns the text and the advice in lines of at most `width` columns; the advice is never broken.
  func lines(width: Int) -> [String] {
    if line.columns <= width { return [line] }
    let lines = text.wrapped(to: width)
    guard let advice, let last = lines.last else { return lines }
    let whole = last + "  " + advice
    return whole.columns <= width ? lines.dropLast() + [whole] : lines + [advice]
  }
}
