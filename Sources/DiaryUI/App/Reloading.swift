import DiaryStore

// What is on the screen is read again when the diary has changed; nothing jumps meanwhile.
extension AppState {
  /// Reads again what another program changed, once the answers to what was asked before are there: so a program that
  /// changes the diary without a break keeps nobody waiting.
  mutating func followStore() -> [Effect] {
    guard isOutdated, !isReading else { return [] }
    return reload()
  }

  private var isReading: Bool {
    pendingPlace != nil || rows.isReading || rows.isCounting
      || screen == .statistics && statistics.isCounting
  }

  /// Reads everything on the screen again; what is shown stays until the answers come, and the cursor on its beer.
  mutating func reload() -> [Effect] {
    isOutdated = false
    shown?.invalidate()
    var effects: [Effect] = []
    if screen == .statistics, !statistics.isUnknown {
      statistics.isCounting = true
      effects.append(.loadStatistics)
    }
    guard let beer = focus ?? shown?.id ?? rows[list.scroll.cursor]?.id, rows.failure == nil,
      !rows.showsOtherList
    else {
      rows.invalidate()
      return effects + [.loadSummary(rows.summaryRequest())]
    }
    let query = pendingPlace?.query ?? rows.query
    let position = focus == nil ? shown?.position ?? list.scroll.cursor : list.scroll.cursor
    let request = rows.placeRequest(of: beer, from: position, in: query, readsListAnew: true)
    (pendingPlace, focus) = (request, nil)
    return effects + [.loadPlace(request)]
  }
}
