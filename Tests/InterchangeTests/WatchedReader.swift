import Foundation
import Synchronization
import TestSupport

@testable import Interchange

/// Reads CSV and reports how it is used; it fails or waits if a test wants that.
final class WatchedReader: RecordReader {
  /// Records that were asked for.
  let count = Counter()
  /// The threads that asked.
  let threads = Threads()
  private let reader: TableReader
  private let failure: (after: Int, error: ImportError)?
  private let wait: (after: Int, gate: Gate)?
  private let onEnd: @Sendable () -> Void

  /// - Parameters:
  ///   - bytes: What is read, with a header.
  ///   - onEnd: Called when the reader is released.
  init(
    _ bytes: [UInt8], failing failure: (after: Int, error: ImportError)? = nil,
    waiting wait: (after: Int, gate: Gate)? = nil, onEnd: @escaping @Sendable () -> Void = {}
  ) throws(ImportError) {
    let rows = try CSVReader(ByteInput(bytes))
    guard let header = try rows.next() else { throw .empty }
    reader = TableReader(rows, header: header)
    self.failure = failure
    self.wait = wait
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  var bytesRead: Int64 { reader.bytesRead }
  var totalBytes: Int64? { reader.totalBytes }
  var isUTF16: Bool { reader.isUTF16 }

  func next() throws(ImportError) -> FileRecord? {
    threads.note()
    if let failure, count.value == failure.after { throw failure.error }
    if let wait, count.value == wait.after { _ = wait.gate.pass() }
    count.increase()
    return try reader.next()
  }
}

/// A number that several threads see.
final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .acquiring) }

  func increase() { number.add(1, ordering: .acquiringAndReleasing) }
}

/// Which threads came by.
final class Threads: Sendable {
  private let ids = Mutex<Set<pthread_t>>([])

  var count: Int { ids.withLock { $0.count } }

  func note() { ids.withLock { _ = $0.insert(pthread_self()) } }
}
