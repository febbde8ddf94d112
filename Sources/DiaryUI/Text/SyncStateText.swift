import DiaryModel
import DiaryText
import Foundation
import Terminal

/// The state of the synchronization in a few words.
enum SyncStateText {
  /// The columns that a header keeps free for the state, so that nothing moves when it changes.
  static let maxColumns = 15

  /// Returns what matters most: `⇅ …`, `! sync failed`, `! 1 conflict`, `⇅ 2 to send` or `⇅ 3 min ago`; `nil` if the
  /// diary is not synchronized.
  ///
  /// What comes after a problem follows it if there is room, as in `! sync failed · 1 conflict · 2 to send`.
  ///
  /// - Parameters:
  ///   - room: The columns for it; ``maxColumns`` are always used.
  ///   - countsConflicts: Whether conflicts are counted; not on the screen that lists them.
  static func line(
    _ sync: SyncState, _ appearance: Appearance, room: Int, countsConflicts: Bool = true
  ) -> StyledLine? {
    guard let status = sync.status else { return nil }
    let theme = appearance.theme
    let glyphs = appearance.glyphs
    func normal(_ text: String) -> StyledLine { StyledLine("\(glyphs.exchange) \(text)", theme.secondary) }
    if sync.isRunning { return normal(String(glyphs.ellipsis)) }
    var problems: [String] = []
    if status.failure != nil { problems.append("sync failed") }
    if countsConflicts, status.conflictCount > 0 {
      problems.append(NumberText.count(status.conflictCount, "conflict"))
    }
    let toSend = status.unsentCount > 0 ? "\(NumberText.count(status.unsentCount)) to send" : nil
    if let first = problems.first {
      var rest = problems.dropFirst().map { ($0, theme.problem) }
      if let toSend { rest.append((toSend, theme.secondary)) }
      return rest.reduce(StyledLine("! " + first, theme.problem)) { line, next in
        let longer = line + StyledLine(" \(glyphs.separator) \(next.0)", next.1)
        return longer.columns <= room ? longer : line
      }
    }
    if let toSend { return normal(toSend) }
    guard let last = status.lastSync else { return normal("not yet") }
    return sync.now.map { normal(age(of: last, at: $0)) }
  }

  /// Returns how long ago something was: `now`, `3 min ago`, `5 h ago` or `12 days ago`.
  static func age(of time: Date, at now: Date) -> String {
    // A clock that was set back makes no negative numbers.
    let minutes = Int(max(0, now.timeIntervalSince(time)) / 60)
    switch minutes {
    case 0: return "now"
    case ..<60: return "\(minutes) min ago"
    case ..<(24 * 60): return "\(minutes / 60) h ago"
    default: return NumberText.count(minutes / (24 * 60), "day") + " ago"
    }
  }
}
