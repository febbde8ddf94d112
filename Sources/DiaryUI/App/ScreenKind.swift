/// The name of a screen, by which actions and intents refer to it, or of a mode in which a screen has other keys.
///
/// Each screen declares its own, with all that others need to know about it, and ``allCases`` registers it:
///
///     extension ScreenKind {
///       package static let map = ScreenKind(MapScreen.self, title: "Map", .opensItems) { Action.onMap }
///     }
package struct ScreenKind: CaseIterable, Sendable {
  /// All kinds, in the order in which their screens receive messages and are listed in the manual.
  package static let allCases: [ScreenKind] = [
    .opening,
    .list,
    .label,
    .beer,
    .photos,
    .photo,
    .welcome,
    .movingPhoto,
    .form,
    .statistics,
    .year,
    .timeline,
    .map,
    .importing,
    .adopting,
    .files,
    .menu,
    .suggestions,
    .conflicts,
    .help,
    .palette,
    .warnings,
    .messages,
    .tooSmall,
  ]

  /// The keys that a screen has in addition to those of its own actions.
  enum Keys: Hashable, Sendable {
    /// The keys that scroll or move the cursor, and those for help, the palette and going back.
    case usual
    /// Those that type a character, which actions cannot use.
    case text
    /// No others.
    case own
  }

  /// Which actions of several screens work on a screen, and when it closes.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Undo and redo; ``Screen/undoRefusal`` says when they do not work.
    static let undoes = Traits(rawValue: 1)
    /// Enter opens the item under the cursor; see ``Screen/open(in:)``.
    static let opensItems = Traits(rawValue: 1 << 1)
    /// The cursor moves left and right as well.
    static let hasGrid = Traits(rawValue: 1 << 2)
    /// The screen stays open if the current beer is no longer in the diary, or closes itself.
    static let outlivesBeer = Traits(rawValue: 1 << 3)
    /// In words, the status line is the line that is read, in parts if it is too long.
    static let readsStatus = Traits(rawValue: 1 << 4)
    /// In words, the line under the cursor is shown in parts if it is too long.
    static let readsRow = Traits(rawValue: 1 << 5)
  }

  /// The screen, which may be in the mode.
  let screen: any Screen.Type
  /// The title in the manual; `nil` if the manual does not list the screen.
  package let title: String?
  let keys: Keys
  let traits: Traits
  /// Whether its keys are suggested on other screens; not if it opens by itself or takes text.
  let suggestsKeys: Bool
  /// The subject of a mode's help; `nil` for that of the screen.
  let subject: String?
  /// Whether it is a mode of a screen, which has the state and looks of that screen.
  let isMode: Bool
  /// Returns the actions that the action table has because of the screen, in their order; those of its modes are among
  /// them.
  ///
  /// A function, because actions name the kinds of their screens.
  let actions: @Sendable () -> [Action]

  /// Creates the kind of a screen.
  init(
    _ screen: any Screen.Type, title: String?, keys: Keys = .usual, suggestsKeys: Bool = true,
    _ traits: Traits = [], actions: @escaping @Sendable () -> [Action] = { [] }
  ) {
    self.screen = screen
    self.title = title
    self.keys = keys
    self.suggestsKeys = suggestsKeys
    self.traits = traits
    self.actions = actions
    subject = nil
    isMode = false
  }

  /// Creates a mode of a screen, which ``Screen/mode`` returns while it applies.
  ///
  /// Its keys are not suggested on other screens, because it cannot be opened by itself.
  ///
  /// - Parameters:
  ///   - title: The title in the manual.
  ///   - subject: The subject of the mode's help; `nil` for that of the screen.
  init(
    mode title: String, of screen: any Screen.Type, subject: String? = nil, keys: Keys = .usual,
    _ traits: Traits = []
  ) {
    self.screen = screen
    self.title = title
    self.keys = keys
    self.traits = traits
    self.subject = subject
    suggestsKeys = false
    isMode = true
    actions = { [] }
  }

  /// The screens that scroll or have a cursor, and have the usual keys for help, the palette and going back.
  static let scrollable = Set(allCases.filter { $0.keys == .usual })
  /// These without modes, which only their own actions leave.
  static let scrollableScreens = scrollable.filter { !$0.isMode }
  /// The screens with text input.
  static let takingText = Set(allCases.filter { $0.keys == .text })
  /// The screens that count beers.
  static let counting = Set(allCases.filter { $0.screen is any BeerCounting.Type })

  /// Whether a long line is read in parts, in words.
  var readsOn: Bool { traits.contains(.readsStatus) || traits.contains(.readsRow) }

  /// Returns the screens with a trait.
  static func having(_ trait: Traits) -> Set<ScreenKind> {
    Set(allCases.filter { $0.traits.contains(trait) })
  }
}

extension ScreenKind: Hashable, CustomStringConvertible {
  package static func == (one: ScreenKind, other: ScreenKind) -> Bool {
    one.screen == other.screen && one.title == other.title
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(screen)) }

  package var description: String { title ?? "\(screen)" }
}
