// The announcement of the first start comes after the first key, and stays until the next one.
extension AppState {
  /// Whether the announcement is visible.
  var showsAnnouncement: Bool {
    environment.announcement != nil && environment.isAnnouncementDue && screens[screen].showsAnnouncement
      && isReady && prompt == nil && notice == nil && typeAhead.keys.isEmpty
  }

  /// Shows the announcement after the first key or click, and dismisses it at the first one while it is visible.
  mutating func followAnnouncement(_ message: Message) -> [Effect] {
    switch message {
    case .key, .mouse: break
    default: return []
    }
    // A key that was typed ahead was pressed before there was anything to see.
    guard environment.announcement != nil, typeAhead.current == nil else { return [] }
    guard showsAnnouncement else {
      environment.isAnnouncementDue = environment.isAnnouncementDue || isReady
      return []
    }
    environment.announcement = nil
    return [.noteAnnouncement]
  }
}

extension AppState {
  /// The notice that takes precedence over the rest of the status line.
  var statusNotice: Notice? {
    let waiting =
      changes.photoMoves.isSlow
      ? Notice(text: "\(Spinner.text(ScreenContext(self))) Waiting for another program") : nil
    let announcement = showsAnnouncement ? environment.announcement.map { Notice(text: $0) } : nil
    return changes.isLeaving
      ? Notice(text: leavingText)
      : notice ?? waiting ?? announcement ?? screens[screen].statusNotice(in: ScreenContext(self))
  }

  /// The most important work in progress that the screen itself does not show.
  var workText: String? {
    if let share = changes.share { return "saving " + share.text }
    if changes.isSlow { return "saving…" }
    let others = ScreenStates.kinds.filter { $0 != screen }
    return others.lazy.compactMap { screens[$0].workText }.first ?? background.text
  }
}
