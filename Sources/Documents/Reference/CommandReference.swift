/// All commands with their arguments, as Markdown.
struct CommandReference {
  private let program: CommandDescription

  init(_ program: CommandDescription) { self.program = program }

  var markdown: String {
    program.allCommands.map { command, parents in
      section(command, path: (parents + [command.commandName]).joined(separator: " "))
    }.joined(separator: "\n\n")
  }

  private func section(_ command: CommandDescription, path: String) -> String {
    let arguments = command.shownArguments.filter { $0.names != nil || $0.kind == "positional" }
    let table = Markdown.table(
      ["argument", "meaning"],
      arguments.map { [Markdown.code(spelling($0)), ($0.abstract ?? "") + defaultText($0)] })
    let text = [
      "## \(path)", command.abstract, discussion(command), commands(below: command),
      arguments.isEmpty ? nil : table,
    ]
    return text.compactMap { $0 }.joined(separator: "\n\n")
  }

  /// Returns a table of the subcommands; `nil` if there are none.
  private func commands(below command: CommandDescription) -> String? {
    if command.commands.isEmpty { return nil }
    return Markdown.table(
      ["command", "what it does"],
      command.commands.map { [Markdown.code($0.commandName), command.summary(of: $0)] })
  }

  /// Returns the discussion as a block of preformatted text; `nil` if there is none.
  private func discussion(_ command: CommandDescription) -> String? {
    guard let discussion = command.discussion, !discussion.isEmpty else { return nil }
    return "```text\n\(discussion)\n```"
  }

  private func spelling(_ argument: CommandDescription.Argument) -> String {
    let value = argument.takesValue ? "<\(argument.valueName ?? "")>" : nil
    let names = argument.spellings.isEmpty ? nil : argument.spellings.joined(separator: ", ")
    return [names, value].compactMap { $0 }.joined(separator: " ") + (argument.isRepeating ? " ..." : "")
  }

  private func defaultText(_ argument: CommandDescription.Argument) -> String {
    argument.defaultValue.map { " Default: \($0)." } ?? ""
  }
}
