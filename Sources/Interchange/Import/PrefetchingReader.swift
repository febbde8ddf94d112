import DiaryStore
import Dispatch
import Foundation
import Synchronization

/// The rows of a file, read on a thread of its own while those before them are taken.
///
/// What is told of them is told by the thread that takes them. A file that is one batch has no thread.
final class PrefetchingReader {
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
  deinit { reading.permits.close() }

  /// The next beers; `nil` at the end of the file.
  func next() throws(ImportError) -> [ImportedBeer]? {
    while latest.end == nil, let batch = nextBatch() {
      latest = batch
      if latest.end != nil { reading.permits.close() }
      latest.rejected.forEach(onRejected)
      if case .failure(let error) = latest.end { throw error }
      if !latest.beers.isEmpty { return latest.beers }
    }
    return nil
  }

  private func nextBatch() -> RowBatch? {
    if hasBegun {
      reading.permits.put(())
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
  /// One for each batch that may be read; without any, reading waits.
  let permits: BlockingQueue<Void>

  init(_ stream: sending RowStream, depth: Int) {
    self.stream = Mutex(stream)
    permits = BlockingQueue(Array(repeating: (), count: depth))
  }

  func start() {
    let thread = Thread { self.read() }
    thread.name = "import"
    thread.start()
  }

  /// Reads to the end of the file, or until nobody takes its rows any more.
  private func read() {
    stream.withLock { stream in
      while permits.take() != nil {
        let batch = stream.next()
        batches.put(batch)
        if batch.end != nil { return }
      }
    }
  }
}

/// Hands values from one thread to another, in order; who takes one sleeps until it is there.
private final class BlockingQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element]
    var isClosed = false
  }

  private let state: Mutex<State>
  private let arrivals = DispatchSemaphore(value: 0)

  init(_ elements: [Element] = []) {
    state = Mutex(State(elements: elements))
    for _ in elements { arrivals.signal() }
  }

  func put(_ element: Element) {
    state.withLock { $0.elements.append(element) }
    arrivals.signal()
  }

  /// The oldest value, as soon as there is one; `nil` once the queue is closed.
  func take() -> Element? {
    arrivals.wait()
    return state.withLock { $0.isClosed ? nil : $0.elements.removeFirst() }
  }

  /// Ends the wait of the one that takes; values that were not taken are dropped.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    arrivals.signal()
  }
}
