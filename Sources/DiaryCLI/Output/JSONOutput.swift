import ArgumentParser
package import DiaryText

/// What a command prints with `--json`.
package struct JSONOutput: Sendable {
  /// The version of what commands print as JSON, which is the program's major version.
  ///
  /// Within a version, keys and choices may be added; none is removed, and types do not change.
  package static let version = 1

  /// The command with its parents, such as `photo add`; empty for the program itself.
  package let command: String
  package let type: JSONType

  /// What the program and all commands print, in the order of the help.
  package static let all =
    of(Beerdiary.self, []) + [JSONOutput(command: "--version", type: .object("version"))]

  /// Returns what a command and those below it print.
  private static func of(_ command: any ParsableCommand.Type, _ path: [String]) -> [JSONOutput] {
    let type = (command as? any Command.Type)?.json
    let own = type.map { JSONOutput(command: path.joined(separator: " "), type: $0) }
    return [own].compactMap { $0 }
      + command.configuration.subcommands.flatMap { of($0, path + [$0.configuration.commandName ?? ""]) }
  }
}
