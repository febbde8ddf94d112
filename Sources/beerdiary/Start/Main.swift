import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Terminal

/// Where the program starts: parses the arguments, runs the command and turns errors into a sentence and a code.
@main
enum Main {
  static func main() {
    do {
      let commands = Beerdiary.configuration.subcommands.compactMap { $0.configuration.commandName }
      let arguments = ArgumentOrder.commandFirst(Array(CommandLine.arguments.dropFirst()), commands: commands)
      var command = try Beerdiary.parseAsRoot(arguments)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// The only place that prints errors.
  private static func end(with error: any Error) -> Never {
    switch error {
    case let error as DiaryError: fail(error.sentence, ExitStatus(error))
    case let error as CommandFailure: fail(error.sentence, error.status)
    case let ended as EndedBySignal: ended.signal.raiseAgain()
    case let status as ExitStatus: Foundation.exit(status.rawValue)
    default: Beerdiary.exit(withError: error)
    }
  }

  private static func fail(_ sentence: String, _ status: ExitStatus) -> Never {
    Console.standardError.line("beerdiary: \(sentence)")
    Foundation.exit(status.rawValue)
  }
}

/// A command could not do its work, in one sentence for the user.
struct CommandFailure: Error {
  let sentence: String
  let status: ExitStatus
}
