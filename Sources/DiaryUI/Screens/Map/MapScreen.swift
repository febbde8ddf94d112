import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal
import WorldMap

extension ScreenKind {
  /// The venues of the beers in the list.
  package static let map = ScreenKind(MapScreen.self, title: "Map", [.opensItems, .readsStatus]) {
    Action.onMap
  }
}

/// A map with the venues of the beers in the list.
struct MapScreen: Screen {
  /// One visit to the map.
  private struct Visit: Hashable, Sendable {
    var query = BeerQuery()
    var view = MapView(center: MapPosition(latitude: 0, longitude: 0), degreesPerRow: 1)
    /// Whether the user has moved the map or zoomed; otherwise all venues are on it.
    var isMoved = false
    /// The group under the cursor, independent of what the map shows.
    var selected: Selection?
  }

  /// A group, identified by what does not change.
  private struct Selection: Hashable, Sendable {
    let venue: DiaryPositions.Group.Venue
    let area: RoundedPosition
  }

  private var visit = Visit()
  /// The visits from which lists of beers were opened, to return to.
  private var suspended: [Visit] = []
  /// Where the beers were drunk; `nil` until that has been read.
  private(set) var positions: DiaryPositions?
  private(set) var failure: StoreError?
  private(set) var scroll = ScrollPosition()
  private var isCounting = false

  var query: BeerQuery { visit.query }
  var view: MapView { visit.view }

  var subject: String { "map" }
  var isAnimated: Bool { positions == nil && failure == nil }
  var isReading: Bool { isCounting }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { positions == nil && isCounting }

  // MARK: - Reading

  /// Shows the beers of the list.
  mutating func begin(in context: ScreenContext) -> [Intent] {
    visit = Visit()
    visit.query = context.listedBeers
    positions = nil
    failure = nil
    scroll = ScrollPosition()
    return reload()
  }

  mutating func reload() -> [Intent] {
    isCounting = true
    return [.effect(.loadPositions(visit.query))]
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    guard case .positions(visit.query, let result) = message else { return [] }
    isCounting = false
    switch result {
    case .success(let positions):
      self.positions = positions
      failure = nil
    case .failure(let error): failure = error
    }
    return []
  }

  // MARK: - Opening the list

  /// The groups on the map, those with the most beers first; in words, all of them.
  func visibleGroups(_ context: ScreenContext) -> [DiaryPositions.Group] {
    if context.appearance.usesWords { return positions?.groups ?? [] }
    let size = MapLayout(context).mapSize
    return (positions?.groups ?? []).filter {
      visit.view.shows($0.position, columns: size.width, rows: size.height)
    }
  }

  /// The group under the cursor; `nil` if no venue is on the map.
  func selectedGroup(_ context: ScreenContext) -> DiaryPositions.Group? {
    let groups = visibleGroups(context)
    return groups.indices.contains(scroll.cursor) ? groups[scroll.cursor] : nil
  }

  func openHint(in context: ScreenContext) -> String { "show beers" }

  func canOpen(in context: ScreenContext) -> Availability {
    positions == nil
      ? .disabled
      : Availability(selectedGroup(context) != nil, else: "No venues on this part of the map.")
  }

  /// Lists the beers of the group under the cursor.
  mutating func open(in context: ScreenContext) -> [Intent] {
    guard let group = selectedGroup(context) else { return [] }
    suspended.append(visit)
    return [.back, .drillDown(visit.query.and(group.filter), from: .map)]
  }

  mutating func resume(in context: ScreenContext) -> [Intent] {
    visit = suspended.popLast() ?? visit
    return reload()
  }

  // MARK: - Moving the map

  mutating func zoomIn(in context: ScreenContext) {
    visit.view.zoom(by: 2, to: selectedGroup(context)?.position)
    visit.isMoved = true
  }

  /// Zooms out, until the whole world is on the map.
  mutating func zoomOut(in context: ScreenContext) {
    let world = fitted([], context).degreesPerRow
    visit.view.zoom(by: max(0.5, min(1, visit.view.degreesPerRow / world)))
    visit.isMoved = true
  }

  /// Moves the map by a quarter of its size.
  mutating func pan(columns: Int, rows: Int, in context: ScreenContext) {
    let size = MapLayout(context).mapSize
    visit.view.pan(columns: columns * max(1, size.width / 4), rows: rows * max(1, size.height / 4))
    visit.isMoved = true
  }

  /// Shows all venues, also when the size of the screen changes.
  mutating func fit() { visit.isMoved = false }

  private func fitted(_ positions: [MapPosition], _ context: ScreenContext) -> MapView {
    let size = MapLayout(context).mapSize
    return MapView(fitting: positions, columns: size.width, rows: size.height)
  }

  // MARK: - Moving the cursor

  mutating func move(_ move: Move, in context: ScreenContext) {
    let groups = visibleGroups(context)
    scroll.move(move, count: groups.count, visible: visibleRows(context))
    select(scroll.cursor, of: groups)
  }

  private func visibleRows(_ context: ScreenContext) -> Int {
    max(1, MapLayout(context).listSize.height)
  }

  private mutating func select(_ index: Int, of groups: [DiaryPositions.Group]) {
    scroll.cursor = index
    guard groups.indices.contains(index) else { return }
    visit.selected = Selection(venue: groups[index].venue, area: groups[index].area)
  }

  mutating func clampScrolling(in context: ScreenContext) {
    guard let positions else { return }
    if !visit.isMoved { visit.view = fitted(positions.groups.map(\.position), context) }
    let groups = visibleGroups(context)
    let index = groups.firstIndex { Selection(venue: $0.venue, area: $0.area) == visit.selected }
    if let index { scroll.cursor = index }
    scroll.clamp(count: groups.count, visible: visibleRows(context))
    // The selected venue is remembered while it is outside of the map.
    if visit.selected == nil { select(scroll.cursor, of: groups) }
  }

  /// Moves the cursor to the clicked venue, or to the nearest one on the map; a double click lists its beers.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind else { return [] }
    let layout = MapLayout(context)
    let groups = visibleGroups(context)
    let row = event.point.row - layout.listOrigin.row
    if 0..<layout.listSize.height ~= row, event.point.column > layout.listOrigin.column {
      guard groups.indices.contains(scroll.top + row) else { return [] }
      select(scroll.top + row, of: groups)
    } else {
      guard let index = nearest(to: event.point, of: groups, layout) else { return [] }
      select(index, of: groups)
    }
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  /// Returns the group nearest to a point; `nil` if none is within two characters.
  private func nearest(to point: Point, of groups: [DiaryPositions.Group], _ layout: MapLayout) -> Int? {
    func distance(_ group: DiaryPositions.Group) -> Int {
      guard
        let cell = visit.view.cell(
          of: group.position, columns: layout.mapSize.width, rows: layout.mapSize.height)
      else { return .max }
      return max(
        abs(layout.mapOrigin.column + cell.column - point.column),
        abs(layout.mapOrigin.row + cell.row - point.row))
    }
    let distances = groups.map(distance)
    guard let least = distances.min(), least <= 2 else { return nil }
    return distances.firstIndex(of: least)
  }
}

extension DiaryPositions.Group {
  var position: MapPosition { MapPosition(latitude: latitude, longitude: longitude) }

  /// The name of the venue, or the position.
  var label: String {
    if case .named(let name) = venue { name } else { area.text }
  }
}
