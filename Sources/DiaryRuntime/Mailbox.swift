import DiaryProcess
import Glibc
import Synchronization

/// Passes values from any thread to the loop that waits for them.
///
/// The loop polls `descriptor`, which becomes readable when a value is posted.
final class Mailbox<Item: Sendable>: Sendable {
  /// The descriptor to poll for input.
  let descriptor: Int32
  private let writeEnd: Int32
  private let items = Mutex<[Item]>([])

  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", code: errno) }
    descriptor = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Never blocks: only the first value after `drain` writes to the pipe, so the pipe cannot fill up.
  func post(_ item: Item) {
    let isFirst = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    guard isFirst else { return }
    var byte: UInt8 = 0
    while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// Returns all values since the last call, in order.
  func drain() -> [Item] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
