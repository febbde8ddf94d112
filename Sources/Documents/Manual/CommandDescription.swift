/// A command as the program describes itself with `--experimental-dump-help`.
///
/// Source: swift-argument-parser's ArgumentParserToolInfo, as far as a manual needs it.
struct CommandDescription: Decodable {
  struct Dump: Decodable {
    let command: CommandDescription
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// How a shell completes the value; only whether there is a way is of interest.
    struct Completion: Decodable {}

    let kind: String
    let names: [Name]?
    let completionKind: Completion?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let aliases: [String]?
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?
  let defaultSubcommand: String?

  /// The subcommands, without the parser's own `help`.
  var commands: [CommandDescription] { (subcommands ?? []).filter { $0.commandName != "help" } }

  /// Returns what a subcommand does, its other names, and whether it runs if no subcommand is named.
  func summary(of child: CommandDescription) -> String {
    let aliases = child.aliases ?? []
    let others = aliases.isEmpty ? nil : "Also called \(aliases.joined(separator: ", "))."
    let isDefault = child.commandName == defaultSubcommand
    return [child.abstract, others, isDefault ? "This is the default command." : nil]
      .compactMap { $0 }.joined(separator: " ")
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
}

extension CommandDescription.Argument {
  /// `--store`, `-h`; empty for one without a name.
  var spellings: [String] { (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name } }

  var takesValue: Bool { kind != "flag" }
}

extension CommandDescription {
  /// The command and all below it, each with the names of those above it.
  var allCommands: [(command: CommandDescription, parents: [String])] { withParents(below: []) }

  private func withParents(below parents: [String]) -> [(command: CommandDescription, parents: [String])] {
    [(self, parents)] + commands.flatMap { $0.withParents(below: parents + [commandName]) }
  }
}
