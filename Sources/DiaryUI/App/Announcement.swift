// What the first start of the program has to tell stays until it has been seen.
extension AppState {
  /// Whether nothing is in front of it.
  var showsAnnouncement: Bool {
    environment.announcement != nil && screens[screen].showsAnnouncement && isReady && prompt == nil
      && notice == nil && typeAhead.keys.isEmpty
  }

  /// Takes the announcement away with the first key that is pressed, or click that is made, in sight of it.
  mutating func dismissAnnouncement(by message: Message) -> [Effect] {
    switch message {
    case .key, .mouse: break
    default: return []
    }
    guard showsAnnouncement else { return [] }
    environment.announcement = nil
    return [.noteAnnouncement]
  }
}

extension AppState {
  /// What the status line says before anything else.
  var statusNotice: Notice? {
    let waiting =
      changes.photoMoves.isSlow
      ? Notice(text: "\(Spinner.text(ScreenContext(self))) Waiting for another program") : nil
    let announcement = showsAnnouncement ? environment.announcement.map { Notice(text: $0) } : nil
    return changes.isLeaving
      ? Notice(text: leavingText)
      : notice ?? waiting ?? announcement ?? screens[screen].statusNotice(in: ScreenContext(self))
  }

  /// What goes on besides what the screen shows, the most important first.
  var workText: String? {
    if let share = changes.share { return "saving " + share.text }
    if changes.isSlow { return "saving…" }
    let others = ScreenStates.kinds.filter { $0 != screen }
    return others.lazy.compactMap { screens[$0].workText }.first ?? background.text
  }
}
