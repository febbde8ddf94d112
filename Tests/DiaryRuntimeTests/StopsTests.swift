import Testing

@testable import DiaryRuntime

@Suite struct StopsTests {
  @Test func queuedWorkIsStoppedAlthoughOtherWorkIsQueuedAfterwards() {
    let stops = Stops()
    let first = stops.mark
    #expect(!stops.isStopped(since: first))
    stops.stop()
    let second = stops.mark
    #expect(stops.isStopped(since: first) && !stops.isStopped(since: second))
    stops.stop()
    #expect(stops.isStopped(since: first) && stops.isStopped(since: second))
  }
}
