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

  /// Reads everything on the screen again; what is shown stays until the answers come, and the cursor on its beer, or
  /// on the one that it is to go to.
  mutating func reload() -> [Effect] {
    isOutdated = false
    marks.forgetComparison()
    shown?.invalidate()
    var effects: [Effect] = []
    if screen == .statistics, !statistics.isUnknown {
      effects.append(countAgain())
    }
    if let place = pendingPlace {
      let request = rows.placeRequest(
        of: focus ?? place.beer, from: place.position, in: place.query, readsListAnew: true)
      pendingPlace = request
      return effects + [.loadPlace(request)]
    }
    guard let beer = focus ?? beerInPlace else { return effects + readAnew() }
    let request = rows.placeRequest(
      of: beer, from: shown?.position ?? list.scroll.cursor, in: rows.query, readsListAnew: true)
    pendingPlace = request
    return effects + [.loadPlace(request)]
  }

  /// The beer that stays where it is; `nil` where the list on the screen is not the one that was asked for.
  private var beerInPlace: Int64? {
    rows.failure == nil && !rows.showsOtherList ? shown?.id ?? rows[list.scroll.cursor]?.id : nil
  }

  /// Reads the list where it stands.
  mutating func readAnew() -> [Effect] {
    rows.invalidate()
    return [.loadSummary(rows.summaryRequest())]
  }
}
