import Foundation

/// A command as the program describes itself.
struct CommandRecord: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var name: String
    }

    /// `positional`, `option` or `flag`.
    var kind: String
    var names: [Name]?
    var valueName: String?
    /// Whether the command can be used without it.
    var isOptional: Bool
    /// The possible values, if they are few.
    var allValues: [String]?

    var longName: String? { names?.map(\.name).max { $0.count < $1.count } }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandRecord]?

  var takesFilter: Bool {
    (arguments ?? []).contains { $0.kind == "positional" && $0.valueName == "filter" }
  }

  /// Whether a filter selects the beers that the command is about.
  var takesSeveralBeers: Bool {
    (arguments ?? []).contains {
      $0.kind == "positional"
        && ["filter", "beers", "beers> <folder", "year> <filter"].contains($0.valueName ?? "")
    }
  }

  var options: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name) }

  /// This and all below it; the parser's own `help` left out.
  func all(below path: [String] = []) -> [(path: String, command: CommandRecord)] {
    let path = path + [commandName]
    let others = (subcommands ?? []).filter { $0.commandName != "help" }
    return [(path.joined(separator: " "), self)] + others.flatMap { $0.all(below: path) }
  }

  /// All commands of the program, which describes itself once for all tests.
  static func ofProgram() async throws -> [(path: String, command: CommandRecord)] {
    try await description.value
  }

  private static let description = Task {
    struct Dump: Decodable { var command: CommandRecord }
    let result = try await Sandbox().run("--experimental-dump-help")
    return try JSONDecoder().decode(Dump.self, from: Data(result.output.utf8)).command.all()
  }
}
