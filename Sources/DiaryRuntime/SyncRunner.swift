import DiaryProcess
import DiaryUI
import Dispatch
import Foundation
import Synchronization

/// Synchronizes the diary and fetches images in another process, one at a time, and posts when it starts and ends.
///
/// This process opens no connection. Its thread sleeps until the next synchronization is due, or something is requested.
final class SyncRunner: Sendable {
  private struct State {
    var schedule: SyncSchedule
    /// The UUID of the beer whose missing images were requested; `nil` if none were.
    var beerMissingImages: UUID?
    var isStarted = false
    var isEnding = false
  }

  private enum Step {
    case run(isAsked: Bool)
    case fetchImages(ofBeer: UUID)
    /// Waits for a request, at most so long; `nil` for no limit.
    case wait(Duration?)
  }

  private let session: DiarySession
  private let reader: DiaryReader
  private let program: SyncProgram?
  private let state: Mutex<State>
  private let requested = DispatchSemaphore(value: 0)

  /// Creates a runner that is idle until something is requested.
  ///
  /// - Parameter program: The program to run; `nil` to ignore all requests.
  init(
    _ session: DiarySession, _ reader: DiaryReader, _ program: SyncProgram?,
    schedule: SyncSchedule = SyncSchedule()
  ) {
    self.session = session
    self.reader = reader
    self.program = program
    state = Mutex(State(schedule: schedule))
  }

  /// Takes a request, and returns immediately.
  func take(_ request: SyncRequest) {
    note { state -> Void? in state.schedule.note(request, at: .now) }
  }

  /// Takes a request for the missing images of a beer, and returns immediately.
  ///
  /// The user waits for them, so they come before the next synchronization. A request that still waits is replaced, as the
  /// user has gone on to another beer; otherwise, leafing through beers would start one process for each.
  func fetchImages(ofBeer beer: UUID) {
    let replaced = note { state in
      defer { state.beerMissingImages = beer }
      return state.beerMissingImages
    }
    if let replaced, replaced != beer { session.post(.imagesFetched(ofBeer: replaced, problem: nil)) }
  }

  /// Notes a request, and starts the thread with the first one.
  ///
  /// - Returns: What `request` returns; `nil` if all requests are ignored.
  @discardableResult
  private func note<Result: Sendable>(_ request: @Sendable (inout State) -> Result?) -> Result? {
    guard let program else { return nil }
    let (isFirst, result) = state.withLock { state in
      defer { state.isStarted = true }
      return (!state.isStarted && !state.isEnding, request(&state))
    }
    requested.signal()
    guard isFirst else { return result }
    let thread = Thread { self.work(program) }
    thread.name = "sync"
    thread.start()
    return result
  }

  /// Starts no more synchronizations; one that is running continues without this process.
  func finish() {
    state.withLock { $0.isEnding = true }
    requested.signal()
  }

  /// Starts a last synchronization if changes were not sent yet, and does not wait for it.
  ///
  /// - Returns: The program; `nil` if it was not started.
  func sendPendingChanges() -> ChildProgram? {
    let isPending = state.withLock { $0.schedule.isPending }
    return isPending ? program?.start() : nil
  }

  private func work(_ program: SyncProgram) {
    while let step = nextStep() {
      switch step {
      case .run(let isAsked):
        session.post(.syncStarted)
        let outcome = program.run(isAsked: isAsked)
        state.withLock {
          $0.schedule.end(at: .now, isBusy: outcome.isBusy, hasFailed: outcome.problem != nil)
        }
        reader.loadSyncStatus(after: outcome)
      case .fetchImages(let beer):
        session.post(.imagesFetched(ofBeer: beer, problem: program.fetchImages(ofBeer: beer)))
      case .wait(let limit):
        _ = requested.wait(timeout: limit.map { .now() + $0.seconds } ?? .distantFuture)
      }
    }
  }

  /// Returns what to do next; `nil` at the end.
  private func nextStep() -> Step? {
    state.withLock { state in
      if state.isEnding { return nil }
      if let beer = state.beerMissingImages {
        state.beerMissingImages = nil
        return .fetchImages(ofBeer: beer)
      }
      let now = ContinuousClock.now
      if let isAsked = state.schedule.begin(at: now) { return .run(isAsked: isAsked) }
      return .wait(state.schedule.due.map { $0 - now })
    }
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
