import DiaryStore
import Terminal

// Actions of the map.
extension Action {
  static let showMap = Action(
    "map", .program, "Show on a map where you had the beers in the list", keys: [.character("M")],
    on: [.list],
    changing: MapScreen.self
  ) { [.open(.map)] + $0.begin(in: $1) }

  static let zoomIn = Action(
    "zoom-in", .moving, "Zoom in on the venue under the cursor",
    hint: Hint(with: { zoomOut }) { _ in "zoom" },
    keys: [.character("+"), .character("=")], on: [.map], when: \.withDrawnMap, changing: MapScreen.self
  ) {
    $0.zoomIn(in: $1)
    return []
  }

  static let zoomOut = Action(
    "zoom-out", .moving, "Zoom out", keys: [.character("-")], on: [.map], when: \.withDrawnMap,
    changing: MapScreen.self
  ) {
    $0.zoomOut(in: $1)
    return []
  }

  static let showAllVenues = Action(
    "whole-map", .moving, "Show all venues", hint: "all", keys: [.character("0")], on: [.map],
    when: \.withDrawnMap, changing: MapScreen.self
  ) { map, _ in
    map.fit()
    return []
  }

  static let panLeft = Action(
    "pan-left", .moving, "Move the map to the west", keys: [Key(.left), .character("h")], on: [.map],
    when: \.withDrawnMap, changing: MapScreen.self
  ) {
    $0.pan(columns: -1, rows: 0, in: $1)
    return []
  }

  static let panRight = Action(
    "pan-right", .moving, "Move the map to the east", keys: [Key(.right), .character("l")], on: [.map],
    when: \.withDrawnMap, changing: MapScreen.self
  ) {
    $0.pan(columns: 1, rows: 0, in: $1)
    return []
  }

  static let panUp = Action(
    "pan-up", .moving, "Move the map to the north; in words, move up a line",
    keys: [Key(.up), .character("k")], on: [.map],
    changing: MapScreen.self
  ) {
    if $1.appearance.usesWords { return [.move(.up)] }
    $0.pan(columns: 0, rows: -1, in: $1)
    return []
  }

  static let panDown = Action(
    "pan-down", .moving, "Move the map to the south; in words, move down a line",
    keys: [Key(.down), .character("j")], on: [.map],
    changing: MapScreen.self
  ) {
    if $1.appearance.usesWords { return [.move(.down)] }
    $0.pan(columns: 0, rows: 1, in: $1)
    return []
  }

  static let onMap: [Action] = [showMap, zoomIn, zoomOut, showAllVenues, panLeft, panRight, panUp, panDown]
}

extension ScreenContext {
  /// Enabled if there is a map to move; in words, there is only the list of its venues.
  fileprivate var withDrawnMap: Availability {
    if state(of: MapScreen.self).positions?.groups.isEmpty == true { return .disabled }
    return Availability(!appearance.usesWords, else: "In words, the map is a list of all venues.")
  }
}
