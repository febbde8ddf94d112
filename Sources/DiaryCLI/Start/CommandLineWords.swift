package import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation

/// The program's arguments, in the order and the spelling that the parser expects.
package struct CommandLineWords {
  private static let help = "help"

  /// The arguments for the parser.
  package let arguments: [String]
  /// The type that parses them.
  package let root: any ParsableCommand.Type

  /// Puts the command before its options, and protects arguments that begin with a minus.
  ///
  /// - Throws: `CommandFailure` if there is no such command, or if the command does not have the option. The parser's own
  ///   error would add the usage of the program, which is not that of the command.
  package init(_ words: [String]) throws {
    let (words, options) = Self.commandFirst(words)
    guard let first = words.first, !first.hasPrefix("-"), first != Self.help else {
      if words.first == Self.help { try Self.checkNames(words.dropFirst()) }
      arguments = try Self.protectingMinus(words, of: Beerdiary.self)
      root = Beerdiary.self
      return
    }
    let command = try Self.command(words)
    if !options.isEmpty, command is any Command.Type {
      let signature = try CommandSignature(command)
      if let option = options.first(where: { !signature.isOption(CommandSignature.name($0)) }) {
        throw Self.mistake("\(CommandSignature.name(option)) cannot be used with `\(first)`.")
      }
    }
    if command == ImportCommand.self { try Self.refuseCommandNames(words.dropFirst(), of: command) }
    arguments = try Self.protectingMinus(words, of: command)
    if ImportCommand.configuration.subcommands.contains(where: { $0 == command }) {
      root = ImportHistoryRoot.self
    } else {
      root = CommandRoot.self
    }
  }

  /// Checks that the words after `help` name a command.
  private static func checkNames(_ words: ArraySlice<String>) throws {
    var command: any ParsableCommand.Type = CommandRoot.self
    for word in words.prefix(while: { !$0.hasPrefix("-") }) {
      let commands = command.configuration.subcommands
      guard let found = commands.first(where: { $0.names.contains(word) }) else {
        throw unknown(word, of: command, commands)
      }
      command = found
    }
  }

  /// Returns the error for mistyped arguments, with one piece of advice in its sentence.
  private static func mistake(_ sentence: String) -> CommandFailure {
    CommandFailure(sentence: sentence, status: .usage)
  }

  /// Options that end the program in any position.
  private static let ending = ["-h", "--help", "--version"]

  /// Returns the words with the command moved before its options, and these options.
  ///
  /// People type `beerdiary --store old.sqlite list`; the parser expects the command first.
  private static func commandFirst(_ words: [String]) -> (words: [String], options: [String]) {
    var index = 0
    var options: [String] = []
    while index < words.count, words[index].hasPrefix("-") {
      let word = words[index]
      let name = CommandSignature.name(word)
      guard let takesValue = Beerdiary.optionsBeforeCommand[name] else { return (words, []) }
      options.append(word)
      index += takesValue && word == name ? 2 : 1
    }
    guard index < words.count else { return (words, []) }
    // A subcommand, as in `telemetry show`, stays after its group.
    let names = words[index...].prefix { !$0.hasPrefix("-") }
    return (Array(names) + words[..<index] + words[names.endIndex...], options)
  }

  /// Returns the command that the first words name.
  private static func command(_ words: [String]) throws -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = CommandRoot.self
    for word in words where !command.configuration.subcommands.isEmpty {
      if word.hasPrefix("-") {
        if command == BackupCommand.self {
          try refuseCommandName(firstArgument(words.dropFirst()), of: command)
        }
        // `trash -n 5` is short for `trash list -n 5`.
        return command.configuration.defaultSubcommand ?? command
      }
      let commands = command.configuration.subcommands
      guard let found = commands.first(where: { $0.names.contains(word) }) else {
        // `backup FILE` is short for `backup create FILE`.
        if command == BackupCommand.self {
          try refuseCommandName(word, of: command)
          return CreateBackupCommand.self
        }
        // `import FILE` has no name of its own.
        if command == ImportCommand.self {
          if !FileManager.default.fileExists(atPath: word) { try refuseMistypedName(word, of: command) }
          return command
        }
        throw unknown(word, of: command, commands)
      }
      command = found
    }
    return command
  }

  /// Returns the first word that is not an option.
  private static func firstArgument(_ words: ArraySlice<String>) -> String? {
    words.indices.first { index in
      !words[index].hasPrefix("-") && (index == words.startIndex || words[index - 1] != "--store")
    }.map { words[$0] }
  }

  /// Refuses the names of a command's commands among its own arguments, where they would be read as files.
  private static func refuseCommandNames(_ words: ArraySlice<String>, of command: any ParsableCommand.Type)
    throws
  {
    let names = command.configuration.subcommands.flatMap { $0.names }
    guard words.contains(where: names.contains) else { return }
    let signature = try CommandSignature(command)
    var isValue = false
    for word in words.prefix(while: { $0 != "--" }) {
      if !isValue, names.contains(word) {
        throw mistake(
          "Write `\(path([command])) \(word)` first, before its options. For a file of that name, use ./\(word)."
        )
      }
      isValue = !isValue && signature.takesValue(word)
    }
  }

  /// Refuses the name of a backup that is more likely a mistyped command.
  private static func refuseCommandName(_ name: String?, of command: any ParsableCommand.Type) throws {
    guard let name, !name.contains("/"), !name.contains(".") else { return }
    try refuseMistypedName(name, of: command)
    let commands = CommandRoot.configuration.subcommands.flatMap { $0.names } + [help]
    guard Spelling.nearest(to: name, among: commands) != nil else { return }
    let words = path([command])
    throw mistake(
      "There is no command “\(words) \(name)”. See `\(words) --help`. For a file of that name, use ./\(name)."
    )
  }

  /// Refuses the name of a file that is nearly that of a command.
  private static func refuseMistypedName(_ name: String, of command: any ParsableCommand.Type) throws {
    guard !name.contains("/"), !name.contains("."),
      let nearest = nearest(to: name, among: command.configuration.subcommands)
    else { return }
    let words = path([command])
    throw mistake(
      "There is no command “\(words) \(name)”. Did you mean `\(words) \(nearest)`? For a file of that name, use "
        + "./\(name).")
  }

  private static func unknown(
    _ word: String, of command: any ParsableCommand.Type, _ commands: [any ParsableCommand.Type]
  ) -> CommandFailure {
    let isRoot = command == CommandRoot.self
    let words = path(isRoot ? [] : [command])
    if isRoot, FileManager.default.fileExists(atPath: word) { return mistake(aboutFile(word)) }
    let nearest = nearest(to: word, among: commands)
    let advice = nearest.map { "Did you mean `\(words) \($0)`?" } ?? "See `\(words) --help`."
    return mistake("There is no command “\(isRoot ? "" : words + " ")\(word)”. \(advice)")
  }

  /// Returns what to do with a file that was given instead of a command.
  private static func aboutFile(_ path: String) -> String {
    let opening = SuggestedCommand.text([], store: path)
    if (try? Diary.isLegacy(at: path)) == true {
      return "“\(path)” is a diary of Beer Diary for iOS, not a command. To add its beers to your diary, use "
        + SuggestedCommand.text(["adopt", path])
        + ", which leaves the file as it is. \(opening) converts the file itself, and opens it."
    }
    return "“\(path)” is a file, not a command. To open a diary, use \(opening)."
  }

  /// What other programs call commands of this one.
  private static let usualNames = [
    "rm": "remove", "delete": "remove", "ls": "list", "find": "list", "convert": "retype",
  ]

  /// Returns the name of the command that a word most likely means; `nil` if there is none.
  private static func nearest(to word: String, among commands: [any ParsableCommand.Type]) -> String? {
    let names = commands.flatMap { $0.names }
    if let usual = usualNames[word], names.contains(usual) { return usual }
    return Spelling.nearest(to: word, among: names)
  }

  /// Returns the words of a command, with the name of the program.
  private static func path(_ commands: [any ParsableCommand.Type]) -> String {
    ([Beerdiary.self] + commands).compactMap { $0.names.first }.joined(separator: " ")
  }

  /// Keeps the parser from reading words as options that only begin with a minus, separates options of one letter that
  /// are written as one word, and makes `--brewery=` two words, because the parser would take the next word as its value.
  ///
  /// The value of an option, such as `-1`, is attached to it. Other words get a blank before them. They are words of a
  /// filter, which ignores blanks, and ids below 0, which another program may have given to beers. `withoutProtection`
  /// removes the blank.
  private static func protectingMinus(_ words: [String], of command: any ParsableCommand.Type) throws
    -> [String]
  {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    guard words[..<end].contains(where: { beginsWithMinus($0) || hasEmptyValue($0) }) else { return words }
    let signature = try CommandSignature(command)
    var protected: [String] = []
    var isValue = false
    for word in words[..<end] {
      if isValue, isNegative(word) {
        protected[protected.count - 1] += "=" + word
        isValue = false
        continue
      }
      let name = CommandSignature.name(word)
      if !isValue, hasEmptyValue(word), signature.takesValue(name) {
        protected += [name, ""]
        continue
      }
      let letters = isValue ? [word] : signature.separated(word)
      defer { isValue = !isValue && signature.takesValue(letters.last ?? word) }
      guard !isValue, letters == [word], beginsWithMinus(word), !signature.isOption(word),
        !signature.takesValue(name)
      else {
        protected += letters
        continue
      }
      if Int64(word) == nil { try refuseOption(word, of: command, signature, in: words) }
      protected.append(" " + word)
    }
    return protected + words[end...]
  }

  /// Refuses a word that is more likely a mistyped option than part of a filter or an id.
  ///
  /// The parser would read `-hello` as several options, the first of which prints help.
  private static func refuseOption(
    _ word: String, of command: any ParsableCommand.Type, _ signature: CommandSignature, in words: [String]
  ) throws {
    let letters = word.dropFirst()
    let isMeant = signature.isOption("-" + word) || ending.contains("-" + word)
    if signature.takesFilter, !isMeant, letters.count > 1 || letters.first?.isLetter != true { return }
    if isMeant { throw mistake("Unknown option “\(word)”. Did you mean `-\(word)`?") }
    let program = Beerdiary.names.first ?? ""
    let advice =
      if command == Beerdiary.self {
        " A filter requires a command, such as `\(program) list -style:stout`."
      } else if signature.takesArguments {
        " If it is not an option, write `--` before it."
      } else {
        " See `\(([program] + words.prefix { !$0.hasPrefix("-") }).joined(separator: " ")) --help`."
      }
    throw mistake("Unknown option “\(word)”.\(advice)")
  }

  /// Returns whether a word begins with exactly one minus.
  private static func beginsWithMinus(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
  }

  /// Returns whether a word has the form of an option with an empty value, such as `--brewery=`.
  private static func hasEmptyValue(_ word: String) -> Bool {
    word.hasPrefix("--") && word == CommandSignature.name(word) + "="
  }

  /// Returns whether a word begins with a minus and a digit, as no option does.
  private static func isNegative(_ word: String) -> Bool {
    beginsWithMinus(word) && word.dropFirst().first?.isWholeNumber == true
  }

  /// Returns several words as one text, as they were typed.
  static func joined(_ words: [String]) -> String {
    words.map(withoutProtection).joined(separator: " ")
  }

  /// Returns a word as it was typed.
  static func withoutProtection(_ word: String) -> String {
    word.hasPrefix(" -") ? String(word.dropFirst()) : word
  }
}

/// The program with a command: the program's own options do not apply.
package struct CommandRoot: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: Beerdiary.configuration.commandName, version: Beerdiary.version,
    subcommands: Beerdiary.configuration.subcommands)

  package init() {}
}

/// The program with a command of `import`, whose own argument would take the name of that command.
struct ImportHistoryRoot: ParsableCommand {
  /// `import` without its own arguments.
  struct ImportCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: ImportCommand.configuration.commandName, abstract: ImportCommand.configuration.abstract,
      subcommands: ImportCommand.configuration.subcommands)
  }

  static let configuration = CommandConfiguration(
    commandName: Beerdiary.configuration.commandName, version: Beerdiary.version,
    subcommands: [ImportCommands.self])
}

extension ParsableCommand {
  /// The command's name and aliases.
  static var names: [String] { [configuration.commandName].compactMap { $0 } + configuration.aliases }
}
