import Foundation
import Synchronization

/// Notices Ctrl-C during work that can stop at a clean boundary, instead of being ended by it at once.
///
/// The first one gives the signal its usual effect back, so that a second one ends the program wherever it is.
enum InterruptNotice {
  /// Global, as a signal handler reaches nothing else; it may do little more than set a flag.
  private static let isNoticed = Atomic<Bool>(false)

  /// Whether Ctrl-C came during the work.
  static var hasCome: Bool { isNoticed.load(ordering: .relaxed) }

  /// Does work that asks `hasCome` now and then.
  static func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    // The flag is made by its first use, which must not be within the handler.
    isNoticed.store(false, ordering: .relaxed)
    let before = signal(SIGINT) { _ in
      InterruptNotice.isNoticed.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
    defer { signal(SIGINT, before) }
    // A shell script has what it starts in the background ignore the Ctrl-C that is meant for others.
    if isIgnoring(before) { signal(SIGINT, before) }
    return try work()
  }

  /// Whether a handler is `SIG_IGN`: functions cannot be compared, but this one is a number.
  private static func isIgnoring(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
