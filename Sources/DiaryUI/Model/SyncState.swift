import DiaryModel
import DiaryStore
package import DiaryText
import Foundation
import SQLiteKit

/// When the diary is to be synchronized.
package enum SyncRequest: Hashable, Sendable {
  /// Immediately, because the user asked for it.
  case asked
  /// Immediately, and regularly from then on.
  case regularly
  /// After a change, as soon as there has been no other for some seconds.
  case afterChange
  /// No longer, because the diary is not synchronized any more.
  case stop
}

/// How a synchronization ended.
package struct SyncOutcome: Hashable, Sendable {
  /// Whether the user asked for it.
  package let isAsked: Bool
  /// Whether nothing was exchanged, because another program was using the diary.
  package let isBusy: Bool
  /// What was exchanged, as a sentence; `nil` if that is not known.
  package let summary: String?
  /// How many beers, photos and labels have changes that are too large to be sent; `nil` if that is not known, as after a
  /// failure.
  package let unsendableCount: Int?
  /// Why it failed; `nil` if it succeeded.
  package let problem: Problem?

  package init(
    isAsked: Bool, isBusy: Bool = false, summary: String? = nil, unsendableCount: Int? = nil,
    problem: Problem? = nil
  ) {
    self.isAsked = isAsked
    self.isBusy = isBusy
    self.summary = summary
    self.unsendableCount = unsendableCount
    self.problem = problem
  }
}

/// The synchronization with other devices.
struct SyncState: Hashable, Sendable {
  /// `nil` if the diary is not synchronized, or until that has been read.
  private(set) var status: SyncStatus?
  /// Whether the diary is being synchronized.
  private(set) var isRunning = false
  /// The present time, for the age of the last synchronization; `nil` until it is known.
  private(set) var now: Date?
  /// The facts for which devices wrote different values; `nil` until they have been read.
  private(set) var conflicts: [SyncConflict]?
  /// Why they could not be read; `nil` if they could be.
  private(set) var conflictsFailure: StoreError?
  /// Whether regular synchronization was requested.
  private var isRegular = false
  /// The failure that was shown last, so that it is not shown again; `nil` after a success.
  private var shownFailure: String?
  /// Whether another process has changed the diary since the state was read.
  private var isChangedElsewhere = false
  /// Whether the conflicts may have changed since they were read.
  private var needsConflicts = true
  /// The UUIDs of the beers whose missing images are being fetched.
  private var beersBeingFetched: Set<UUID> = []
  private var pendingStatus = Pending<Int>()
  private var pendingConflicts = Pending<Int>()

  /// Handles a message after the screens.
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .storeChanged:
      isChangedElsewhere = true
      return reloadStatus()
    case .imported(_, .success): return synchronizeChange()
    case .changed(let request, .success(let outcome)):
      var ended = outcome.endedConflicts
      switch request {
      case .resolve(let conflict, _): ended.insert(conflict.id)
      // Those that have changed since the question appear again when the conflicts are read.
      case .resolveAll(let resolved, _): ended.formUnion(resolved.map(\.id))
      default: break
      }
      conflicts?.removeAll { ended.contains($0.id) }
      return synchronizeChange()
    case .syncStatus(let generation, let result):
      return pendingStatus.end(with: generation) ? setStatus(result, in: context) : []
    case .syncStarted: isRunning = true
    case .synced(let outcome, let result):
      isRunning = false
      // The answer to an earlier request would not have what was just exchanged.
      pendingStatus.cancel()
      return setStatus(result, unsendableCount: outcome.unsendableCount, in: context)
        + report(outcome, in: context)
    case .imagesFetched(let beer, let problem):
      beersBeingFetched.remove(beer)
      if let problem { return [.say(problem.sentence, kind: .problem)] }
    case .conflicts(let generation, let result): if pendingConflicts.end(with: generation) { apply(result) }
    case .time(let now): self.now = now
    default: break
    }
    return []
  }

  // MARK: - State

  /// Reads the state of the synchronization; one request replaces those before.
  mutating func loadStatus() -> [Intent] {
    [.effect(.loadSyncStatus(generation: pendingStatus.begin { $0 }))]
  }

  /// Reads whether another process, which has changed the diary, has begun to synchronize it.
  mutating func noticeBeginning() -> [Intent] { status == nil && !isRunning ? loadStatus() : [] }

  /// Reads the state of the synchronization again after a change.
  ///
  /// A synchronization changes the diary several times, and reports the state when it ends.
  private mutating func reloadStatus() -> [Intent] {
    needsConflicts = true
    return status == nil || isRunning ? [] : loadStatus()
  }

  /// The intents after a change of the diary that has to be sent.
  mutating func synchronizeChange() -> [Intent] {
    reloadStatus() + (isRegular ? [.effect(.synchronize(.afterChange))] : [])
  }

  /// Stores a state that was read, begins or ends the regular synchronization, and sends what another process has changed.
  ///
  /// - Parameter unsendableCount: How many beers, photos and labels a synchronization that has succeeded has left, because
  ///   their changes are too large; `nil` if none has succeeded since the state was read last.
  private mutating func setStatus(
    _ result: Result<SyncStatus?, StoreError>, unsendableCount: Int? = nil, in context: ScreenContext
  ) -> [Intent] {
    guard case .success(let status) = result else { return [] }
    // A synchronization, also one of another screen, changes the diary as well, but leaves nothing more to send. What it
    // could have sent and has left was changed during it.
    let left = min(self.status?.unsentCount ?? 0, unsendableCount ?? .max)
    let hasMore = status.map { $0.unsentCount > left } ?? false
    let isToSend = hasMore && (isChangedElsewhere || unsendableCount != nil)
    isChangedElsewhere = false
    let announcement = announcement(of: status, in: context)
    self.status = status
    needsConflicts = true
    let isRegular =
      status != nil && context.configuration.synchronizesAutomatically && !context.isReadOnly
    guard isRegular != self.isRegular else {
      return announcement + (isRegular && isToSend ? [.effect(.synchronize(.afterChange))] : [])
    }
    self.isRegular = isRegular
    return announcement + [.effect(.synchronize(isRegular ? .regularly : .stop))]
  }

  /// Says that there are more conflicts, which otherwise only the header shows, where a screen reader does not read them.
  private func announcement(of status: SyncStatus?, in context: ScreenContext) -> [Intent] {
    guard context.appearance.usesWords, context.notice == nil, context.prompt == nil,
      let count = status?.conflictCount, count > self.status?.conflictCount ?? 0
    else { return [] }
    return [
      .say(
        "Your devices have \(NumberText.count(count, "conflict")).", kind: .problem,
        advice: context.key(of: .showConflicts).map { "\($0): choose" })
    ]
  }

  // MARK: - Results

  /// Says the result of a synchronization that the user asked for, and the failure of any other one once.
  private mutating func report(_ outcome: SyncOutcome, in context: ScreenContext) -> [Intent] {
    guard let problem = outcome.problem else {
      shownFailure = nil
      guard outcome.isAsked else { return [] }
      return [.say(outcome.summary ?? "Synchronized.", advice: conflictAdvice(in: context))]
    }
    // A failure that the user did not cause replaces no notice and covers no prompt.
    let isFree = context.notice == nil && context.prompt == nil
    guard outcome.isAsked || isFree && shownFailure != problem.sentence else { return [] }
    shownFailure = problem.sentence
    return [.say(problem.sentence, kind: .problem)]
  }

  /// The key that shows the conflicts; `nil` if there are none.
  private func conflictAdvice(in context: ScreenContext) -> String? {
    guard let count = status?.conflictCount, count > 0 else { return nil }
    return context.key(of: .showConflicts).map { "\($0): \(NumberText.count(count, "conflict"))" }
  }

  // MARK: - Missing images

  /// Whether the missing images of a beer are being fetched.
  func isFetchingImages(ofBeer beer: UUID) -> Bool { beersBeingFetched.contains(beer) }

  /// Gets the missing images of a beer, unless they are being fetched already.
  mutating func fetchImages(ofBeer beer: UUID) -> [Intent] {
    beersBeingFetched.insert(beer).inserted ? [.effect(.fetchImages(ofBeer: beer))] : []
  }

  // MARK: - Conflicts

  /// Reads the conflicts if they may have changed, and another screen than the list may show them.
  ///
  /// Those that are known stay until the answer.
  mutating func requestConflicts(in context: ScreenContext) -> [Intent] {
    guard needsConflicts, context.path.count > 1, let status else { return [] }
    needsConflicts = false
    guard status.conflictCount > 0 else {
      pendingConflicts.cancel()
      apply(.success([]))
      return []
    }
    return [.effect(.loadConflicts(generation: pendingConflicts.begin { $0 }))]
  }

  private mutating func apply(_ result: Result<[SyncConflict], StoreError>) {
    switch result {
    case .success(let conflicts):
      self.conflicts = conflicts
      conflictsFailure = nil
    case .failure(let error): conflictsFailure = error
    }
  }
}

extension AppState {
  /// Whether the time is on the screen.
  package var showsTime: Bool { sync.status?.lastSync != nil }

  /// Lets the synchronization change its state, and carries out its intents.
  mutating func updateSync(_ change: (inout SyncState, ScreenContext) -> [Intent]) -> [Effect] {
    let context = ScreenContext(self)
    return apply(change(&sync, context))
  }
}
