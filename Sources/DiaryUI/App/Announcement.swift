// What the first start of the program has to tell stays until it has been seen.
extension AppState {
  /// Whether nothing is in front of it.
  var showsAnnouncement: Bool {
    environment.announcement != nil && screen == .list && isReady && prompt == nil && notice == nil
      && typeAhead.keys.isEmpty
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
