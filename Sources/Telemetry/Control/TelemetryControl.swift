import Glibc

/// What the user decides about telemetry: whether it is on, and what becomes of what was written.
///
///     try TelemetryControl(folder).turnOff()
///
/// Safe while other processes write: they obey from their next signal on.
package struct TelemetryControl: Sendable {
  private let folder: TelemetryFolder

  package init(_ folder: TelemetryFolder) { self.folder = folder }

  /// Whether there is a random installation id.
  package var hasIdentity: Bool { access(folder.identity, F_OK) == 0 }

  /// Whether the user still has to be told what is noted.
  package var needsNotice: Bool { access(folder.noticeMarker, F_OK) != 0 && errno == ENOENT }

  /// Notes that the user was told.
  package func noteNotice() throws(TelemetryError) { try makeMarker(folder.noticeMarker) }

  /// Nothing is written from now on, and the installation id is gone; what was written before stays.
  package func turnOff() throws(TelemetryError) {
    try makeMarker(folder.offMarker)
    try queue.withLock { () throws(TelemetryError) in try remove(folder.identity) }
  }

  /// Signals are written again, under a new installation id.
  package func turnOn() throws(TelemetryError) { try remove(folder.offMarker) }

  /// Removes all that was written, and the installation id with it.
  package func purge() throws(TelemetryError) {
    try queue.withLock { () throws(TelemetryError) in
      try remove(folder.identity)
      // Something else in its place was not written by this program.
      if let obstacle = Obstacle(at: folder.queue) { throw TelemetryError(obstacle, folder.queue) }
      try remove(folder.queue)
    }
  }

  /// Removes signals that were handed over; those that came meanwhile stay.
  package func acknowledge(_ batch: QueueBatch) throws(TelemetryError) { try queue.removeFirst(batch.bytes) }

  private var queue: QueueFile { QueueFile(in: folder, limits: .standard) }

  private func makeMarker(_ path: String) throws(TelemetryError) {
    try folder.create()
    _ = try OpenFile(path, flags: O_WRONLY | O_CREAT)
  }

  private func remove(_ path: String) throws(TelemetryError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw TelemetryError(.remove, path)
  }
}
