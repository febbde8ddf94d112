import DiaryModel
import DiaryStore
import DiaryText
import Interchange
package import Settings
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
  /// What the program was started with.
  package internal(set) var environment: Environment
  /// The screens that are open, the one that gets the keys last; never empty.
  var path: [ScreenKind] = [.opening]
  /// What each screen remembers.
  var screens: ScreenStates
  /// The beer that its page, its photos and the form are about; `nil` while the list is on top.
  var shown: ShownBeer?
  /// Changes that can be undone, and changes that are being stored.
  var changes = ChangeState()
  /// Keys that wait for what they are meant for.
  var typeAhead = TypeAhead()
  /// A line of input at the bottom of the screen, which gets the keys while it is open.
  var prompt: Prompt?
  /// Earlier entries of prompts, and values that complete them.
  var promptMemory = PromptMemory()
  /// The day of the user's clock; `nil` until it has been asked for.
  var today: DiaryDate?
  /// What photos look like, as far as it is known.
  var pictures = PictureCache()
  var background = BackgroundState()
  /// One sentence in the status line, until the next key.
  var notice: Notice?
  /// Where the last press of the mouse went to something that a double click opens.
  var pressed: Point?
  /// What turns spinners.
  var frame = 0

  /// - Parameters:
  ///   - actions: All actions with the keys of the settings.
  ///   - remark: What is wrong with the settings; `nil` if nothing is.
  ///   - isReadOnly: Whether nothing can be changed.
  ///   - storeName: What the diary's file is called, where it is not the user's usual one.
  ///   - announcement: A sentence that the list tells until it has been seen.
  package init(
    size: Size, appearance: Appearance = Appearance(), preferences: Preferences = Preferences(),
    actions: ActionTable = .standard, remark: String? = nil, isReadOnly: Bool = false,
    storeName: String? = nil, announcement: String? = nil
  ) {
    self.size = size
    environment = Environment(
      appearance: appearance, actions: actions, readOnly: isReadOnly ? .requested : nil,
      storeName: storeName, remark: remark, announcement: announcement)
    screens = ScreenStates(
      list: ListScreen(
        BeerList(RowWindow(order: preferences.order, isReversed: preferences.isReversed)),
        view: preferences.showsCards ? .cards : .compact))
    screens.importing.mappings = preferences.mappings
  }

  /// Whether something on the screen moves by itself, so that ticks are wanted.
  package var needsTick: Bool {
    list.rows.isUnread || changes.isStoring || list.marks.isReading || background.text != nil
      || prompt?.quietTicks != nil || list.isAwaitingRows || screens[screen].isAnimated
      || screens.all.contains { $0.isWorking }
  }

  /// The screen that gets the keys.
  var screen: ScreenKind {
    if Layout.isTooSmall(size) { return .tooSmall }
    let top = path.last ?? .list
    return screens[top].mode ?? top
  }

  /// The beers of the diary, the trash, a search or a bar of the statistics, with cursor and marks: the state of the
  /// list, which the other screens see as well.
  var list: BeerList {
    get { screens.list.beers }
    set { screens.list.beers = newValue }
  }

  /// Where the parts of a screen are at this size.
  var layout: Layout { Layout(size) }
}

extension AppState {
  /// The screen as it is now.
  package func draw() -> Canvas {
    var canvas = Canvas(size: size, glyphs: environment.appearance.glyphs)
    let context = ScreenContext(self)
    // The first rows come with the next answer; until then the screen before the list stays.
    let isOpening = screen == .list && list.rows.isUnread
    screens[isOpening ? .opening : screen].draw(in: context, into: &canvas)
    if !Layout.isTooSmall(size) {
      ScreenFrame.drawLongNotice(context, into: &canvas)
      context.drawPrompt(into: &canvas)
    }
    return environment.appearance.glyphs == .ascii ? canvas.asciiOnly : canvas
  }
}

/// A sentence for the user in the status line.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case information, problem }

  var text: String
  var kind = Kind.information
}
