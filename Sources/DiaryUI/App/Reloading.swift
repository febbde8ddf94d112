import DiaryStore

// What is on the screen is read again when the diary has changed; nothing jumps meanwhile.
extension AppState {
  /// Reads again what another program changed, once the answers to what was asked before are there: so a program that
  /// changes the diary without a break keeps nobody waiting.
  mutating func followStore() -> [Effect] {
    guard list.isOutdated, !isReading else { return [] }
    return reload()
  }

  private var isReading: Bool {
    list.pendingPlace != nil || list.rows.isReading || list.rows.isCounting
      || screen == .statistics && screens.statistics.isCounting
  }

  /// Reads everything on the screen again; what is shown stays until the answers come, and the cursor on its beer, or
  /// on the one that it is to go to.
  mutating func reload() -> [Effect] {
    list.isOutdated = false
    list.marks.forgetComparison()
    shown?.invalidate()
    var effects: [Effect] = []
    if screen == .statistics, !screens.statistics.isUnknown {
      effects.append(countAgain())
    }
    if let place = list.pendingPlace {
      let request = list.rows.placeRequest(
        of: list.focus ?? place.beer, from: place.position, in: place.query, readsListAnew: true)
      list.pendingPlace = request
      return effects + [.loadPlace(request)]
    }
    guard let beer = list.focus ?? beerInPlace else { return effects + readAnew() }
    let request = list.rows.placeRequest(
      of: beer, from: shown?.position ?? list.scroll.cursor, in: list.rows.query,
      readsListAnew: true)
    list.pendingPlace = request
    return effects + [.loadPlace(request)]
  }

  /// The beer that stays where it is; `nil` where the list on the screen is not the one that was asked for.
  private var beerInPlace: Int64? {
    list.rows.failure == nil && !list.rows.showsOtherList
      ? shown?.id ?? list.rows[list.scroll.cursor]?.id : nil
  }

  /// Reads the list where it stands.
  mutating func readAnew() -> [Effect] {
    list.rows.invalidate()
    return [.loadSummary(list.rows.summaryRequest())]
  }
}
