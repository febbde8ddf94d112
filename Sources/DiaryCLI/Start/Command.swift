package import ArgumentParser

/// A command of the program: its options and arguments, which the parser fills in, and what it does.
package protocol Command: ParsableCommand {
  /// Does the command's work.
  ///
  /// - Throws: Any error; `CommandRun` prints it and chooses the exit status.
  func run(in context: CommandContext) throws
}
