import DiaryCLI
import DiaryProcess
import DiaryUI
import Foundation
import Settings

/// The entry point: prepares the process, runs the command, and exits with its status.
///
/// The order of a run, in which steps 5 to 7 are only of a command that opens the screen:
///
/// 1. `main` prepares the process. Nothing is opened or printed before.
/// 2. `main` puts together what the command uses. Nothing is read or opened.
/// 3. `CommandRun.run` finds the command and parses its arguments. Then it raises the limit for open files, and removes
///    what killed programs have left, which the screen does in step 6.
/// 4. The command's `run(in:)` does its work. Without a command, `Beerdiary.showDiary` opens the screen.
/// 5. `InterfaceLaunch.run` reads the settings, and puts the interface together.
/// 6. `Interface.run` has the terminal until the user quits. On a thread of its own, it opens and migrates the diary by
///    the closure of step 5.
/// 7. `InterfaceLaunch.run` prints the mistakes in the settings, writes the rest of the telemetry, and turns the ending
///    of the interface into an error, if it is one.
/// 8. `CommandRun.run` writes the rest of the output, and turns an error into a sentence and an exit status.
/// 9. `main` exits with the status, or by the signal.
@main
enum Main {
  static func main() {
    // Step 1: the process. The order matters, and no thread may be started before the last two.
    StandardStreams.prepare()
    NameServices.useFilesOnly()
    TimeZoneVariable.normalize()

    // Step 2: what the command uses.
    let errors = Console.standardError
    let telemetry = RunTelemetry(.process, errors: errors)
    let context = CommandContext(
      output: .standardOutput, errors: errors, input: .standard, environment: .process, telemetry: telemetry,
      keyMistakes: { ActionTable.standard.applying($0).mistakes },
      defaultKeys: { ActionTable.standard[$0]?.keyLabels },
      openScreen: { try InterfaceLaunch($0, telemetry).run() })

    // Steps 3 to 8: the command. One that opens the screen calls `openScreen` above.
    let run = CommandRun(Array(CommandLine.arguments.dropFirst()), in: context)
    let ending = otherEncoding().map { run.end(with: $0) } ?? run.run { try OpenFileLimit.ensure() }

    // Step 9: the end, as the parent process sees it.
    switch ending {
    case .status(let status): exit(status)
    case .signal(let signal): signal.raiseAgain()
    }
  }

  /// Refuses arguments that are not UTF-8, because with replacement characters they would be other texts, or the names
  /// of other files.
  private static func otherEncoding() -> CommandFailure? {
    func refusal(_ name: String) -> CommandFailure {
      CommandFailure(
        sentence: "\(name) is not valid UTF-8. If it is the name of a file, rename it, or use a link to it.",
        status: .usage)
    }
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      if String(validatingCString: bytes) == nil { return refusal("“\(String(cString: bytes))”") }
    }
    if let store = getenv(EnvironmentVariable.store.rawValue), String(validatingCString: store) == nil {
      return refusal("$BEERDIARY_STORE")
    }
    return nil
  }
}
