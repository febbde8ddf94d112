import DiaryStore
import DiaryUI

// Changes that the user makes.
extension EffectRunner {
  func change(_ request: ChangeRequest) {
    run(on: writes) { diary in
      let progress = self.progress(of: request)
      return .changed(
        request, Result { () throws(ChangeError) in try diary.perform(request, progress: progress) })
    }
  }

  /// Shows as much of a change's progress as can be read.
  private func progress(of request: ChangeRequest) -> (Int) -> Void {
    let total = request.beerCount
    var next = ContinuousClock.now
    return { done in
      let now = ContinuousClock.now
      guard done < total, now >= next else { return }
      next = now + Self.pauseBetweenShares
      self.post(.changing(done: done, total: total))
    }
  }

  private static let pauseBetweenShares = Duration.milliseconds(100)
}
