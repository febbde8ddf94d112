import DiaryStore
import Dispatch
import Foundation
import Synchronization

/// Reads the rows of a file ahead, on a thread of its own.
///
/// A file that fits one batch is read without a thread.
final class PrefetchingReader {
  /// The batches that are read ahead, including the one that is being read.
  private static let depth = 2

  /// The batch that `next` returned last.
  private(set) var latest = RowBatch()
  private let reading: Reading
  private var hasBegun = false

  /// Creates a reader; reading begins with the first call of `next`.
  init(_ stream: sending RowStream) { reading = Reading(stream, depth: Self.depth) }

  /// The thread ends after the batch that it is reading; `deinit` does not wait for it, because the disk may be slow.
  deinit { reading.permits.close() }

  /// Returns the next beers; `nil` at the end of the file.
  ///
  /// - Parameter onRejected: Called with the rows before the next beers that are not imported as they are, in the file's
  ///   order.
  func next(_ onRejected: (RejectedRow) -> Void = { _ in }) throws(ImportError) -> [ImportedBeer]? {
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

/// The state that the reading thread and the caller share.
private final class Reading: Sendable {
  /// Locked by the thread as long as it runs.
  let stream: Mutex<RowStream>
  let batches = BlockingQueue<RowBatch>()
  /// One for each batch that may be read ahead; the thread waits for the next.
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

  /// Reads to the end of the file, or until the queue of permits is closed.
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

/// A queue between two threads; taking a value waits until there is one.
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

  /// Waits for the oldest value and returns it; `nil` once the queue is closed.
  func take() -> Element? {
    arrivals.wait()
    return state.withLock { $0.isClosed ? nil : $0.elements.removeFirst() }
  }

  /// Wakes the thread that waits for a value; values that were not taken are dropped.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    arrivals.signal()
  }
}
