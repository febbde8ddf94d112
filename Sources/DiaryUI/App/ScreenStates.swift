/// The kinds of screens, in the order in which they receive messages and are listed in the manual.
package enum ScreenKind: String, Hashable, Sendable, CaseIterable {
  case opening, list, label, beer, photos
  /// The list of an empty diary, which has keys for ways to begin; its other keys are those of the list.
  case welcome
  /// The photos, while the user moves one of them.
  case movingPhoto
  case form, statistics, timeline, map, importing, files, menu, suggestions, help, palette, warnings, tooSmall
}

extension ScreenKind {
  /// The screens that scroll or have a cursor, and have the usual keys for help, the palette and going back.
  static let scrollable = Set(allCases).subtracting([
    .opening, .welcome, .form, .files, .menu, .palette, .tooSmall,
  ])
}

/// The state of each screen.
struct ScreenStates: Hashable, Sendable {
  var opening = OpeningScreen()
  var list: ListScreen
  var label = LabelScreen()
  var beer = BeerScreen()
  var photos = PhotosScreen()
  var form = FormScreen()
  var statistics = StatisticsScreen()
  var timeline = TimelineScreen()
  var map = MapScreen()
  var importing = ImportScreen()
  var files = FilesScreen()
  var menu = MenuScreen()
  var suggestions = SuggestionsScreen()
  var help = HelpScreen()
  var palette = PaletteScreen()
  var warnings = WarningsScreen()
  var tooSmall = TooSmallScreen()

  init(list: ListScreen) { self.list = list }
}

/// The key path of a screen's state.
typealias Slot<Own> = any WritableKeyPath<ScreenStates, Own> & Sendable

extension ScreenKind {
  /// The slot of the kind's state.
  fileprivate var slot: ScreenSlot {
    switch self {
    case .opening: ScreenSlot(OpeningScreen.slot)
    case .list, .welcome: ScreenSlot(ListScreen.slot)
    case .label: ScreenSlot(LabelScreen.slot)
    case .beer: ScreenSlot(BeerScreen.slot)
    case .photos, .movingPhoto: ScreenSlot(PhotosScreen.slot)
    case .form: ScreenSlot(FormScreen.slot)
    case .statistics: ScreenSlot(StatisticsScreen.slot)
    case .timeline: ScreenSlot(TimelineScreen.slot)
    case .map: ScreenSlot(MapScreen.slot)
    case .importing: ScreenSlot(ImportScreen.slot)
    case .files: ScreenSlot(FilesScreen.slot)
    case .menu: ScreenSlot(MenuScreen.slot)
    case .suggestions: ScreenSlot(SuggestionsScreen.slot)
    case .help: ScreenSlot(HelpScreen.slot)
    case .palette: ScreenSlot(PaletteScreen.slot)
    case .warnings: ScreenSlot(WarningsScreen.slot)
    case .tooSmall: ScreenSlot(TooSmallScreen.slot)
    }
  }
}

extension ScreenKind {
  /// The title in the manual; `nil` if the manual does not list the screen.
  package var title: String? {
    switch self {
    case .welcome: "Empty diary"
    case .movingPhoto: "Moving a photo"
    default: slot.title
    }
  }
}

extension ScreenStates {
  /// The kinds with their own state.
  static let kinds = ScreenKind.allCases.filter { ![.welcome, .movingPhoto].contains($0) }

  subscript(kind: ScreenKind) -> any Screen {
    get { kind.slot.get(self) }
    set { kind.slot.set(&self, newValue) }
  }

  /// The states of all kinds.
  var all: [any Screen] { Self.kinds.map { self[$0] } }
}

/// A slot in ``ScreenStates`` with its type erased.
private struct ScreenSlot {
  let title: String?
  let get: (ScreenStates) -> any Screen
  let set: (inout ScreenStates, any Screen) -> Void

  init<Own: Screen>(_ path: WritableKeyPath<ScreenStates, Own>) {
    title = Own.title
    get = { $0[keyPath: path] }
    set = { states, screen in if let screen = screen as? Own { states[keyPath: path] = screen } }
  }
}
