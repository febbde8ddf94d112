import Dispatch
import Synchronization
import Testing

@testable import DiaryRuntime

/// Of several requests only the newest counts.
@Suite struct LatestTests {
  private let latest = Latest()

  @Test func aRequestIsTheNewestUntilThereIsAnother() {
    let newer = latest.submit(1)
    #expect(newer() == nil && newer() == nil)
  }

  @Test func aNewerRequestReplacesAllOlderOnes() {
    let newerThanFirst = latest.submit(1)
    let newerThanSecond = latest.submit(2)
    #expect(newerThanFirst() == 2 && newerThanSecond() == nil)

    let newerThanThird = latest.submit(3)
    #expect(newerThanFirst() == 3 && newerThanSecond() == 3 && newerThanThird() == nil)
  }

  @Test func anEqualRequestReplacesTheOlderOneAsWell() {
    let newerThanFirst = latest.submit(1)
    let newerThanSecond = latest.submit(1)
    #expect(newerThanFirst() == 1 && newerThanSecond() == nil)
  }

  @Test func aRequestOfAnotherTypeReplacesNothing() {
    let newerThanNumber = latest.submit(1)
    let newerThanWord = latest.submit("word")
    #expect(newerThanNumber() == nil && newerThanWord() == nil)
  }

  @Test func oneRequestOfSeveralThreadsIsTheNewest() {
    for _ in 0..<200 {
      let submitted = Mutex<[@Sendable () -> Int?]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        let newer = latest.submit(index)
        submitted.withLock { $0.append(newer) }
      }
      let newest = submitted.withLock { $0.map { $0() } }
      #expect(newest.count { $0 == nil } == 1)
      #expect(Set(newest.compactMap { $0 }).count == 1)
    }
  }
}
