import Foundation
import SQLiteKit
import Sync

/// How much a synchronization has exchanged so far.
package struct SyncProgress: Sendable, Equatable {
  /// The number of objects that were sent to the store.
  package var sent = 0

  /// The number of objects that were received from the store.
  package var received = 0
}

/// Reports the progress of a synchronization, and stops it if it was canceled.
final class SyncMonitor {
  private var progress = SyncProgress()
  private let onProgress: (SyncProgress) -> Void
  private let isCancelled: () -> Bool

  init(onProgress: @escaping (SyncProgress) -> Void, isCancelled: @escaping () -> Bool) {
    self.onProgress = onProgress
    self.isCancelled = isCancelled
  }

  /// Throws `CancellationError` if the synchronization was canceled.
  func check() throws {
    onProgress(progress)
    try checkCancellation(isCancelled)
  }

  /// Adds numbers of objects to the progress that is reported next.
  func add(sent: Int = 0, received: Int = 0) {
    progress.sent += sent
    progress.received += received
  }
}

/// An exchange that checks before each access whether it was canceled.
struct MonitoredExchange: ObjectExchange {
  private let exchange: any ObjectExchange
  private let monitor: SyncMonitor

  init(_ exchange: any ObjectExchange, _ monitor: SyncMonitor) {
    self.exchange = exchange
    self.monitor = monitor
  }

  func list(_ prefix: String) throws -> [ListedObject] {
    try monitored { try exchange.list(prefix) }
  }

  func read(_ names: [String]) throws -> ReadResult {
    let result = try monitored { try exchange.read(names) }
    monitor.add(received: result.contents.count)
    return result
  }

  func write(_ objects: [(name: String, bytes: Data)]) throws {
    try monitored { try exchange.write(objects) }
    monitor.add(sent: objects.count)
  }

  func delete(_ names: [String]) throws {
    try monitored { try exchange.delete(names) }
  }

  /// Calls a function that accesses the store, unless the synchronization was canceled.
  private func monitored<Result>(_ access: () throws -> Result) throws -> Result {
    try monitor.check()
    do {
      return try access()
    } catch {
      // A program that was stopped has an error of its own, which would count as one that is no reason to stop.
      try monitor.check()
      throw error
    }
  }
}
