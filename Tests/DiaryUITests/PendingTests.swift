import Testing

@testable import DiaryUI

/// Only the answer to the newest request counts.
@Suite struct PendingTests {
  private var pending = Pending<Int>()

  @Test mutating func anAnswerEndsItsRequestOnce() {
    let request = pending.begin { $0 }
    #expect(pending.isAwaited && pending.request == request)
    let ends = [pending.end(with: request), pending.end(with: request)]
    #expect(ends == [true, false] && !pending.isAwaited)
  }

  @Test mutating func theAnswerToAnOlderRequestIsIgnored() {
    let requests = [pending.begin { $0 }, pending.begin { $0 }]
    let ends = requests.map { pending.end(with: $0) }
    #expect(ends == [false, true])
  }

  @Test mutating func theAnswerToACanceledRequestIsNeverTaken() {
    let request = pending.begin { $0 }
    pending = pending.cancelled
    let isTaken = pending.end(with: request)
    #expect(!isTaken && !pending.isAwaited)
    let next = pending.begin { $0 }
    #expect(next != request)
  }
}
