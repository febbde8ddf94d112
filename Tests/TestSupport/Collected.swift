import Synchronization

/// Collects values from any thread.
package final class Collected<Value: Sendable>: Sendable {
  private let storage = Mutex<[Value]>([])

  package init() {}

  package func append(_ value: Value) { storage.withLock { $0.append(value) } }

  package var values: [Value] { storage.withLock { $0 } }
}
