import DiaryUI
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import DiaryRuntime

/// Signals as values for the event loop.
@Suite struct SignalWatchTests {
  private final class Reported: Sendable {
    let thread = Mutex<pthread_t>(0)
    let events = Mutex<[SignalWatch.Event]>([])
    let step = DispatchSemaphore(value: 0)
  }

  /// The blocked signals of a thread at three times.
  private final class Masks: Sendable {
    let values = Mutex<[[Int32]]>([])
    let ended = DispatchSemaphore(value: 0)
  }

  @Test(arguments: [SystemSignal.interrupt, .terminate, .hangup, .stop, .resumed])
  func everySignalHasItsSystemNumber(_ signal: SystemSignal) {
    #expect(SystemSignal(number: signal.number) == signal)
    #expect(SignalWatch.watched.contains(signal.number))
  }

  @Test func otherNumbersAreNotSignals() {
    #expect(SystemSignal(number: SIGUSR1) == nil)
    #expect(SystemSignal(number: SIGWINCH) == nil)
  }

  @Test func signalsToTheWaitingThreadAreReportedInTheirOrder() throws {
    let reported = Reported()
    // The signals stay blocked in this thread, which never ends, so none of them has its usual effect.
    Thread.detachNewThread {
      var watched = SignalWatch.set(of: SignalWatch.watched)
      pthread_sigmask(SIG_BLOCK, &watched, nil)
      reported.thread.withLock { $0 = pthread_self() }
      reported.step.signal()
      SignalWatch.wait(for: watched) { event in
        reported.events.withLock { $0.append(event) }
        reported.step.signal()
      }
    }
    try reported.step.wait(for: "the thread")
    let thread = reported.thread.withLock { $0 }
    for signal in [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGWINCH] {
      #expect(pthread_kill(thread, signal) == 0)
      try reported.step.wait(for: "signal \(signal)")
    }
    #expect(
      reported.events.withLock { $0 } == [
        .windowChanged, .signal(.terminate), .signal(.interrupt), .signal(.hangup), .windowChanged,
      ])
  }

  @Test func theSignalsAreBlockedWhileTheyAreWatched() throws {
    let reported = Masks()
    // On a thread of its own, because the mask is that of a thread.
    Thread.detachNewThread {
      let before = Self.blockedSignals
      let watch = SignalWatch { _ in }
      let during = Self.blockedSignals
      watch.stop()
      let after = Self.blockedSignals
      reported.values.withLock { $0 = [before, during, after] }
      reported.ended.signal()
    }
    try reported.ended.wait(for: "the end of the watch")
    let masks = reported.values.withLock { $0 }
    #expect(Set(masks[1]) == Set(masks[0]).union(SignalWatch.watched))
    #expect(masks[2] == masks[0])
  }

  /// The signals that are blocked in the calling thread.
  private static var blockedSignals: [Int32] {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return (1..<65).filter { sigismember(&mask, $0) == 1 }
  }
}
