import DiaryStore
import Foundation
import Synchronization

/// The rows of a file, read on a thread of its own while those before them are taken.
///
/// What is told of them is told by the thread that takes them. A file that is one batch has no thread.
final class ReadAhead {
  /// Batches that are read ahead, the one on its way included.
  private static let depth = 2

  /// What was handed over last.
  private(set) var latest = RowBatch()
  private let reading: Reading
  private let onRejected: (RejectedRow) -> Void
  private var hasBegun = false

  /// - Parameter onRejected: Called by `next()` with every row that is no beer, in the file's order.
  init(_ stream: sending RowStream, onRejected: @escaping (RejectedRow) -> Void = { _ in }) {
    reading = Reading(stream, depth: Self.depth)
    self.onRejected = onRejected
  }

  /// The thread ends with the batch that it reads; it is not waited for, as a disk may be slow.
  deinit { reading.spares.close() }

  /// The next beers; `nil` at the end of the file.
  func next() throws(ImportError) -> ImportRows? {
    while latest.end == nil, let batch = nextBatch() {
      latest = batch
      if latest.end != nil { reading.spares.close() }
      latest.rejected.forEach(onRejected)
      if case .failure(let error) = latest.end { throw error }
      if !latest.rows.isEmpty { return latest.rows }
    }
    // What comes behind the last row, such as making the indices anew, has the memory.
    latest.rows = ImportRows()
    return nil
  }

  private func nextBatch() -> RowBatch? {
    if hasBegun {
      var spare = ImportRows()
      swap(&spare, &latest.rows)
      reading.spares.put(spare)
      return reading.batches.take()
    }
    hasBegun = true
    let first = reading.stream.withLock { $0.next() }
    if first.end == nil { reading.start() }
    return first
  }
}

/// What the thread that reads and the one that takes have in common.
private final class Reading: Sendable {
  /// Locked for as long as the thread reads: nobody else does then.
  let stream: Mutex<RowStream>
  let batches = BlockingQueue<RowBatch>()
  /// The memory of batches to come: without any, reading waits.
  let spares: BlockingQueue<ImportRows>

  init(_ stream: sending RowStream, depth: Int) {
    self.stream = Mutex(stream)
    spares = BlockingQueue(Array(repeating: ImportRows(), count: depth))
  }

  func start() {
    let thread = Thread { self.read() }
    thread.name = "import"
    thread.start()
  }

  /// Reads to the end of the file, or until nobody takes its rows any more.
  private func read() {
    stream.withLock { stream in
      while let spare = spares.take() {
        let batch = stream.next(reusing: spare)
        batches.put(batch)
        if batch.end != nil { return }
      }
    }
  }
}
