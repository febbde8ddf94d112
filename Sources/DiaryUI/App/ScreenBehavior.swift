package import Terminal

/// What a screen does in its own way; its actions are in ``ActionTable``.
protocol ScreenBehavior {
  static func draw(_ state: AppState, into canvas: inout Canvas)
  /// Moves the cursor, or scrolls.
  static func move(_ move: Move, in state: inout AppState)
  /// Opens what is under the cursor.
  static func open(in state: inout AppState) -> [Effect]
  /// Goes back to the screen before.
  static func goBack(in state: inout AppState) -> [Effect]
  /// The actions whose hints come first, as they are needed most now.
  static func firstHints(_ state: AppState) -> [Action]
  /// Takes a press, a drag or a release of the mouse.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect]

  /// Begins anew as the screen is opened from another one.
  static func begin(from screen: ScreenKind, in state: inout AppState)
  /// Brings what is scrolled into range after a move, or after the size or the contents changed.
  static func settle(_ state: inout AppState)
  /// Whether it shows something that changes with time.
  static func isAnimated(_ state: AppState) -> Bool

  /// What can be typed or pasted where the cursor is.
  static func textInput(_ state: AppState) -> TextInputKind
  /// Takes a key before the actions do, and returns whether it had a use for it.
  static func intercept(_ key: Key, in state: inout AppState) -> Bool
  /// Takes a key that is no action.
  static func type(_ key: Key, in state: inout AppState)
  /// Inserts pasted text.
  static func insert(_ text: String, in state: inout AppState)
}

/// What can be typed or pasted.
enum TextInputKind: Hashable, Sendable { case none, line, lines }

extension ScreenBehavior {
  static func move(_ move: Move, in state: inout AppState) {}
  static func open(in state: inout AppState) -> [Effect] { [] }
  static func goBack(in state: inout AppState) -> [Effect] {
    state.goBack()
    return []
  }
  static func firstHints(_ state: AppState) -> [Action] { [] }
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] { [] }
  static func begin(from screen: ScreenKind, in state: inout AppState) {}
  static func settle(_ state: inout AppState) {}
  static func isAnimated(_ state: AppState) -> Bool { false }
  static func textInput(_ state: AppState) -> TextInputKind { .none }
  static func intercept(_ key: Key, in state: inout AppState) -> Bool { false }
  static func type(_ key: Key, in state: inout AppState) {}
  static func insert(_ text: String, in state: inout AppState) {}
}

extension ScreenKind {
  var behavior: any ScreenBehavior.Type {
    switch self {
    case .opening: OpeningScreen.self
    case .list: ListScreen.self
    case .beer: BeerScreen.self
    case .photos, .carrying: PhotosScreen.self
    case .form: FormScreen.self
    case .statistics: StatisticsScreen.self
    case .importing: ImportScreen.self
    case .help: HelpScreen.self
    case .palette: PaletteScreen.self
    case .remarks: RemarksScreen.self
    case .tooSmall: TooSmallScreen.self
    }
  }
}

extension AppState {
  /// The screen as it is now.
  package func draw() -> Canvas {
    var canvas = Canvas(size: size, glyphs: environment.appearance.glyphs)
    screen.behavior.draw(self, into: &canvas)
    if screen != .tooSmall {
      ScreenFrame.drawLongNotice(self, into: &canvas)
      drawPrompt(into: &canvas)
    }
    return environment.appearance.glyphs == .ascii ? canvas.asciiOnly : canvas
  }
}
