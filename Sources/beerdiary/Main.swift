import DiaryCLI
import DiaryProcess
import DiaryUI
import Foundation
import Settings

/// The entry point: prepares the process, runs the command, and exits with its status.
@main
enum Main {
  static func main() {
    // 1. The process is prepared. The order matters: nothing may be opened or printed before this, and no thread started
    // before the next two.
    StandardStreams.prepare()
    NameServices.useFilesOnly()
    TimeZoneVariable.normalize()

    // 2. What the command uses is put together; nothing is read or opened yet.
    let errors = Console.standardError
    let telemetry = RunTelemetry(.process, errors: errors)
    let context = CommandContext(
      output: .standardOutput, errors: errors, input: .standard, environment: .process, telemetry: telemetry,
      keyMistakes: { ActionTable.standard.applying($0).mistakes },
      openScreen: { try InterfaceLaunch($0, telemetry).run() })

    // 3. `CommandRun.run` parses the arguments and runs the command, after the limit for open files is raised. A command
    // that opens the screen calls `openScreen` above, and `InterfaceLaunch.run` has the further steps.
    let run = CommandRun(Array(CommandLine.arguments.dropFirst()), in: context)
    let ending = otherEncoding().map { run.end(with: $0) } ?? run.run { try OpenFileLimit.ensure() }

    // 4. How the command ended is reported to the parent process.
    switch ending {
    case .status(let status): exit(status)
    case .signal(let signal): signal.raiseAgain()
    }
  }

  /// Refuses names that are not UTF-8, because with replacement characters they would be names of other files.
  private static func otherEncoding() -> CommandFailure? {
    func refusal(_ name: String) -> CommandFailure {
      CommandFailure(
        sentence: "\(name) is not valid UTF-8. Rename the file, or use a link to it.", status: .usage)
    }
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      if String(validatingCString: bytes) == nil { return refusal(String(cString: bytes)) }
    }
    if let store = getenv(EnvironmentVariable.store.rawValue), String(validatingCString: store) == nil {
      return refusal("$BEERDIARY_STORE")
    }
    return nil
  }
}
