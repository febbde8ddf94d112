import ArgumentParser
import DiaryCLI
import DiaryProcess
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Telemetry

/// Where the program starts: parses the arguments, runs the command and turns errors into a sentence and a code.
@main
enum Main {
  static func main() {
    StandardStreams.prepare()
    NameServices.useFilesOnly()
    TimeZoneVariable.normalize()
    ScreenLaunch.provide { try InterfaceLaunch($0).run() }
    var root: any ParsableCommand.Type = CommandRoot.self
    do {
      try refuseOtherEncodings()
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let words = InterfaceWords(arguments) {
        root = Beerdiary.self
        try OpenFileLimit.ensure()
        return try Beerdiary.showDiary(words.store, words.screen)
      }
      let words = try CommandLineWords(arguments)
      root = words.root
      var command = try root.parseAsRoot(words.arguments)
      try OpenFileLimit.ensure()
      ScratchFolder.removeLeftovers(in: ScratchFolder.temporaryParent)
      try command.run()
    } catch {
      end(with: error, of: root)
    }
  }

  /// Refuses names that are no UTF-8: read with a replacement character, they would be the names of other files.
  private static func refuseOtherEncodings() throws(CommandFailure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard String(validatingCString: bytes) == nil else { continue }
      throw CommandFailure(
        sentence: "\(String(cString: bytes)) is not written in UTF-8; rename the file or name it by a link.",
        status: .usage)
    }
    if let store = getenv("BEERDIARY_STORE"), String(validatingCString: store) == nil {
      throw CommandFailure(
        sentence: "$BEERDIARY_STORE is not written in UTF-8; rename the file or name it by a link.",
        status: .usage)
    }
  }

  /// The only place that prints errors.
  private static func end(with error: any Error, of root: any ParsableCommand.Type) -> Never {
    switch error {
    case let ended as EndedBySignal: ended.raiseAgain()
    case let status as ExitStatus: Foundation.exit(status.rawValue)
    case let error as any DiaryError
    where error.isCancellation:
      fail(CommandFailure(error), endingWith: InterruptNotice.ending)
    default:
      let code = root.exitCode(for: error)
      // What is not the parser's has the code for any failure, which says nothing.
      if code == .failure { fail(CommandFailure(describing: error)) }
      let message = root.fullMessage(for: error)
      if code.isSuccess {
        printHelp(CompletionScript.patched(message))
      } else {
        printUsageError(message)
        RunTelemetry.end(with: .usage)
      }
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

  /// - Parameter ended: The signal that the work was stopped by, if it was.
  private static func fail(_ failure: CommandFailure, endingWith ended: EndedBySignal? = nil) -> Never {
    // A mistake in a filter is shown below the sentence, on lines of its own.
    for line in "beerdiary: \(failure.sentence)".split(separator: "\n") {
      Console.standardError.line(String(line))
    }
    RunTelemetry.end(with: failure.kind)
    if let ended { ended.raiseAgain() }
    Foundation.exit(failure.status.rawValue)
  }
}
