import ArgumentParser
import DiaryModel
package import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Telemetry

/// One run of the program: parses the arguments, runs the command, and prints what ended it.
package struct CommandRun {
  /// How the program ends.
  package enum Ending {
    /// The program exits with a status.
    case status(Int32)
    /// The program ends by a signal, after everything was written.
    case signal(EndedBySignal)
  }

  private let context: CommandContext
  private let arguments: [String]

  /// Creates a run; nothing is parsed before ``run(preparing:)``.
  ///
  /// - Parameter arguments: The program's arguments, without its name.
  package init(_ arguments: [String], in context: CommandContext) {
    self.arguments = arguments
    self.context = context
  }

  /// Runs the command, prints any error, and returns how the program ends.
  ///
  /// These are steps 3, 4 and 8 of a run, which `Main` lists.
  ///
  /// - Parameter prepare: Called after the arguments were parsed, before the command runs.
  package func run(preparing prepare: () throws -> Void = {}) -> Ending {
    var root: any ParsableCommand.Type = CommandRoot.self
    do {
      defer { context.telemetry.flush() }
      // Step 3: the arguments, and what has to precede the command.
      let words = try CommandLineWords(arguments)
      root = words.root
      var command = try root.parseAsRoot(words.arguments)
      try prepare()
      var context = context
      context.neverAsks = (command as? any Command)?.output.noInput ?? false
      // The screen does this after the diary is open, because a temporary folder with many files would delay it.
      if (command as? Beerdiary)?.opensScreen(in: context) != true {
        ScratchFolder.removeLeftovers(in: ScratchFolder.temporaryParent)
      }

      // Step 4: the command. A group of commands without a default prints its help, which the parser does.
      if let command = command as? any Command { try run(command, in: context) } else { try command.run() }

      // Step 8: the rest of the output. With a pager, this waits until the user leaves it.
      try context.output.finish()
      return .status(ExitStatus.done.rawValue)
    } catch {
      // The output comes before the error message; a second failure of the pager is not reported.
      _ = try? context.output.finish()
      return end(with: error, of: root)
    }
  }

  /// Runs a command with its options for messages.
  private func run(_ command: any Command, in context: CommandContext) throws {
    if command.output.quiet {
      context.errors.isQuiet = true
      context.progress.isQuiet = true
    }
    defer { context.progress.finish() }
    do {
      try command.run(in: context)
    } catch let error as ValidationError {
      // The parser would add the usage of the program, which is not that of the command.
      throw CommandFailure(sentence: error.message, status: .usage)
    }
  }

  /// Prints what ended the command and returns how the program ends.
  private func end(with error: any Error, of root: any ParsableCommand.Type) -> Ending {
    switch error {
    case let ended as EndedBySignal: return .signal(ended)
    case let status as ExitStatus: return .status(status.rawValue)
    default: break
    }
    let code = root.exitCode(for: error)
    // Errors that are not from the parser have its generic failure code.
    if code == .failure {
      return report(CommandFailure(describing: error, folders: context.folders), of: error)
    }
    let message = root.fullMessage(for: error)
    if code.isSuccess, message == Beerdiary.version, arguments.contains("--json") {
      context.output.write(
        JSONText.of([
          ("version", .text(message)), ("json_version", .integer(Int64(JSONOutput.version))),
        ]))
      context.output.flush()
    } else if code.isSuccess {
      // Help, the version and completion scripts need no sanitizing.
      context.output.write(CompletionScript.patched(message) + "\n")
      context.output.flush()
    } else {
      // A usage error repeats arguments, which may contain control characters.
      for line in ParserMessage(message).text.split(separator: "\n", omittingEmptySubsequences: false) {
        context.errors.line(String(line))
      }
      context.telemetry.end(with: .usage, arguments: arguments)
    }
    return .status(code.rawValue)
  }

  /// Prints why the program cannot start and returns how it ends.
  package func end(with failure: CommandFailure) -> Ending { report(failure, of: failure) }

  private func report(_ failure: CommandFailure, of error: any Error) -> Ending {
    // An error in a filter has several lines, which underline the mistake.
    for line in "beerdiary: \(failure.sentence)".split(separator: "\n") { context.errors.error(String(line)) }
    context.telemetry.end(with: failure.kind, arguments: arguments)
    if CommandFailure.isCancellation(error), let ended = InterruptNotice.ending { return .signal(ended) }
    return .status(failure.status.rawValue)
  }
}
