package import ArgumentParser
import DiaryModel
import DiaryStore
import Foundation

/// What the program was started with, in the order and the spelling that the parser wants.
package struct CommandLineWords {
  private static let help = "help"

  package let arguments: [String]
  /// The type that parses them.
  package let root: any ParsableCommand.Type

  /// - Throws: `ValidationError` where a command's name is none, or an option does not belong to the command.
  package init(_ words: [String]) throws {
    let (words, options) = try Self.commandFirst(words)
    guard let first = words.first, !first.hasPrefix("-"), first != Self.help else {
      arguments = try Self.protectingMinus(words, of: Beerdiary.self)
      root = Beerdiary.self
      return
    }
    let command = try Self.command(words)
    if !options.isEmpty, command.configuration.subcommands.isEmpty {
      let signature = try CommandSignature(command)
      if let option = options.first(where: { !signature.isOption(CommandSignature.name($0)) }) {
        throw ValidationError("\(CommandSignature.name(option)) does not work with “\(first)”.")
      }
    }
    arguments = try Self.protectingMinus(words, of: command)
    root = CommandRoot.self
  }

  /// Options that end the program wherever they stand.
  private static let ending = ["-h", "--help", "--version"]

  /// The words with the command in front of the options before it, and these options.
  ///
  /// `beerdiary --store old.sqlite list` is what people type; the parser wants the command first.
  private static func commandFirst(_ words: [String]) throws -> (words: [String], options: [String]) {
    guard words.first?.hasPrefix("-") == true else { return (words, []) }
    let signature = try CommandSignature(ProgramOptions.self)
    var index = 0
    var options: [String] = []
    while index < words.count, words[index].hasPrefix("-") {
      let word = words[index]
      guard signature.isOption(CommandSignature.name(word)), !ending.contains(word) else {
        return (words, [])
      }
      options.append(word)
      index += signature.takesValue(word) ? 2 : 1
    }
    guard index < words.count else { return (words, []) }
    // A group's own command, as in `telemetry show`, stays behind it.
    let names = words[index...].prefix { !$0.hasPrefix("-") }
    return (Array(names) + words[..<index] + words[names.endIndex...], options)
  }

  /// The command that the words at the beginning name.
  private static func command(_ words: [String]) throws -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = CommandRoot.self
    for word in words where !command.configuration.subcommands.isEmpty {
      if word.hasPrefix("-") {
        if command == BackupCommand.self { try refuseCommandName(firstArgument(words.dropFirst())) }
        break
      }
      let commands = command.configuration.subcommands
      guard let found = commands.first(where: { $0.names.contains(word) }) else {
        // What is to be made is named: `backup FILE` is short for `backup create FILE`.
        if command == BackupCommand.self {
          try refuseCommandName(word)
          return CreateBackupCommand.self
        }
        throw unknown(word, of: command, commands)
      }
      command = found
    }
    return command
  }

  /// The first word that is no option.
  private static func firstArgument(_ words: ArraySlice<String>) -> String? {
    words.indices.first { index in
      !words[index].hasPrefix("-") && (index == words.startIndex || words[index - 1] != "--store")
    }.map { words[$0] }
  }

  /// Refuses a name for a backup that is more likely a mistyped command.
  private static func refuseCommandName(_ name: String?) throws {
    guard let name, !name.contains("/"), !name.contains(".") else { return }
    if let nearest = Spelling.nearest(
      to: name, among: BackupCommand.configuration.subcommands.flatMap { $0.names })
    {
      throw ValidationError(
        "There is no command “backup \(name)”; did you mean “backup \(nearest)”? A file of that name is ./\(name)."
      )
    }
    let commands = CommandRoot.configuration.subcommands.flatMap { $0.names } + [help]
    guard Spelling.nearest(to: name, among: commands) != nil else { return }
    throw ValidationError(
      "There is no command “backup \(name)”; see `beerdiary backup --help`. A file of that name is ./\(name)."
    )
  }

  private static func unknown(
    _ word: String, of command: any ParsableCommand.Type, _ commands: [any ParsableCommand.Type]
  ) -> ValidationError {
    let isRoot = command == CommandRoot.self
    let path = isRoot ? "" : (command.names.first ?? "") + " "
    if isRoot, FileManager.default.fileExists(atPath: word) {
      return ValidationError(
        "“\(word)” is a file and no command; open a diary with \(SuggestedCommand.text([], store: word)).")
    }
    let nearest = Spelling.nearest(to: word, among: commands.flatMap { $0.names })
    let advice = nearest.map { "did you mean “\(path)\($0)”?" } ?? "see `beerdiary \(path)--help`."
    return ValidationError("There is no command “\(path)\(word)”; \(advice)")
  }

  /// Puts a blank in front of words that begin with a minus and are no options, which the parser would take for one.
  ///
  /// These are the words of a filter, which ignores blanks, and numbers below 0: a store of another make may have given
  /// them to beers. `withoutProtection` takes the blank off.
  private static func protectingMinus(_ words: [String], of command: any ParsableCommand.Type) throws
    -> [String]
  {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    guard words[..<end].contains(where: beginsWithMinus) else { return words }
    let signature = try CommandSignature(command)
    var isValue = false
    let protected = try words[..<end].map { word in
      defer { isValue = !isValue && signature.takesValue(word) }
      guard !isValue, beginsWithMinus(word), !signature.isOption(word) else { return word }
      if Int64(word) == nil { try refuseOption(word, of: command, signature) }
      return " " + word
    }
    return protected + words[end...]
  }

  /// Refuses a word that is more likely a mistyped option than a part of a filter or a number.
  ///
  /// The parser would read `-hello` as several options, the first of which prints help.
  private static func refuseOption(
    _ word: String, of command: any ParsableCommand.Type, _ signature: CommandSignature
  ) throws {
    let letters = word.dropFirst()
    let isMeant = signature.isOption("-" + word)
    if signature.takesFilter, !isMeant, letters.count > 1 || letters.first?.isLetter != true { return }
    if isMeant { throw ValidationError("Unknown option “\(word)”; did you mean “-\(word)”?") }
    let program = Beerdiary.names.first ?? ""
    let advice =
      if command == Beerdiary.self {
        "; a filter requires a command, such as `\(program) list -style:stout`."
      } else if signature.takesArguments {
        "; if it is no option, put “--” before it."
      } else {
        "."
      }
    throw ValidationError("Unknown option “\(word)”\(advice)")
  }

  /// Whether one minus stands before something else.
  private static func beginsWithMinus(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1
  }

  /// A word as it was typed.
  static func withoutProtection(_ word: String) -> String {
    word.hasPrefix(" -") ? String(word.dropFirst()) : word
  }
}

/// The program where a command is named: its own options are none of the command's.
package struct CommandRoot: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: Beerdiary.configuration.commandName, version: Beerdiary.version,
    subcommands: Beerdiary.configuration.subcommands)

  package init() {}
}

extension ParsableCommand {
  /// What the command is called by, its own name first.
  static var names: [String] { [configuration.commandName].compactMap { $0 } + configuration.aliases }
}
