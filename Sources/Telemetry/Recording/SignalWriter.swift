import Foundation

/// Writes signals to the queue, one after the other.
final class SignalWriter {
  private let folder: TelemetryFolder
  private let identityFile: IdentityFile
  private let encoder: SignalEncoder
  private let queue: QueueFile
  private var user: ClientUser?

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
    guard !forgetIfTurnedOff() else { return }
    try queue.append {
      // Telemetry may have been turned off while this waited for the lock.
      guard !forgetIfTurnedOff() else { return nil }
      return encoder.line(for: signal, at: date, from: try currentUser())
    }
  }

  private func currentUser() throws -> ClientUser {
    if let user { return user }
    let user = try identityFile.loadOrCreate().clientUser
    self.user = user
    return user
  }

  /// Forgets the identity and returns `true` if telemetry is turned off.
  ///
  /// It may be turned off, and on again with a new identity, while this process runs.
  private func forgetIfTurnedOff() -> Bool {
    guard folder.isTurnedOff else { return false }
    user = nil
    return true
  }
}
