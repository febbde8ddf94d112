package import ArgumentParser
package import DiaryProcess

/// A command of the program: its options and arguments, which the parser fills in, and what it does.
package protocol Command: ParsableCommand {
  /// The type of what the command prints with `--json`; `.either` if it prints one thing or another.
  static var json: JSONType { get }
  /// The exit statuses that do not follow from the command's options; empty by default.
  static var exitStatuses: [ExitStatus] { get }

  /// The options for the output and for questions.
  associatedtype Output: PrintingOptions

  /// How the output is printed and whether questions may be asked, which every command has options for.
  var output: Output { get }

  /// Does the command's work.
  ///
  /// - Throws: Any error; `CommandRun` prints it and chooses the exit status.
  func run(in context: CommandContext) throws
}

extension Command {
  package static var exitStatuses: [ExitStatus] { [] }
}
