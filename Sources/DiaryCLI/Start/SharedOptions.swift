import ArgumentParser
import DiaryProcess

// Options that mean the same on every command that has them. Each is declared once, here or with what uses it.
//
// A command lists its groups itself instead of a group that has others: the parser builds the options of a group
// several times for each level, in debug builds four times.

/// Whether questions are answered in advance.
struct ConfirmationOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false
}

/// Whether a command only says what it would do.
struct DryRunOptions: ParsableArguments {
  @Flag(name: .long, help: "Show what would happen, and change nothing.")
  var dryRun = false
}

/// How many items a list has.
struct LimitOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("List at most this many, for example 10.", valueName: "number"))
  var limit: Int?

  mutating func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit requires 0 or a larger number.") }
  }

  /// Returns the first items of a list, as many as the option allows.
  func limited<Item>(_ items: [Item]) -> [Item] { limit.map { Array(items.prefix($0)) } ?? items }
}

/// The direction of a list.
struct ReverseOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Reverse the order: oldest, lowest, or Z first.")
  var reverse = false
}

/// Where the output goes.
struct OutputFileOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file, or to standard output if it is -.", valueName: "file"),
    completion: .file())
  var file: String?

  mutating func validate() throws {
    if file?.isEmpty == true { throw ValidationError("--output requires the path of a file.") }
  }
}

/// When the output has colors.
struct ColorOptions: ParsableArguments {
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
  }

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use colors: auto (on a terminal unless NO_COLOR is set), always, or never.", valueName: "when"))
  var color = Choice.auto

  /// Returns whether to use colors.
  func usesColor(on console: Console, _ environment: Environment) -> Bool {
    switch color {
    case .auto: console.isTerminal && environment[.noColor]?.isEmpty ?? true
    case .always: true
    case .never: false
    }
  }
}
