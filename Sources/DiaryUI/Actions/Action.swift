package import Terminal

/// A command that the user can give with a key, by its name in the palette, or with the mouse.
///
///     static let redraw = Action(
///       "redraw", .program, "Redraw the screen", keys: [.control("l")], on: Set(ScreenKind.allCases), .worksInPrompts
///     ) { _ in [.effect(.redrawAll)] }
///
/// Key handling, hints, the help, the palette and the settings all use ``ActionTable/standard``, which lists the
/// actions. Actions with the same name are equal, whatever their keys are.
package struct Action: Sendable {
  /// The headings of the help screen, in order.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case moving = "Moving"
    case beers = "Beers"
    case finding = "Finding"
    case marking = "Marking"
    case photos = "Photos"
    case program = "Program"
  }

  /// Keys of the action on some screens.
  package struct Binding: Hashable, Sendable {
    /// The keys, the main one first.
    package let keys: [Key]
    package let screens: Set<ScreenKind>
  }

  /// What an action requires, and what it affects.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Changes the diary, or starts to; unavailable if the diary is read-only.
    static let changesDiary = Traits(rawValue: 1)
    /// Changes the beers on the screen; ignored if its key was pressed before they appeared.
    static let changesShownBeers = Traits(rawValue: 1 << 1)
    /// On the list, changes the marked beers, or else the one under the cursor.
    static let changesChosenBeers = Traits(rawValue: 1 << 2)
    /// Depends on the previous change, which has to be saved first.
    static let followsChange = Traits(rawValue: 1 << 3)
    /// Depends on what the screen shows, which changes that it does not show yet may change.
    static let followsUnshownChange = Traits(rawValue: 1 << 4)
    /// Uses the marked beers, and waits until they are known.
    static let usesMarks = Traits(rawValue: 1 << 5)
    /// Marks an open range instead of its usual effect.
    static let closesRange = Traits(rawValue: 1 << 6)
    /// Keeps an open range open; other actions mark it first.
    static let keepsRange = Traits(rawValue: 1 << 7)
    /// Its keys also work in a prompt and while the interface waits, unless they type a character.
    static let worksInPrompts = Traits(rawValue: 1 << 8)

    /// Its key is ignored as long as it is pressed again immediately, because it is held down or doubled as in vim's `dd`.
    static let ignoresDoubledKey = Traits(rawValue: 1 << 9)
    /// May have the same keys as another action of a screen; performed if that one cannot be.
    static let isFallback = Traits(rawValue: 1 << 10)
    /// May have the same keys as another action with this trait; the first that is enabled is performed.
    static let sharesKeys = Traits(rawValue: 1 << 11)
    /// Works while the screen waits for its data, because it leads to another screen or another beer and does not need
    /// that data; other actions wait.
    static let worksWhileReading = Traits(rawValue: 1 << 12)
    /// Stops the opening of the diary, unless the list has appeared in the meantime.
    static let stopsOpening = Traits(rawValue: 1 << 13)
    /// Leaves a screen or a mode, and therefore always has a key.
    static let leavesScreen = Traits(rawValue: 1 << 14)
    /// Has a hint even if there is no room for others.
    static let isEssential = Traits(rawValue: 1 << 15)
    /// A count repeats it, as in `3n`.
    static let takesCount = Traits(rawValue: 1 << 16)
    /// A count is how far it goes, so that it is performed once, as one change; movements use a count as well.
    static let usesCount = Traits(rawValue: 1 << 17)
    /// Is not suggested on screens that do not use its key.
    static let isObvious = Traits(rawValue: 1 << 18)

    /// Opens a form or a prompt for text instead of changing something itself, so that the keys after it are text.
    static let asksFirst = Traits(rawValue: 1 << 19)
    /// Opens a prompt of the list whose text can be typed after the action's name in the palette, as in
    /// `:filter style:stout`.
    static let takesText = Traits(rawValue: 1 << 20)

    /// ``changesDiary`` and ``changesShownBeers``, as for nearly every action that changes beers.
    static let changesBeers: Traits = [.changesDiary, .changesShownBeers]
  }

  /// The label of an action at the bottom of the screen, after the key.
  struct Hint: Sendable, ExpressibleByStringLiteral {
    /// Returns the label for the current state; `nil` for no hint.
    let label: @Sendable (ScreenContext) -> String?
    /// An action whose key is shown as well, as in `J/K move`.
    let partner: (@Sendable () -> Action)?

    /// Creates a hint whose label depends on the state.
    ///
    /// - Parameter partner: An action whose key is shown as well.
    init(
      with partner: (@Sendable () -> Action)? = nil, label: @escaping @Sendable (ScreenContext) -> String?
    ) {
      self.label = label
      self.partner = partner
    }

    init(stringLiteral label: String) { self.init { _ in label } }
  }

  /// Changes the state of a screen, and returns the intents to carry out.
  typealias Handler = @Sendable (inout ScreenStates, ScreenContext) -> [Intent]

  /// The action's name in the settings, the palette and the manual.
  package let name: String
  /// The heading under which the help screen lists the action.
  package let group: Group
  /// An imperative without a full stop, for the help screen.
  package let help: String
  let hint: Hint?
  /// Other words for it, by which the palette and the search of the help find it, such as `exit` for `quit`.
  private(set) var synonyms: [String] = []
  /// What the palette says if no open screen has the action; `nil` to name a screen that has it.
  private(set) var absence: String?
  /// Returns the sentence that refuses a number without a digit before the point, such as `.5`; `nil` if the action's keys
  /// do not type a number.
  private(set) var numberRefusal: (@Sendable (_ number: String) -> String)?
  /// The keys, which may differ between screens.
  package internal(set) var bindings: [Binding]
  let traits: Traits
  /// The movement that it performs, which a count can repeat; `nil` for other actions.
  var move: Move?
  let availability: @Sendable (ScreenContext) -> Availability
  let perform: Handler

  /// Creates an action that changes the state of a screen.
  ///
  /// - Parameters:
  ///   - availability: Whether it can be performed now. Not called if the diary is read-only and the action changes it.
  ///   - screen: The type of the screen that `perform` may change.
  init<Own: Screen>(
    _ name: String, _ group: Group, _ help: String, hint: Hint? = nil, keys: [Key],
    on screens: Set<ScreenKind>, _ traits: Traits = [],
    when availability: @escaping @Sendable (ScreenContext) -> Availability = { _ in .enabled },
    changing screen: Own.Type,
    perform: @escaping @Sendable (inout Own, ScreenContext) -> [Intent]
  ) {
    self.init(name, group, help, hint, keys, screens, traits, availability) { states, context in
      perform(&states[Own.self], context)
    }
  }

  /// Creates an action that only returns intents.
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

  /// Returns the same action with additional keys on some screens.
  func binding(_ keys: [Key], on screens: Set<ScreenKind>) -> Action {
    var action = self
    action.bindings.append(Binding(keys: keys, screens: screens))
    return action
  }

  /// Returns the same action with other words by which it is found.
  ///
  /// - Parameter absence: What the palette says if no open screen has the action; `nil` to name a screen that has it.
  func alsoCalled(_ synonyms: String..., elsewhere absence: String? = nil) -> Action {
    var action = self
    action.synonyms = synonyms
    action.absence = absence
    return action
  }

  /// Returns the same action, whose keys type a number.
  ///
  /// - Parameter refusal: Returns the sentence that refuses a number without a digit before the point, such as `.5`.
  func typingNumber(refusal: @escaping @Sendable (_ number: String) -> String) -> Action {
    var action = self
    action.numberRefusal = refusal
    return action
  }

  /// Returns the keys on a screen, the main one first.
  package func keys(on screen: ScreenKind) -> [Key] {
    bindings.filter { $0.screens.contains(screen) }.flatMap(\.keys)
  }

  /// The labels of its keys on all screens, without those that repeat.
  package var keyLabels: [String] {
    bindings.flatMap(\.keys).map(\.label).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns whether two actions cannot have the same key on a screen.
  func competes(with other: Action) -> Bool {
    self != other && traits.contains(.isFallback) == other.traits.contains(.isFallback)
      && !(traits.contains(.sharesKeys) && other.traits.contains(.sharesKeys))
  }

  /// Returns the labels of the keys on a screen; several digits in a row are one label, such as `0–9`.
  func keyLabels(on screen: ScreenKind) -> [String] {
    let labels = keys(on: screen).map(\.label)
    let digits = labels.compactMap { Int($0) }
    guard digits.count > 2, digits.count == labels.count, let first = digits.first,
      digits == Array(first..<first + digits.count)
    else { return labels }
    return ["\(first)–\(first + digits.count - 1)"]
  }
}

extension Action {
  /// Whether a count may be typed before its key.
  var takesCount: Bool { usesCount || traits.contains(.takesCount) }
  /// Whether it uses a count itself, instead of being repeated.
  var usesCount: Bool { move != nil || traits.contains(.usesCount) }
}

extension Action: Hashable {
  package static func == (one: Action, other: Action) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
