import DiaryStore
import SQLiteKit

// The way from match to match: through what a search shows, and after it through the whole list.
extension AppState {
  mutating func findMatch(isBackward: Bool) -> [Effect] {
    guard list.rows.query.searchWords.isEmpty else {
      stepToMatch(by: isBackward ? -1 : 1)
      return []
    }
    guard (list.rows.count ?? 0) > 0, !list.rows.showsOtherList else { return [] }
    list.isFinding = true
    let request = list.rows.matchRequest(list.lastSearch, from: list.scroll.cursor, isBackward: isBackward)
    list.pendingMatch = request
    return [.loadMatch(request)]
  }

  mutating func acceptMatch(_ request: MatchRequest, _ result: Result<Int?, StoreError>) {
    guard request == list.pendingMatch else { return }
    list.pendingMatch = nil
    guard request.query == list.rows.query else { return }
    switch result {
    case .success(let position?):
      list.scroll.cursor = position
      if position == request.position {
        notice = Notice(text: "This is the only beer with “\(request.search)”.")
      } else if (position < request.position) != request.isBackward {
        notice = Notice(
          text: request.isBackward ? "From the end of the list again." : "From the top of the list again.")
      }
    case .success(nil): notice = Notice(text: "No beer of this list has “\(request.search)”.")
    case .failure(.cancelled): break
    case .failure(let error):
      notice = Notice(text: "The search has failed: " + ErrorText.reason(error) + ".", kind: .problem)
    }
  }

  /// Every beer of a search is a match.
  private mutating func stepToMatch(by offset: Int) {
    guard let count = list.rows.count, count > 0 else { return }
    let next = list.scroll.cursor + offset
    guard 0..<count ~= next else {
      notice = Notice(text: offset > 0 ? "This is the last match." : "This is the first match.")
      return
    }
    moveInList(offset > 0 ? .down : .up)
  }
}
