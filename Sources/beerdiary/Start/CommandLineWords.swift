import ArgumentParser
import DiaryStore
import Foundation

/// What the program was started with, in the order and the spelling that the parser wants.
struct CommandLineWords {
  private static let commonFlags = ["--no-telemetry"]
  private static let commonOption = "--store"
  private static let help = "help"

  let arguments: [String]
  /// The type that parses them.
  let root: any ParsableCommand.Type

  /// - Throws: `ValidationError` where a command's name is none.
  init(_ words: [String]) throws {
    let words = Self.commandFirst(words)
    guard let first = words.first, !first.hasPrefix("-"), first != Self.help else {
      (arguments, root) = (words, Beerdiary.self)
      return
    }
    let command = try Self.command(words)
    arguments = command == ListCommand.self ? Self.protectingFilter(words) : words
    root = CommandRoot.self
  }

  /// The words with the command in front of the options that every command has.
  ///
  /// `beerdiary --store old.sqlite list` is what people type; the parser wants the command first.
  private static func commandFirst(_ words: [String]) -> [String] {
    var index = 0
    while index < words.count, words[index].hasPrefix("-") {
      if words[index] == commonOption {
        index += 2
      } else if commonFlags.contains(words[index]) || words[index].hasPrefix(commonOption + "=") {
        index += 1
      } else {
        return words
      }
    }
    guard index > 0, index < words.count else { return words }
    // A group's own command, as in `telemetry show`, stays behind it.
    let names = words[index...].prefix { !$0.hasPrefix("-") }
    return Array(names) + words[..<index] + words[names.endIndex...]
  }

  /// The command that the words at the beginning name.
  private static func command(_ words: [String]) throws -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = CommandRoot.self
    for word in words where !command.configuration.subcommands.isEmpty {
      if word.hasPrefix("-") { break }
      let commands = command.configuration.subcommands
      guard let found = commands.first(where: { $0.names.contains(word) }) else {
        // What is to be made is named: `backup FILE` is short for `backup create FILE`.
        if command == BackupCommand.self { return CreateBackupCommand.self }
        throw unknown(word, of: command, commands)
      }
      command = found
    }
    return command
  }

  private static func unknown(
    _ word: String, of command: any ParsableCommand.Type, _ commands: [any ParsableCommand.Type]
  ) -> ValidationError {
    let isRoot = command == CommandRoot.self
    let path = isRoot ? "" : (command.names.first ?? "") + " "
    if isRoot, FileManager.default.fileExists(atPath: word) {
      return ValidationError("“\(word)” is a file and no command; open a diary with --store \(word).")
    }
    let nearest = Spelling.nearest(to: word, among: commands.flatMap { $0.names })
    let advice = nearest.map { "did you mean “\(path)\($0)”?" } ?? "see `beerdiary \(path)--help`."
    return ValidationError("There is no command “\(path)\(word)”; \(advice)")
  }

  /// Puts a blank in front of the words of a filter that begin with a minus, which would be read as options.
  ///
  /// To the filter a blank is nothing. The program has no short options but `-h`.
  private static func protectingFilter(_ words: [String]) -> [String] {
    let options = ["--store", "--sort", "--limit"]
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words.indices.map { index in
      let word = words[index]
      let isWord = index < end && word.hasPrefix("-") && !word.hasPrefix("--") && word != "-h"
      return isWord && word.count > 1 && !options.contains(words[index - 1]) ? " " + word : word
    }
  }
}

/// The program where a command is named: its own options are none of the command's.
struct CommandRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Beerdiary.configuration.commandName, version: Beerdiary.version,
    subcommands: Beerdiary.configuration.subcommands)
}

extension ParsableCommand {
  /// What the command is called by, its own name first.
  static var names: [String] { [configuration.commandName].compactMap { $0 } + configuration.aliases }
}
