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
  /// What was exchanged, as a sentence; `nil` if that is not known.
  package let summary: String?
  /// Why it failed; `nil` if it succeeded.
  package let problem: Problem?

  package init(isAsked: Bool, summary: String? = nil, problem: Problem? = nil) {
    self.isAsked = isAsked
    self.summary = summary
    self.problem = problem
  }
}

/// The synchronization with other devices.
struct SyncState: Hashable, Sendable {
  /// `nil` if the diary is not synchronized, or until that has been read.
  var status: SyncStatus?
  /// Whether the diary is being synchronized.
  var isRunning = false
  /// The present time, for the age of the last synchronization; `nil` until it is known.
  var now: Date?
  /// Whether regular synchronization was requested.
  var isRegular = false
  /// The failure that was shown last, so that it is not shown again; `nil` after a success.
  var shownFailure: String?
  /// The facts for which devices wrote different values; `nil` until they have been read.
  var conflicts: [SyncConflict]?
  /// Why they could not be read; `nil` if they could be.
  var conflictsFailure: StoreError?
  /// Whether the conflicts may have changed since they were read.
  var needsConflicts = true
  /// The generation of the last request for the state or the conflicts.
  var generation = 0
  /// The generation of the unanswered request for the conflicts.
  var pendingConflicts: Int?
  /// The generation of the newest request for the state.
  var pendingStatus: Int?
}

extension AppState {
  /// Whether the time is on the screen.
  package var showsTime: Bool { sync.status?.lastSync != nil }

  /// Reads the state of the synchronization; one request replaces those before.
  mutating func loadSyncStatus() -> [Effect] {
    sync.generation += 1
    sync.pendingStatus = sync.generation
    return [.loadSyncStatus(generation: sync.generation)]
  }

  /// Reads the state of the synchronization again after a change by another program.
  ///
  /// A synchronization changes the diary several times, and reports the state when it ends.
  mutating func reloadSyncStatus() -> [Effect] {
    sync.needsConflicts = true
    return sync.status == nil || sync.isRunning ? [] : loadSyncStatus()
  }

  /// Reads the conflicts if they may have changed, and another screen than the list may show them.
  ///
  /// Those that are known stay until the answer.
  mutating func requestConflicts() -> [Effect] {
    guard sync.needsConflicts, path.count > 1, let status = sync.status else { return [] }
    sync.needsConflicts = false
    guard status.conflictCount > 0 else {
      sync.pendingConflicts = nil
      sync.conflicts = []
      sync.conflictsFailure = nil
      return []
    }
    sync.generation += 1
    sync.pendingConflicts = sync.generation
    return [.loadConflicts(generation: sync.generation)]
  }

  /// Keeps the answer to the newest request for the conflicts; ignores other answers.
  mutating func applyConflicts(_ generation: Int, _ result: Result<[SyncConflict], StoreError>) {
    guard generation == sync.pendingConflicts else { return }
    sync.pendingConflicts = nil
    switch result {
    case .success(let conflicts):
      sync.conflicts = conflicts
      sync.conflictsFailure = nil
    case .failure(let error): sync.conflictsFailure = error
    }
  }

  /// Shows the answer to the newest request for the state; ignores other answers.
  mutating func applySyncStatus(_ generation: Int, _ result: Result<SyncStatus?, StoreError>) -> [Effect] {
    guard generation == sync.pendingStatus else { return [] }
    sync.pendingStatus = nil
    return showSyncStatus(result)
  }

  /// Shows a state that was read, and begins or ends the regular synchronization.
  private mutating func showSyncStatus(_ result: Result<SyncStatus?, StoreError>) -> [Effect] {
    guard case .success(let status) = result else { return [] }
    sync.status = status
    sync.needsConflicts = true
    let isRegular = status != nil && configuration.synchronizesAutomatically && configuration.readOnly == nil
    guard isRegular != sync.isRegular else { return [] }
    sync.isRegular = isRegular
    return [.synchronize(isRegular ? .regularly : .stop)]
  }

  /// The effects after a change of the diary that has to be sent.
  mutating func synchronizeChange() -> [Effect] {
    sync.needsConflicts = true
    return reloadSyncStatus() + (sync.isRegular ? [.synchronize(.afterChange)] : [])
  }

  /// Shows how a synchronization ended, and the state after it.
  mutating func synced(_ outcome: SyncOutcome, _ result: Result<SyncStatus?, StoreError>) -> [Effect] {
    sync.isRunning = false
    // The answer to an earlier request would not have what was just exchanged.
    sync.pendingStatus = nil
    let effects = showSyncStatus(result)
    show(outcome)
    return effects
  }

  /// Shows the result of a synchronization that the user asked for, and the failure of any other one once.
  private mutating func show(_ outcome: SyncOutcome) {
    guard let problem = outcome.problem else {
      sync.shownFailure = nil
      if outcome.isAsked { notice = Notice(text: outcome.summary ?? "Synchronized.", advice: conflictAdvice) }
      return
    }
    // A failure that the user did not cause replaces no notice and covers no prompt.
    let isFree = notice == nil && prompt == nil
    guard outcome.isAsked || isFree && sync.shownFailure != problem.sentence else { return }
    sync.shownFailure = problem.sentence
    notice = Notice(text: problem.sentence, kind: .problem)
  }

  /// The key that shows the conflicts; `nil` if there are none.
  private var conflictAdvice: String? {
    guard let count = sync.status?.conflictCount, count > 0 else { return nil }
    return ScreenContext(self).key(of: .showConflicts).map { "\($0): \(NumberText.count(count, "conflict"))" }
  }
}
