import Foundation

/// Writes signals to the queue, one after the other.
final class SignalWriter {
  private let folder: TelemetryFolder
  private let identityFile: IdentityFile
  private let encoder: SignalEncoder
  private let queue: QueueFile
  /// The sender of the last signal, with the contents of the identity file at that time.
  private var last: (user: ClientUser, contents: [UInt8])?

  init(_ configuration: TelemetryConfiguration) {
    folder = configuration.folder
    identityFile = IdentityFile(path: folder.identity, random: configuration.random)
    encoder = SignalEncoder(
      sessionID: UUID(random: configuration.random), isTestMode: configuration.isTestMode)
    queue = QueueFile(in: folder, limits: configuration.limits)
  }

  /// Writes a signal, or drops it if that fails.
  ///
  /// Never throws: a full disk or missing permissions must not affect the diary. The next signal tries again.
  func write(_ signal: Signal, at date: Date) {
    do {
      try append(signal, at: date)
    } catch {
      queue.close()
    }
  }

  private func append(_ signal: Signal, at date: Date) throws {
    if folder.isTurnedOff { return }
    try queue.append {
      // Telemetry may have been turned off while this waited for the lock.
      if folder.isTurnedOff { return nil }
      return encoder.line(for: signal, at: date, from: try currentUser())
    }
  }

  /// Returns the current sender, reading the identity again if another process has deleted or replaced it.
  private func currentUser() throws -> ClientUser {
    if let last, try identityFile.contents() == last.contents { return last.user }
    let user = try identityFile.loadOrCreate().clientUser
    last = try identityFile.contents().map { (user: user, contents: $0) }
    return user
  }
}
