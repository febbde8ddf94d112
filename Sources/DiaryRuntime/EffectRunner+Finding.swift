import DiaryStore
import DiaryUI
import SQLiteKit
import Synchronization

extension EffectRunner {
  func loadMatch(_ request: MatchRequest) {
    newestMatch.withLock { $0 = request }
    read { diary in
      if self.isOutdated(request) { return nil }
      return .match(
        request,
        Result { () throws(StoreError) in
          try diary.position(
            ofMatch: request.search, from: request.position, isBackward: request.isBackward,
            in: request.query
          ) { self.isOutdated(request) }
        })
    }
  }

  private func isOutdated(_ request: MatchRequest) -> Bool {
    newestMatch.withLock { $0 != request } || isCancelled.load(ordering: .relaxed)
  }

  func loadMarks(_ request: MarkRequest) {
    newestMarks.withLock { $0 = request }
    read { diary in
      .marks(
        request,
        Result { () throws(StoreError) in
          try diary.ids(request.query, in: request.range) { self.isOutdated(request) }
        })
    }
  }

  private func isOutdated(_ request: MarkRequest) -> Bool {
    newestMarks.withLock { $0 != request } || isCancelled.load(ordering: .relaxed)
  }
}
