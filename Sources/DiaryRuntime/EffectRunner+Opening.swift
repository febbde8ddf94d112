import CoreDataMigration
import DiaryStore
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import Synchronization

// Opening the diary, and what goes on in it while it is open.
extension EffectRunner {
  func open() {
    let throttle = ProgressThrottle(post: post)
    let result = Result { () throws(OpeningError) in
      try openDiary({ throttle.report($0) }, { self.isOpeningStopped })
    }
    if case .success(let opened) = result {
      thumbnails.withLock { $0 = PhotoThumbnails(of: opened, cachedIn: cacheFolder) }
      diary.withLock { $0 = opened }
    }
    if case .success(let opened) = result, let reason = opened.readOnlyReason {
      post(.openedReadOnly(reason))
    }
    post(.opened(result.map(\.migration)))
    guard case .success(let opened) = result else { return }
    followChanges(of: opened)
    drafts.async { if let kept = self.recovery?.kept(), !kept.isEmpty { self.post(.draftsFound(kept)) } }
  }

  private var isOpeningStopped: Bool {
    stopsOpening.load(ordering: .relaxed) || isCancelled.load(ordering: .relaxed)
  }

  /// A person sees no more of a list that changes all the time.
  private static let pauseBetweenChanges: TimeInterval = 0.2

  /// Tells of other programs' changes until the diary is closed.
  private func followChanges(of diary: Diary) {
    diary.followChanges { [post] change in
      guard change.isExternal else { return }
      post(.storeChanged)
      Thread.sleep(forTimeInterval: Self.pauseBetweenChanges)
    }
  }

  func workInBackground() {
    run(on: slices) { diary -> Message? in
      // The rows that are wanted come first, as before a count.
      self.reads.sync {}
      return .workedInBackground(
        Result { () throws(StoreError) -> BackgroundProgress? in
          if let progress = try diary.workInBackground() { return progress }
          return try self.thumbnails.withLock { $0 }?.makeSome()
        })
    }
  }
}

/// Passes on as much progress as a screen can show.
private final class ProgressThrottle: Sendable {
  private static let pause = Duration.milliseconds(30)

  let post: @Sendable (Message) -> Void
  private let last = Mutex<(phase: MigrationProgress.Phase, time: ContinuousClock.Instant)?>(nil)

  init(post: @escaping @Sendable (Message) -> Void) { self.post = post }

  func report(_ progress: MigrationProgress) {
    let now = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, last.phase == progress.phase, now - last.time < Self.pause { return false }
      last = (progress.phase, now)
      return true
    }
    if isDue { post(.migrating(progress)) }
  }
}
