import DiaryCLI
import DiaryProcess

/// What each command has in common with the others, as Markdown.
struct GrammarTable {
  private static let yes = "yes"
  /// What does not make sense for a command.
  private static let none = "—"
  /// The value names of numbers and of text that only the user knows, which nothing can complete.
  private static let free: Set = [
    "abv", "caption", "column,…", "columns", "days", "ibu", "latitude,longitude", "name", "new", "notes",
    "number", "path", "rating", "text", "year",
  ]
  /// The options that name files or folders to write.
  private static let outputs: Set = ["output", "rejects", "photos", "backup"]

  private let commands: [(command: CommandDescription, path: String)]

  init(_ program: CommandDescription) {
    commands = program.allCommands.map { command, parents in
      (command, (parents + [command.commandName]).joined(separator: " "))
    }
  }

  var markdown: String {
    "## Options of several commands\n\n\(options)\n\n## Commands\n\n\(table)\n\n## Exit statuses\n\n\(statuses)"
  }

  /// The options that at least three commands have, with their meaning.
  private var options: String {
    var counts: [String: Int] = [:]
    var order: [(spelling: String, meaning: String)] = []
    for (command, _) in commands where isRunnable(command) && command.commandName != "beerdiary" {
      for argument in command.shownArguments where argument.kind != "positional" {
        let value = argument.takesValue ? " \(argument.valueName?.uppercased() ?? "")" : ""
        let spelling = argument.spellings.joined(separator: ", ") + value
        if counts[spelling] == nil { order.append((spelling, argument.abstract ?? "")) }
        counts[spelling, default: 0] += 1
      }
    }
    return Markdown.table(
      ["option", "meaning", "commands"],
      order.filter { counts[$0.spelling, default: 0] >= 3 }.map {
        [Markdown.code($0.spelling), $0.meaning, String(counts[$0.spelling, default: 0])]
      })
  }

  private var table: String {
    Markdown.table(
      [
        "command", "--json", "--jsonl", "filter", "--dry-run", "--yes", "--quiet", "example", "completed",
        "exit statuses",
      ],
      commands.filter { isRunnable($0.command) }.map { command, path in
        [
          Markdown.code(path), mark(has("json", command)), mark(has("jsonl", command)),
          mark(takesFilter(command)), mark(has("dry-run", command)), mark(has("yes", command)),
          mark(has("quiet", command)),
          mark(command.discussion?.contains("EXAMPLE") == true), completed(command),
          statuses(of: command, path),
        ]
      })
  }

  /// The statuses that any command can end with.
  private var statuses: String {
    "Every command can also end with \(ExitStatus.internalFault.rawValue), and with "
      + "\(ExitStatus.inputOutput.rawValue) if its output cannot be written. "
      + "[Exit statuses](exit-status.md) says what each one means."
  }

  /// Whether a command does something itself: a group of commands has no arguments.
  private func isRunnable(_ command: CommandDescription) -> Bool { has("json", command) }

  private func has(_ option: String, _ command: CommandDescription) -> Bool {
    command.shownArguments.contains { $0.spellings.contains("--" + option) }
  }

  private func takesFilter(_ command: CommandDescription) -> Bool {
    command.shownArguments.contains {
      $0.kind == "positional" && CommandSignature.filterNames.contains($0.valueName ?? "")
    }
  }

  /// Whether Tab completes the values of a command, except those that nothing can complete.
  private func completed(_ command: CommandDescription) -> String {
    let values = command.shownArguments.filter {
      $0.takesValue && ($0.completionKind != nil || !Self.free.contains($0.valueName ?? ""))
    }
    if values.isEmpty { return Self.none }
    let missing = values.filter { $0.completionKind == nil }.map { $0.valueName ?? "" }
    return missing.isEmpty ? Self.yes : "not " + missing.joined(separator: ", ")
  }

  /// The statuses that follow from what a command uses, such as a diary, files to write or a pager, and its own.
  private func statuses(of command: CommandDescription, _ path: String) -> String {
    let own = Beerdiary.commands.first { "beerdiary \($0.path)" == path }?.command.exitStatuses ?? []
    var statuses = Set([.done, .usage] + own)
    if has("store", command) { statuses.formUnion([.badData, .noInput, .busy, .noPermission]) }
    if has("no-pager", command) { statuses.insert(.unavailable) }
    if Self.outputs.contains(where: { has($0, command) }) { statuses.insert(.cannotCreate) }
    return statuses.map { String($0.rawValue) }.sorted().joined(separator: ", ")
  }

  private func mark(_ isTrue: Bool) -> String { isTrue ? Self.yes : Self.none }
}
