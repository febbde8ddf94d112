import ArgumentParser
import Foundation
import Interchange

/// The options and arguments of a command, as the parser describes them.
package struct CommandSignature {
  /// The value names of arguments that are filters.
  package static let filterNames: Set = [
    FilterWords.valueName, BeerSelection.valueName, ExportPhotosCommand.valueName, YearCommand.valueName,
  ]

  private let arguments: [Argument]

  /// Reads the signature of a command from the parser's description of it.
  ///
  /// - Throws: `DecodingError` if the parser describes its commands in another form than the one decoded here.
  init(_ command: any ParsableArguments.Type) throws {
    let description = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
    arguments = description.command.arguments ?? []
  }

  /// Whether the command takes a filter, in which a leading minus means "not".
  var takesFilter: Bool {
    arguments.contains { $0.kind == .positional && Self.filterNames.contains($0.valueName ?? "") }
  }

  /// Whether the command takes arguments that are not options.
  var takesArguments: Bool { arguments.contains { $0.kind == .positional } }

  /// The spellings of all options.
  var optionNames: [String] { arguments.flatMap(\.spellings) }

  /// The option in a word such as `--store=diary.sqlite`.
  static func name(_ word: String) -> String { String(word.prefix { $0 != "=" }) }

  /// Whether a word is an option whose value is the next word.
  func takesValue(_ word: String) -> Bool {
    arguments.contains { $0.kind == .option && $0.spellings.contains(word) }
  }

  /// Whether a word is one of the command's options, exactly as it is spelled.
  func isOption(_ word: String) -> Bool { optionNames.contains(word) }

  /// Returns the options of one letter in a word such as `-rn`, the last one with the value that is attached to it, as in
  /// `-rn5` or `-obeers.csv`; the word itself if it is anything else.
  ///
  /// A value of another kind is more likely a part of a filter, as in `-orval`.
  func separated(_ word: String) -> [String] {
    let letters = word.dropFirst().map { "-\($0)" }
    guard word.hasPrefix("-"), letters.count > 1 else { return [word] }
    if letters.allSatisfy(isOption) { return letters }
    guard let last = letters.firstIndex(where: { takesValue($0) || !isOption($0) }), takesValue(letters[last])
    else { return [word] }
    let attached = word.dropFirst(last + 2)
    let value = attached.hasPrefix("=") ? attached.dropFirst() : attached
    guard !takesFilter || Int(value) != nil || Self.isCertainPath(value) else { return [word] }
    return letters[..<last] + ["\(letters[last])=\(value)"]
  }

  /// Returns whether a value is a path that cannot be the rest of a filter's word, as `ak/vanilla` can in `-oak/vanilla`.
  private static func isCertainPath(_ value: Substring) -> Bool {
    if value == "-" || value.first.map({ "/.~".contains($0) }) == true { return true }
    let isCondition = value.contains { ":=<>".contains($0) }
    return !isCondition && fileExtensions.contains((String(value) as NSString).pathExtension.lowercased())
  }

  /// The extensions of the files that commands with a filter write.
  private static let fileExtensions =
    Set(DiaryFileFormat.allCases.flatMap(\.fileExtensions) + ["html", "htm"])
}

/// The used part of the parser's description.
private struct Description: Decodable {
  struct Command: Decodable {
    var arguments: [Argument]?
  }

  var command: Command
}

private struct Argument: Decodable {
  enum Kind: String, Decodable { case positional, option, flag }

  struct Name: Decodable {
    var kind: String
    var name: String
  }

  var kind: Kind
  var valueName: String?
  var names: [Name]?

  var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
}
