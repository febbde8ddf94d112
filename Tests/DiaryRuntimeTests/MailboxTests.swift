import Dispatch
import Foundation
import Testing

@testable import DiaryRuntime

/// Values from any thread for the one that waits.
@Suite struct MailboxTests {
  private let mailbox: Mailbox<Int>

  init() throws { mailbox = try Mailbox() }

  /// Whether the descriptor is readable; waits for it if there is a limit.
  private func isReadable(within milliseconds: Int32 = 0) -> Bool {
    var polled = [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)]
    return poll(&polled, 1, milliseconds) == 1
  }

  @Test func aMailboxIsReadableWhileItHasValues() {
    #expect(!isReadable())
    mailbox.post(1)
    #expect(isReadable())
    mailbox.post(2)
    #expect(mailbox.drain() == [1, 2])
    #expect(!isReadable())
    #expect(mailbox.drain() == [])
    mailbox.post(3)
    #expect(isReadable())
    #expect(mailbox.drain() == [3])
  }

  @Test func postingNeverWaitsForTheReader() {
    // A pipe has room for 65,536 bytes.
    let values = Array(0..<70_000)
    for value in values { mailbox.post(value) }
    #expect(mailbox.drain() == values)
  }

  @Test func nothingIsLostBetweenThreads() {
    let threads = 4
    let values = 5000
    DispatchQueue.global().async { [mailbox] in
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for value in 0..<values { mailbox.post(thread * values + value) }
      }
    }

    var received: [Int] = []
    while received.count < threads * values, isReadable(within: 60_000) { received += mailbox.drain() }

    for thread in 0..<threads {
      #expect(received.filter { $0 / values == thread } == Array(thread * values..<(thread + 1) * values))
    }
  }
}
