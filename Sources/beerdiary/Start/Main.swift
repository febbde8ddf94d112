import ArgumentParser
import DiaryUI
import Foundation

/// Where the program starts: parses the arguments, runs the command and turns errors into a sentence and a code.
@main
enum Main {
  static func main() {
    StandardStreams.prepare()
    do {
      let commands = Beerdiary.configuration.subcommands.flatMap {
        [$0.configuration.commandName].compactMap { $0 } + $0.configuration.aliases
      }
      let arguments = ArgumentOrder.commandFirst(Array(CommandLine.arguments.dropFirst()), commands: commands)
      var command = try Beerdiary.parseAsRoot(arguments)
      try Beerdiary.refuseStrayOptions(command, arguments)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// The only place that prints errors.
  private static func end(with error: any Error) -> Never {
    switch error {
    case let ended as EndedBySignal: ended.signal.raiseAgain()
    case let status as ExitStatus: Foundation.exit(status.rawValue)
    default:
      let code = Beerdiary.exitCode(for: error)
      // What is not the parser's has the code for any failure, which says nothing.
      if code == .failure { fail(CommandFailure(describing: error)) }
      let message = Beerdiary.fullMessage(for: error)
      if code.isSuccess { printHelp(message) } else { printUsageError(message) }
      Foundation.exit(code.rawValue)
    }
  }

  /// Help, the version and completion scripts are the program's own texts.
  private static func printHelp(_ text: String) {
    let console = Console.standardOutput
    console.write(text + "\n")
    console.flush()
  }

  /// A usage error repeats arguments, which may hold anything.
  private static func printUsageError(_ text: String) {
    let console = Console.standardError
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { console.line(String(line)) }
    console.flush()
  }

  private static func fail(_ failure: CommandFailure) -> Never {
    // A mistake in a filter is shown below the sentence, on lines of its own.
    for line in "beerdiary: \(failure.sentence)".split(separator: "\n") {
      Console.standardError.line(String(line))
    }
    Foundation.exit(failure.status.rawValue)
  }
}
