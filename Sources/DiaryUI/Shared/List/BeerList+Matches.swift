import DiaryStore
import SQLiteKit

// Moving from match to match: within a search, or in the whole list after it.
extension BeerList {
  mutating func findMatch(isBackward: Bool) -> [Intent] {
    guard window.query.searchWords.isEmpty else { return stepToMatch(by: isBackward ? -1 : 1) }
    guard (window.count ?? 0) > 0, !window.showsOtherList else { return [] }
    highlightsMatches = true
    if let pending = pendingMatch.request, pending.isBackward == isBackward, pending.query == window.query,
      pending.search == lastSearch
    {
      awaitedMatches += 1
      return []
    }
    awaitedMatches = 0
    beforeJump = state
    return requestMatch(isBackward: isBackward)
  }

  private mutating func requestMatch(isBackward: Bool) -> [Intent] {
    let request = pendingMatch.begin {
      MatchRequest(
        query: window.query, search: lastSearch, position: scroll.cursor, isBackward: isBackward,
        generation: $0)
    }
    return [.effect(.loadMatch(request))]
  }

  mutating func applyMatch(_ request: MatchRequest, _ result: Result<Int?, StoreError>) -> [Intent] {
    guard pendingMatch.end(with: request), request.query == window.query else { return [] }
    switch result {
    case .success(let position?):
      scroll.cursor = position
      if awaitedMatches > 0, position != request.position {
        awaitedMatches -= 1
        return requestMatch(isBackward: request.isBackward)
      }
      if position == request.position {
        return [.say("This beer is the only match for “\(request.search)”.")]
      }
      if (position < request.position) == request.isBackward { return [] }
      return [.say("Continued from the \(request.isBackward ? "end" : "top") of the list.")]
    case .success(nil): return [.say("No matches for “\(request.search)” in this list.")]
    case .failure(.cancelled): return []
    case .failure(let error):
      return [.say("The search failed: " + ErrorText.reason(error) + ".", kind: .problem)]
    }
  }

  /// In a search, every beer is a match.
  private mutating func stepToMatch(by offset: Int) -> [Intent] {
    guard let count = window.count, count > 0 else { return [] }
    guard 0..<count ~= scroll.cursor + offset else {
      return [.say(offset > 0 ? "This is the last match." : "This is the first match.")]
    }
    step(by: offset)
    return []
  }
}
