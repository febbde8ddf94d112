package import Terminal

/// Something that a person can ask the program to do, by a key, by its name in the palette, or with the mouse.
///
///     static let redraw = Action(
///       "redraw", .program, "Redraw the screen", keys: [.control("l")], on: Set(ScreenKind.allCases)
///     ) { _ in [.effect(.redrawAll)] }
///
/// The handling of keys, the hints, the help, the palette and the settings all use ``ActionTable/standard``, which lists
/// the actions. Two actions are equal if they have the same name, whatever their keys are.
package struct Action: Sendable {
  /// The headings of the help screen, in their order.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case moving = "Moving"
    case beers = "Beers"
    case finding = "Finding"
    case marking = "Marking"
    case photos = "Photos"
    case program = "Program"
  }

  /// Keys that ask for it on some screens.
  package struct Binding: Hashable, Sendable {
    package let keys: [Key]
    package let screens: Set<ScreenKind>
  }

  /// What has to be done or known before an action is carried out.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// It changes the diary, or begins to: not possible where the diary is read-only.
    static let changesDiary = Traits(rawValue: 1)
    /// It changes the beers on the screen: a key that was pressed before they were there does not.
    static let changesShownBeers = Traits(rawValue: 1 << 1)
    /// On the list it changes the beers that are marked, or else the one under the cursor.
    static let changesChosenBeers = Traits(rawValue: 1 << 2)
    /// It depends on the change before, which is stored first.
    static let followsChange = Traits(rawValue: 1 << 3)
    /// It works on the marked beers, and so waits until these are known.
    static let usesMarks = Traits(rawValue: 1 << 4)
    /// It marks an open range, and does nothing else then.
    static let closesRange = Traits(rawValue: 1 << 5)
    /// It leaves an open range open; all others mark it first.
    static let keepsRange = Traits(rawValue: 1 << 6)

    /// It changes the beers on the screen.
    static let changesBeers: Traits = [.changesDiary, .changesShownBeers]
  }

  /// The few words at the bottom of the screen, after the key.
  struct Hint: Sendable, ExpressibleByStringLiteral {
    /// The words for what the screen shows now; `nil` if there is nothing to hint at.
    let label: @Sendable (ScreenContext) -> String?
    /// An action whose key is shown as well, as in `J/K move`.
    let partner: (@Sendable () -> Action)?

    /// - Parameter partner: An action whose key is shown as well.
    init(
      with partner: (@Sendable () -> Action)? = nil, label: @escaping @Sendable (ScreenContext) -> String?
    ) {
      self.label = label
      self.partner = partner
    }

    init(stringLiteral label: String) { self.init { _ in label } }
  }

  /// Changes the screen that it belongs to, and returns what else is to be done.
  typealias Handler = @Sendable (inout ScreenStates, ScreenContext) -> [Intent]

  /// What it is called in the settings, the palette and the manual.
  package let name: String
  package let group: Group
  /// One sentence without a full stop, for the help screen.
  package let help: String
  let hint: Hint?
  package internal(set) var bindings: [Binding]
  let traits: Traits
  let availability: @Sendable (ScreenContext) -> Availability
  let perform: Handler

  /// An action that changes the state of a screen.
  ///
  /// - Parameters:
  ///   - availability: Whether it can be performed now; not asked if the diary is read-only and the action changes it.
  ///   - screen: The screen, whose state `perform` may change.
  init<Own: Screen>(
    _ name: String, _ group: Group, _ help: String, hint: Hint? = nil, keys: [Key],
    on screens: Set<ScreenKind>, _ traits: Traits = [],
    when availability: @escaping @Sendable (ScreenContext) -> Availability = { _ in .enabled },
    changing screen: Own.Type,
    perform: @escaping @Sendable (inout Own, ScreenContext) -> [Intent]
  ) {
    self.init(name, group, help, hint, keys, screens, traits, availability) { states, context in
      perform(&states[keyPath: Own.slot], context)
    }
  }

  /// An action that only asks for something.
  init(
    _ name: String, _ group: Group, _ help: String, hint: Hint? = nil, keys: [Key],
    on screens: Set<ScreenKind>, _ traits: Traits = [],
    when availability: @escaping @Sendable (ScreenContext) -> Availability = { _ in .enabled },
    perform: @escaping @Sendable (ScreenContext) -> [Intent]
  ) {
    self.init(name, group, help, hint, keys, screens, traits, availability) { perform($1) }
  }

  private init(
    _ name: String, _ group: Group, _ help: String, _ hint: Hint?, _ keys: [Key],
    _ screens: Set<ScreenKind>, _ traits: Traits,
    _ availability: @escaping @Sendable (ScreenContext) -> Availability, _ perform: @escaping Handler
  ) {
    self.name = name
    self.group = group
    self.help = help
    self.hint = hint
    bindings = [Binding(keys: keys, screens: screens)]
    self.traits = traits
    self.availability = availability
    self.perform = perform
  }

  /// The same action with more keys on some screens.
  func binding(_ keys: [Key], on screens: Set<ScreenKind>) -> Action {
    var action = self
    action.bindings.append(Binding(keys: keys, screens: screens))
    return action
  }

  /// Its keys on a screen, the usual one first.
  package func keys(on screen: ScreenKind) -> [Key] {
    bindings.filter { $0.screens.contains(screen) }.flatMap(\.keys)
  }
}

extension Action: Hashable {
  package static func == (one: Action, other: Action) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
