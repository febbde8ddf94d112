import DiaryProcess

/// The manual page of one command.
struct ManualPage {
  private let command: CommandDescription
  /// The parent commands, the program first.
  private let parents: [String]
  private let edition: ManualEdition

  /// Returns the pages of the program and of all its commands.
  static func all(of program: CommandDescription, edition: ManualEdition) -> [ManualPage] {
    program.allCommands.map { ManualPage(command: $0.command, parents: $0.parents, edition: edition) }
  }

  /// Returns the name of a command's page, such as `beerdiary-photo-add`.
  static func name(_ path: [String]) -> String { path.joined(separator: "-") }

  private var path: [String] { parents + [command.commandName] }

  var name: String { Self.name(path) }

  /// The page in roff.
  var text: String {
    var page = Roff()
    // Manual pages have titles in capitals.
    page.macro("TH", name.uppercased(), "1", edition.date, edition.source, "User Commands")
    page.macro("SH", "NAME")
    page.raw("\(Roff.escaped(name)) \\- \(Roff.escaped(shortAbstract))")
    page.macro("SH", "SYNOPSIS")
    page.raw(synopsis)
    page.macro("SH", "DESCRIPTION")
    page.line(command.abstract ?? "")
    ManualDiscussion(command.discussion ?? "").write(to: &page)
    writeArguments(to: &page)
    writeCommands(to: &page)
    writeCommonSections(to: &page)
    writeReferences(to: &page)
    return page.text
  }

  private var shortAbstract: String {
    let text = command.abstract ?? ""
    return String(text.hasSuffix(".") ? text.dropLast() : text[...])
  }

  private var synopsis: String {
    let positional = command.shownArguments.filter { $0.kind == "positional" }.map { argument in
      let name = Roff.italic(argument.valueName ?? "") + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    let commands = command.commands.isEmpty ? [] : [Roff.italic("command") + " ..."]
    return ([Roff.bold(path.joined(separator: " ")), "[\(Roff.italic("options"))]"] + positional + commands)
      .joined(separator: " ")
  }

  private func writeArguments(to page: inout Roff) {
    for (title, kinds) in [("ARGUMENTS", ["positional"]), ("OPTIONS", ["option", "flag"])] {
      let arguments = command.shownArguments.filter { kinds.contains($0.kind) }
      if arguments.isEmpty { continue }
      page.macro("SH", title)
      for argument in arguments {
        page.macro("TP")
        page.raw(tag(argument))
        page.line(argument.abstract ?? "")
        if let value = argument.defaultValue { page.raw("Default: \(Roff.italic(value)).") }
      }
    }
  }

  private func tag(_ argument: CommandDescription.Argument) -> String {
    let value = Roff.italic(argument.valueName ?? "")
    let names = argument.spellings.map(Roff.bold).joined(separator: ", ")
    if names.isEmpty { return value }
    return argument.takesValue ? "\(names) \(value)" : names
  }

  private func writeCommands(to page: inout Roff) {
    if command.commands.isEmpty { return }
    page.macro("SH", "COMMANDS")
    for child in command.commands {
      page.macro("TP")
      page.raw(reference(Self.name(path + [child.commandName])))
      page.line(command.summary(of: child))
    }
  }

  /// Writes the sections that are the same for every command.
  private func writeCommonSections(to page: inout Roff) {
    page.macro("SH", "EXIT STATUS")
    page.definitions(ExitStatus.allCases.map { (Roff.bold(String($0.rawValue)), $0.summary) })
    page.macro("SH", "ENVIRONMENT")
    page.definitions(EnvironmentVariable.allCases.map { (Roff.bold($0.rawValue), $0.summary) })
    page.macro("SH", "FILES")
    page.definitions(ProgramFile.all.map { (Roff.italic($0.path), $0.summary) })
  }

  private func writeReferences(to page: inout Roff) {
    // The program and the parent command, which are the same for the program's own commands.
    let pages = [parents.first, parents.count > 1 ? Self.name(parents) : nil].compactMap { $0 }
    let topics = TopicPage.all.map { Roff.bold($0.name) + "(7)" }
    page.macro("SH", "SEE ALSO")
    page.raw((pages.map(reference) + topics).joined(separator: ", "))
  }

  private func reference(_ page: String) -> String { Roff.bold(page) + "(1)" }
}
