import DiaryCLI
import DiaryProcess
import Foundation

/// Where the program starts: prepares the process, runs the command, and ends as it says.
@main
enum Main {
  static func main() {
    // The order matters: nothing may be opened or printed before this, and no thread started before the next two.
    StandardStreams.prepare()
    NameServices.useFilesOnly()
    TimeZoneVariable.normalize()
    let errors = Console.standardError
    let telemetry = RunTelemetry(.process, errors: errors)
    let context = CommandContext(
      output: .standardOutput, errors: errors, input: .standard, environment: .process, telemetry: telemetry,
      openScreen: { try InterfaceLaunch($0, telemetry).run() })
    // Parses the arguments, raises the limit of open files, and runs the command; the one that opens the screen calls
    // `openScreen` above.
    let run = CommandRun(Array(CommandLine.arguments.dropFirst()), in: context)
    let ending = otherEncoding().map { run.end(with: $0) } ?? run.run { try OpenFileLimit.ensure() }
    switch ending {
    case .status(let status): exit(status)
    case .signal(let signal): signal.raiseAgain()
    }
  }

  /// Refuses names that are no UTF-8: read with a replacement character, they would be the names of other files.
  private static func otherEncoding() -> CommandFailure? {
    func refusal(_ name: String) -> CommandFailure {
      CommandFailure(
        sentence: "\(name) is not written in UTF-8; rename the file or name it by a link.", status: .usage)
    }
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      if String(validatingCString: bytes) == nil { return refusal(String(cString: bytes)) }
    }
    if let store = getenv("BEERDIARY_STORE"), String(validatingCString: store) == nil {
      return refusal("$BEERDIARY_STORE")
    }
    return nil
  }
}
