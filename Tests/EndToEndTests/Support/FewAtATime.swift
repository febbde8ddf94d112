import Testing

/// Lets a few tests run at a time.
///
/// Each has a terminal and a program of its own, and a machine has few processors. A test waits for half of its time,
/// for a screen or a lock, so that two processors are busy with four of them.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(count: 4)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.take()
    do {
      try await function()
      await Self.turns.giveBack()
    } catch {
      await Self.turns.giveBack()
      throw error
    }
  }
}

/// A counting semaphore that suspends instead of blocking.
private actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension Trait where Self == FewAtATime {
  static var fewAtATime: Self { FewAtATime() }
}

extension Trait where Self == ConditionTrait {
  /// Skips what needs a terminal where there is no tmux.
  static var needsTmux: Self { .enabled(if: TmuxScreen.isInstalled, "tmux is not installed") }
}
