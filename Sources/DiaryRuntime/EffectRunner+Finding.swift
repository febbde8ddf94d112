import DiaryStore
import DiaryUI
import SQLiteKit

extension EffectRunner {
  func loadMatch(_ request: MatchRequest) {
    latestMatch.submit(request)
    read { diary in
      if self.isOutdated(request, in: self.latestMatch) { return nil }
      return .match(
        request,
        Result { () throws(StoreError) in
          try diary.position(
            ofMatch: request.search, from: request.position, isBackward: request.isBackward,
            in: request.query
          ) { self.isOutdated(request, in: self.latestMatch) }
        })
    }
  }

  func loadMarks(_ request: MarkRequest) {
    latestMarks.submit(request)
    read { diary in
      .marks(
        request,
        Result { () throws(StoreError) in
          try diary.ids(request.query, in: request.range) { self.isOutdated(request, in: self.latestMarks) }
        })
    }
  }
}
