/// What a command prints with `--json`.
package struct JSONOutput: Sendable {
  /// The version of what commands print as JSON, which is the program's major version.
  ///
  /// Within a version, keys and choices may be added; none is removed, and types do not change.
  package static let version = 1

  /// The command with its parents, such as `photo add`; empty for the program itself.
  package let command: String
  /// The type of what it prints, which the schema describes.
  package let type: JSONType

  /// What the program and all commands print, in the order of the help.
  package static let all =
    Beerdiary.commands.map { JSONOutput(command: $0.path, type: $0.command.json) }
    + [JSONOutput(command: "--version", type: .object("version"))]
}
