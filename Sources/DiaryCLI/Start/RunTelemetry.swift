package import DiaryProcess
package import Telemetry

/// The telemetry of this run, with one recorder so that it is one session.
package final class RunTelemetry {
  private static let flag = "--no-telemetry"

  /// The recorder of the run, and the notice that usage is counted; `nil` if the interface need not show it.
  package typealias Session = (recorder: TelemetryRecorder, notice: TelemetryNotice?)

  private let environment: Environment
  private let errors: Console
  private var session: Session?

  /// Creates the telemetry of a run, which starts with ``begin(_:terminal:isRefused:)``.
  ///
  /// - Parameter errors: The console for the notice that usage is counted.
  package init(_ environment: Environment, errors: Console) {
    self.environment = environment
    self.errors = errors
  }

  /// Records that the program was started; later calls return the same recorder.
  ///
  /// - Parameter isRefused: Whether `--no-telemetry` was given.
  /// - Returns: The recorder, and the notice if the interface has to show it; a command prints it.
  package func begin(_ mode: LaunchMode, terminal: TerminalSize? = nil, isRefused: Bool) -> Session {
    if let session { return session }
    let folders = UserFolders(environment)
    let policy = TelemetryPolicy(
      doNotTrack: environment[.doNotTrack], noTelemetry: isRefused, folder: folders.telemetry)
    let recorder = TelemetryRecorder(
      policy: policy, configuration: TelemetryConfiguration(folder: folders.telemetry))
    let notice = policy == .on ? TelemetryNotice(neededIn: folders) : nil
    // Recording waits until the first screen is drawn.
    if mode == .interface {
      recorder.pause()
    } else if !errors.isQuiet {
      notice?.show(on: errors)
    }
    recorder.record(.appLaunched(mode: mode, terminal: terminal))
    let session = (recorder, mode == .interface ? notice : nil)
    self.session = session
    return session
  }

  /// Waits until all signals are written.
  package func flush() { session?.recorder.flush() }

  /// Records the error that ends the program, and waits until all signals are written.
  ///
  /// - Parameter arguments: The program's arguments; even if they cannot be parsed, they may turn telemetry off.
  package func end(with kind: ErrorKind, arguments: [String]) {
    begin(.command, isRefused: arguments.contains(Self.flag)).recorder.record(.errorShown(kind))
    flush()
  }
}
