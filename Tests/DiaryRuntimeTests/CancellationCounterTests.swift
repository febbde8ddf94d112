import Testing

@testable import DiaryRuntime

@Suite struct CancellationCounterTests {
  @Test func queuedWorkIsCancelledAlthoughOtherWorkIsQueuedAfterwards() {
    let counter = CancellationCounter()
    let first = counter.mark
    #expect(!counter.isCancelled(since: first))
    counter.cancel()
    let second = counter.mark
    #expect(counter.isCancelled(since: first) && !counter.isCancelled(since: second))
    counter.cancel()
    #expect(counter.isCancelled(since: first) && counter.isCancelled(since: second))
  }
}
