import Foundation
import Glibc

/// Reads the queue, oldest signal first, without disturbing those who write it.
///
///     let summary = try QueueReader(folder).forEachSignal { print($0.line) }
package struct QueueReader: Sendable {
  /// How many lines were read, and how many could not be.
  package struct Summary: Sendable, Equatable {
    package var signals = 0
    /// Lines that were torn or damaged.
    package var skipped = 0
  }

  private let folder: TelemetryFolder

  package init(_ folder: TelemetryFolder) {
    self.folder = folder
  }

  /// Hands over what is in the queue at the time of the call, one signal at a time.
  ///
  /// Holds a piece of the file in memory, never all of it. No queue means no signals.
  ///
  /// - Throws: ``TelemetryError`` if the queue cannot be read, and whatever `body` throws.
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

  /// The oldest signals, to be handed over together; those that are no signals are passed over.
  package func oldest(_ count: Int) throws -> QueueBatch {
    var signals: [QueuedSignal] = []
    guard var lines = try lines() else { return QueueBatch(signals: [], bytes: []) }
    let decoder = JSONDecoder()
    var end = 0
    while signals.count < count, let line = try lines.next() {
      // A last line without its end may still be written.
      if line.isWhole || lines.position < lines.end { end = lines.position }
      if line.isWhole, let signal = QueuedSignal(line: line.bytes, with: decoder) { signals.append(signal) }
    }
    return QueueBatch(signals: signals, bytes: try lines.file.read(end, at: 0))
  }

  /// How many bytes the queue takes.
  package var byteCount: Int {
    get throws { try lines()?.end ?? 0 }
  }

  private func lines() throws(TelemetryError) -> LineReader? {
    do throws(TelemetryError) {
      let file = try OpenFile(folder.queue, flags: O_RDONLY)
      // Under the lock no line is half written; what is there then does not change any more, because
      // trimming makes a new file. So the lock need not be kept while the caller does its work.
      try file.lock(.shared)
      defer { file.unlock() }
      return LineReader(file, upTo: try file.size())
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }
}

/// Signals that are handed over together.
package struct QueueBatch: Sendable, Equatable {
  package let signals: [QueuedSignal]
  /// The queue's beginning that they were read from.
  let bytes: [UInt8]

  /// A JSON array, as the ingest service takes it: ready for an HTTP POST.
  package var json: String {
    signals.isEmpty ? "[]" : "[\n" + signals.map(\.line).joined(separator: ",\n") + "\n]"
  }
}
