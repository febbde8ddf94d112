import DiaryModel
import DiaryStore
import DiaryText
package import Terminal

/// All actions with their keys.
package struct ActionTable: Sendable {
  /// All actions, in the order in which hints and help show those of a screen.
  package let actions: [Action]

  package init(_ actions: [Action]) { self.actions = actions }

  /// Returns the action of a key on a screen; `nil` if there is none.
  package func action(for key: Key, on screen: ScreenKind) -> Action? {
    candidates(for: key, on: screen).first
  }

  /// Returns the actions of a key on a screen: the first that is enabled is performed.
  func candidates(for key: Key, on screen: ScreenKind) -> [Action] {
    let candidates = actions.filter { $0.keys(on: screen).contains(key) }
    guard candidates.count > 1 else { return candidates }
    return candidates.filter { !$0.traits.contains(.isFallback) }
      + candidates.filter { $0.traits.contains(.isFallback) }
  }

  /// Returns the actions of a screen, in the table's order; the settings may have left some without a key.
  package func actions(on screen: ScreenKind) -> [Action] {
    actions.filter { action in action.bindings.contains { $0.screens.contains(screen) } }
  }

  /// The action with a name; `nil` if there is none.
  package subscript(name: String) -> Action? { actions.first { $0.name == name } }
}

extension ActionTable {
  /// The screens whose actions come first, because these screens share most of them.
  ///
  /// Hints show shared actions in this order. It differs from that of ``ScreenKind/allCases``, in which the manual
  /// lists the screens. Screens that share no actions are not here.
  private static let first: [ScreenKind] = [.label, .list, .form, .photos, .photo, .beer]

  /// The default table, in the order in which hints and help show the actions of a screen.
  ///
  /// Screens have the order of ``ScreenKind/allCases``, except for the first ones.
  package static let standard: ActionTable = {
    let onFirst = first.flatMap { $0.actions() }
    let onOthers = ScreenKind.allCases.filter { !first.contains($0) }.flatMap { $0.actions() }
    let common: [Action] = Action.moving + [.repeatMovement, .open]
    return ActionTable(common + onFirst + Action.changes + onOthers + Action.program)
  }()
}

extension ActionTable: Hashable {
  package static func == (one: ActionTable, other: ActionTable) -> Bool {
    one.actions == other.actions && one.actions.map(\.bindings) == other.actions.map(\.bindings)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(actions)
    hasher.combine(actions.map(\.bindings))
  }
}

// MARK: - Availability

/// Whether an action can be performed now.
package enum Availability: Hashable, Sendable {
  /// It can.
  case enabled
  /// It cannot, and the status line shows the reason.
  case refused(String)
  /// It cannot, for a reason that is obvious on the screen or not known yet.
  case disabled

  static let savingReason = "The last change is still being saved."
  /// Refused until the last change is saved.
  static let saving = Availability.refused(savingReason)

  /// Creates the availability of an action from a condition.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the action can be performed.
  ///   - reason: Why it cannot be performed; `nil` to show nothing.
  init(_ isEnabled: Bool, else reason: String? = nil) {
    self = isEnabled ? .enabled : reason.map(Self.refused) ?? .disabled
  }
}

extension ScreenContext {
  /// Returns whether an action can be performed now.
  ///
  /// Actions that change the diary are refused if it is read-only, and those that change the current beer if it has been
  /// permanently deleted.
  func availability(of action: Action) -> Availability {
    if let readOnly = configuration.readOnly, action.traits.contains(.changesDiary) {
      return .refused(ReadOnlyText.refusal(readOnly))
    }
    // Its form adds it again.
    if currentBeer?.isDeleted == true, screen != .form,
      action.traits.contains(.changesShownBeers) || action == .editBeer
    {
      return .refused("This beer is no longer in the diary.")
    }
    return action.availability(self)
  }

  func isEnabled(_ action: Action) -> Bool { availability(of: action) == .enabled }

  /// Whether the hint of an action is shown: it is available, or will be as soon as a change is saved.
  ///
  /// Otherwise hints would flicker with each change.
  func isHinted(_ action: Action) -> Bool { [.enabled, .saving].contains(availability(of: action)) }
}

// MARK: - Conditions of several actions

extension ScreenContext {
  /// Enabled if the list has a beer under its cursor.
  var withListedBeer: Availability {
    guard let count = list.window.count else { return .disabled }
    return Availability(count > 0, else: "This list has no beers.")
  }

  /// Returns an availability, or as long as an export is running, the refusal of another one.
  func unlessExporting(_ availability: Availability) -> Availability {
    background.export == nil
      ? availability : .refused(sentence("An export is running.", press: (.stopExport, "stop it")))
  }

  /// The hint for an action about all beers; `nil` in the trash, and if there are no beers.
  func hintWithBeers(_ label: String) -> String? {
    withListedBeer == .enabled && !list.isInTrash ? label : nil
  }

  /// Enabled if there are beers to search and filter.
  var withBeersToFind: Availability {
    let query = list.window.query
    if query.hasWholeTrash, list.window.count == 0 { return .refused(EmptyListText.sentence(about: query)) }
    return Availability(
      (list.window.count ?? 0) > 0 || !query.hasAllBeers,
      else: "There are no beers to search yet.")
  }

  /// Whether there is a beer under the cursor or on the screen.
  var hasChosenBeer: Bool { currentBeer != nil || (list.window.count ?? 0) > 0 }

  /// Enabled if the beer under the cursor or on the screen has photos.
  var withPhotos: Availability {
    let count = topScreen.photoCount(in: self)
    return Availability((count ?? 0) > 0, else: refusal(ofPhotos: count))
  }

  /// Enabled if the current beer has more than one photo, so that their order can be changed.
  var withSeveralPhotos: Availability {
    Availability((photoCount ?? 0) > 1, else: refusal(ofPhotos: photoCount))
  }

  /// Enabled if the diary has other beers with the label of the beer on the screen or under the cursor.
  var withOtherTimes: Availability {
    topScreen.timesCount(in: self).map { Availability($0 > 1, else: "You had this beer only once.") }
      ?? .disabled
  }

  /// The number of times that the user had the current beer; `nil` in the trash, and while the beer is being read.
  var timesCount: Int? {
    guard let detail = currentBeer?.detail, detail.beer.deletedAt == nil else { return nil }
    return detail.label?.times ?? 1
  }

  /// The photos of the current beer; empty until they have been read.
  var photos: [Photo] { currentBeer?.detail?.photos ?? [] }

  /// The number of photos of the current beer, or of the one under the list's cursor; `nil` while it is being read.
  var photoCount: Int? {
    currentBeer?.detail?.photos.count ?? currentItem?.photoCount
  }

  /// Why something cannot be done with this many photos of a beer; `nil` for several.
  private func refusal(ofPhotos count: Int?) -> String? {
    switch count {
    case 0 where list.isInTrash || isReadOnly:
      sentence("This beer has no photos.", press: (.addPhoto, "add one"))
    // On a screen with the action to open the beer, photos are added on the beer's page.
    case 0:
      sentence("This beer has no photos.", press: (.open, "open it and add one"), (.addPhoto, "add one"))
    case 1: "This beer has only one photo."
    default: nil
    }
  }
}
