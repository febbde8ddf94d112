import DiaryStore

// After a change of the diary the screen's data is read again; the screen does not jump in the process.
extension AppState {
  /// Reads what another program changed, after earlier requests have been answered.
  ///
  /// So a program that changes the diary constantly does not block the interface.
  mutating func reloadIfStoreChanged() -> [Effect] {
    guard list.needsReload, !list.isReading, !screens[screen].isReading else { return [] }
    return reload()
  }

  /// Reads all data of the screen again.
  ///
  /// The current data stays until the answers arrive. The cursor stays on its beer, or moves to the beer that it
  /// follows.
  mutating func reload() -> [Effect] {
    currentBeer?.invalidate()
    let effects = update(screen) { screen, _ in screen.reload() }
    let listed = currentBeer.flatMap { $0.isListed ? $0 : nil }
    return effects + updateList { $0.reload(beer: listed?.id, position: listed?.position) }
  }
}
