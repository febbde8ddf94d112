import Foundation
import Glibc

/// Reads the queue, oldest signal first, while other processes may write to it.
///
///     let summary = try QueueReader(folder).forEachSignal { print($0.line) }
package struct QueueReader: Sendable {
  /// The numbers of lines with and without a signal.
  package struct Summary: Sendable, Equatable {
    /// Lines with a signal.
    package var signals = 0
    /// Incomplete or damaged lines.
    package var skipped = 0
  }

  private let folder: TelemetryFolder

  /// Creates a reader for the queue in a folder.
  ///
  /// - Parameter folder: Need not exist.
  package init(_ folder: TelemetryFolder) {
    self.folder = folder
  }

  /// Calls `body` for each signal that is in the queue at the time of the call; for none if there is no queue.
  ///
  /// Only a part of the file is in memory at any time.
  ///
  /// - Throws: ``TelemetryError`` if the queue cannot be read, and what `body` throws.
  @discardableResult
  package func forEachSignal(_ body: (QueuedSignal) throws -> Void) throws -> Summary {
    var summary = Summary()
    guard var lines = try lines() else { return summary }
    let decoder = JSONDecoder()
    while let line = try lines.next() {
      if line.isWhole, let signal = QueuedSignal(line: line.bytes, with: decoder) {
        summary.signals += 1
        try body(signal)
      } else {
        summary.skipped += 1
      }
    }
    return summary
  }

  /// Returns the oldest signals, skipping damaged lines.
  ///
  /// - Parameter count: The maximum number of signals.
  /// - Throws: `TelemetryError` if the queue cannot be read.
  package func oldest(_ count: Int) throws -> QueueBatch {
    var signals: [QueuedSignal] = []
    guard var lines = try lines() else { return QueueBatch(signals: [], bytes: []) }
    let decoder = JSONDecoder()
    var end = 0
    while signals.count < count, let line = try lines.next() {
      // A last line without a line feed is not acknowledged: its writer may still append the rest.
      if line.isWhole || lines.position < lines.end { end = lines.position }
      if line.isWhole, let signal = QueuedSignal(line: line.bytes, with: decoder) { signals.append(signal) }
    }
    return QueueBatch(signals: signals, bytes: try lines.file.read(end, at: 0))
  }

  /// The size of the queue in bytes; 0 if there is none.
  ///
  /// - Throws: `TelemetryError` if the file cannot be read.
  package var byteCount: Int {
    get throws { try lines()?.end ?? 0 }
  }

  private func lines() throws(TelemetryError) -> LineReader? {
    do throws(TelemetryError) {
      let file = try OpenFile(folder.queue, flags: O_RDONLY)
      // Under the lock no line is incomplete. The bytes do not change afterwards, because trimming replaces the file, so
      // the lock is not needed any longer.
      try file.lock(.shared)
      defer { file.unlock() }
      return LineReader(file, upTo: try file.size())
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }
}

/// Signals to be sent together.
package struct QueueBatch: Sendable, Equatable {
  /// The signals, oldest first.
  package let signals: [QueuedSignal]
  /// The bytes at the beginning of the queue that the signals were read from.
  let bytes: [UInt8]

  /// The signals as a JSON array, as the ingest API of TelemetryDeck expects it.
  package var json: String {
    signals.isEmpty ? "[]" : "[\n" + signals.map(\.line).joined(separator: ",\n") + "\n]"
  }
}
