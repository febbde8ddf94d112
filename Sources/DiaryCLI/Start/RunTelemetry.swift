package import DiaryProcess
import Foundation
import Synchronization
package import Telemetry

/// What is noted of this run: by one recorder, so that all of it is one session.
package struct RunTelemetry {
  private static let flag = "--no-telemetry"
  private static let current = Mutex<RunTelemetry?>(nil)

  package let recorder: TelemetryRecorder
  /// What an interface has to tell on its screen; otherwise it has been told.
  package let notice: TelemetryNotice?

  /// Notes that the program was started, with the first caller's words; later ones get the same.
  ///
  /// - Parameter isRefused: Whether `--no-telemetry` was given.
  package static func begin(_ mode: LaunchMode, terminal: TerminalSize? = nil, isRefused: Bool)
    -> RunTelemetry
  {
    current.withLock { current in
      if let current { return current }
      let begun = RunTelemetry(isRefused: isRefused, hasScreen: mode == .interface)
      // The first screen comes before what is noted of it.
      if mode == .interface { begun.recorder.pause() }
      begun.recorder.record(.appLaunched(mode: mode, terminal: terminal))
      current = begun
      return begun
    }
  }

  /// Notes what the error is about that ends the program, and waits until all is written.
  package static func end(with kind: ErrorKind) {
    // Words that could not be parsed may still say that nothing is wanted.
    let recorder = begin(.command, isRefused: CommandLine.arguments.contains(flag)).recorder
    recorder.record(.errorShown(kind))
    recorder.flush()
  }

  private init(isRefused: Bool, hasScreen: Bool) {
    let folder = TelemetryFolder.ofUser
    let policy = TelemetryPolicy(
      doNotTrack: Environment["DO_NOT_TRACK"], noTelemetry: isRefused, folder: folder)
    recorder = TelemetryRecorder(policy: policy, configuration: TelemetryConfiguration(folder: folder))
    let owed = policy == .on ? TelemetryNotice(owedIn: folder) : nil
    notice = hasScreen ? owed : nil
    if !hasScreen { owed?.give() }
  }
}
