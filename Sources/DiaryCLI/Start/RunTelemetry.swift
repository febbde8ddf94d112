package import DiaryProcess
package import Telemetry

/// What is recorded of this run: by one recorder, so that all of it is one session.
package final class RunTelemetry {
  private static let flag = "--no-telemetry"

  package typealias Session = (recorder: TelemetryRecorder, notice: TelemetryNotice?)

  private let environment: Environment
  private let errors: Console
  private var session: Session?

  /// - Parameter errors: Where the user is told once that something is recorded.
  package init(_ environment: Environment, errors: Console) {
    self.environment = environment
    self.errors = errors
  }

  /// Records that the program was started, with the first caller's words; later ones get the same.
  ///
  /// - Parameter isRefused: Whether `--no-telemetry` was given.
  /// - Returns: The recorder, and what an interface has to tell on its screen; otherwise it has been told.
  package func begin(_ mode: LaunchMode, terminal: TerminalSize? = nil, isRefused: Bool) -> Session {
    if let session { return session }
    let folders = UserFolders(environment)
    let policy = TelemetryPolicy(
      doNotTrack: environment[.doNotTrack], noTelemetry: isRefused, folder: folders.telemetry)
    let recorder = TelemetryRecorder(
      policy: policy, configuration: TelemetryConfiguration(folder: folders.telemetry))
    let owed = policy == .on ? TelemetryNotice(owedIn: folders) : nil
    // The first screen comes before what is recorded of it.
    if mode == .interface { recorder.pause() } else { owed?.give(on: errors) }
    recorder.record(.appLaunched(mode: mode, terminal: terminal))
    let session = (recorder, mode == .interface ? owed : nil)
    self.session = session
    return session
  }

  /// Waits until all that was recorded is written.
  package func flush() { session?.recorder.flush() }

  /// Records what the error is about that ends the program, and waits until all is written.
  ///
  /// - Parameter arguments: Those of the program; even if they could not be parsed, they may refuse telemetry.
  package func end(with kind: ErrorKind, arguments: [String]) {
    begin(.command, isRefused: arguments.contains(Self.flag)).recorder.record(.errorShown(kind))
    flush()
  }
}
