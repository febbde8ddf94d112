/// The state of each screen.
struct ScreenStates: Sendable {
  /// The kinds of screens, without their modes.
  static let kinds = ScreenKind.allCases.filter { !$0.isMode }

  /// The states that have been set, by the types of their screens.
  private var states: [ObjectIdentifier: any Screen] = [:]

  /// The state of a screen.
  subscript<Own: Screen>(screen: Own.Type) -> Own {
    get { states[ObjectIdentifier(screen)] as? Own ?? Own() }
    set { states[ObjectIdentifier(screen)] = newValue }
  }

  /// The state of a screen whose type is not known; for a mode, that of its screen.
  subscript(kind: ScreenKind) -> any Screen {
    get { states[ObjectIdentifier(kind.screen)] ?? kind.screen.init() }
    set { states[ObjectIdentifier(kind.screen)] = newValue }
  }

  /// The states of all screens.
  var all: [any Screen] { Self.kinds.map { self[$0] } }
}

extension ScreenStates: Hashable {
  static func == (one: ScreenStates, other: ScreenStates) -> Bool {
    one.comparable == other.comparable
  }

  func hash(into hasher: inout Hasher) { hasher.combine(comparable) }

  private var comparable: [AnyHashable] { all.map { AnyHashable($0) } }
}
