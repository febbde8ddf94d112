import Dispatch
import Testing

@testable import DiaryRuntime

/// Of several requests only the newest counts.
@Suite struct LatestTests {
  private let latest = Latest<Int>()

  @Test func thereIsNoRequestAtFirst() {
    #expect(latest.newest == nil)
    #expect(!latest.isWaiting)
    #expect(latest.take() == nil)
  }

  @Test func aNewerRequestReplacesOneThatWaits() {
    latest.submit(1)
    latest.submit(2)
    #expect(latest.newest == 2)
    #expect(latest.take() == 2)
    #expect(latest.take() == nil)
  }

  @Test func aRequestThatWasTakenIsStillTheNewest() {
    latest.submit(1)
    #expect(latest.isWaiting)
    #expect(latest.take() == 1)
    #expect(latest.newest == 1)
    #expect(!latest.isWaiting)
  }

  @Test func aNewerRequestReplacesOneThatRuns() {
    latest.submit(1)
    #expect(latest.take() == 1)
    latest.submit(2)
    #expect(latest.newest == 2)
    #expect(latest.isWaiting)
    #expect(latest.take() == 2)
  }

  @Test func theSameRequestCanBeMadeAgain() {
    latest.submit(1)
    #expect(latest.take() == 1)
    latest.submit(1)
    #expect(latest.take() == 1)
  }

  @Test func eachRequestIsTakenByOneThread() {
    for request in 0..<200 {
      latest.submit(request)
      let taken = Latest<Int>()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        guard let request = latest.take() else { return }
        #expect(!taken.isWaiting)
        taken.submit(request)
      }
      #expect(taken.newest == request)
    }
  }
}
