import DiaryStore

// What is on the screen is read again when the diary has changed; nothing jumps meanwhile.
extension AppState {
  /// Reads again what another program changed, once the answers to what was asked before are there: so a program that
  /// changes the diary without a break keeps nobody waiting.
  mutating func followStore() -> [Effect] {
    guard list.isOutdated, !list.isReading, !screens[screen].isReading else { return [] }
    return reload()
  }

  /// Reads everything on the screen again; what is shown stays until the answers come, and the cursor on its beer, or
  /// on the one that it is to go to.
  mutating func reload() -> [Effect] {
    shown?.invalidate()
    let effects = update(screen) { screen, _ in screen.reload() }
    return effects + list.reload(beer: shown?.id, position: shown?.position)
  }
}
