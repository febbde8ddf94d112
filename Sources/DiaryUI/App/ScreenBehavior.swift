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
}

extension ScreenBehavior {
  static func move(_ move: Move, in state: inout AppState) {}
  static func open(in state: inout AppState) -> [Effect] { [] }
  static func goBack(in state: inout AppState) -> [Effect] {
    state.goBack()
    return []
  }
  static func firstHints(_ state: AppState) -> [Action] { [] }
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] { [] }
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

  /// Brings what is scrolled into range after a move, or after the size or the contents changed.
  mutating func settleScreen() {
    let visible = layout.body.count
    switch screen {
    case .beer: screens.beer.offset.settle(count: BeerScreen.lines(self).count, visible: visible)
    case .photos, .carrying: PhotosScreen.settle(&self)
    case .statistics: StatisticsScreen.settle(&self)
    case .help: screens.help.offset.settle(count: HelpScreen.lines(self).count, visible: visible)
    case .importing: ImportScreen.settle(&self)
    case .palette: PaletteScreen.settle(&self)
    case .remarks: screens.remarks.offset.settle(count: RemarksScreen.lines(self).count, visible: visible)
    case .opening, .list, .form, .tooSmall: break
    }
  }
}
