/// The name of a screen, by which actions and intents refer to it, or of a mode in which a screen has other keys.
///
/// Each screen declares its own, and ``allCases`` registers it:
///
///     extension ScreenKind {
///       package static let help = ScreenKind(HelpScreen.self, title: "Help")
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
    .files,
    .menu,
    .suggestions,
    .conflicts,
    .help,
    .palette,
    .warnings,
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

  /// The screen, which may be in the mode.
  let screen: any Screen.Type
  /// The title in the manual; `nil` if the manual does not list the screen.
  package let title: String?
  let keys: Keys
  /// Whether its keys are suggested on other screens; not if it opens by itself or takes text.
  let suggestsKeys: Bool
  /// The subject of a mode's help; `nil` for that of the screen.
  let subject: String?
  /// Whether it is a mode of a screen, which has the state and looks of that screen.
  let isMode: Bool

  /// Creates the kind of a screen.
  init(_ screen: any Screen.Type, title: String?, keys: Keys = .usual, suggestsKeys: Bool = true) {
    self.screen = screen
    self.title = title
    self.keys = keys
    self.suggestsKeys = suggestsKeys
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
  init(mode title: String, of screen: any Screen.Type, subject: String? = nil, keys: Keys = .usual) {
    self.screen = screen
    self.title = title
    self.keys = keys
    self.subject = subject
    suggestsKeys = false
    isMode = true
  }

  /// The screens that scroll or have a cursor, and have the usual keys for help, the palette and going back.
  static let scrollable = Set(allCases.filter { $0.keys == .usual })
  /// The screens with text input.
  static let takingText = Set(allCases.filter { $0.keys == .text })
}

extension ScreenKind: Hashable, CustomStringConvertible {
  package static func == (one: ScreenKind, other: ScreenKind) -> Bool {
    one.screen == other.screen && one.title == other.title
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(screen)) }

  package var description: String { title ?? "\(screen)" }
}
