import Glibc

/// Turns telemetry on and off, and deletes what was recorded.
///
///     try TelemetryControl(folder).turnOff()
///
/// Safe while other processes record signals; changes apply from their next signal on.
package struct TelemetryControl: Sendable {
  private let folder: TelemetryFolder

  /// Creates a control for the telemetry in a folder.
  ///
  /// - Parameter folder: Need not exist.
  package init(_ folder: TelemetryFolder) { self.folder = folder }

  /// Whether a random installation id exists.
  package var hasIdentity: Bool { access(folder.identity, F_OK) == 0 }

  /// Whether the notice about what is recorded was not shown yet.
  package var needsNotice: Bool { access(folder.noticeMarker, F_OK) != 0 && errno == ENOENT }

  /// Records that the notice was shown.
  ///
  /// - Throws: `TelemetryError` if a file cannot be written or removed.
  package func noteNotice() throws(TelemetryError) { try makeMarker(folder.noticeMarker) }

  /// Turns telemetry off and deletes the installation id; signals that were recorded stay.
  ///
  /// - Throws: `TelemetryError` if a file cannot be written or removed.
  package func turnOff() throws(TelemetryError) {
    try makeMarker(folder.offMarker)
    try queue.withLock { () throws(TelemetryError) in try remove(folder.identity) }
  }

  /// Turns telemetry on again, with a new installation id.
  ///
  /// - Throws: `TelemetryError` if a file cannot be written or removed.
  package func turnOn() throws(TelemetryError) { try remove(folder.offMarker) }

  /// Deletes all signals and the installation id.
  ///
  /// - Throws: `TelemetryError`, also if something other than a file has the name of the queue.
  package func purge() throws(TelemetryError) {
    try queue.withLock { () throws(TelemetryError) in
      try remove(folder.identity)
      // This program did not create it.
      if let obstacle = Obstacle(at: folder.queue) { throw TelemetryError(obstacle, folder.queue) }
      try remove(folder.queue)
    }
  }

  /// Deletes signals that were handed over; those recorded since then stay.
  ///
  /// - Throws: `TelemetryError` if a file cannot be written or removed.
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
