import FaultVFS
import FixtureStores
import Foundation

/// Runs the cases of the fault tests, each in a forked process, and prints a report.
///
/// A separate process, because forks need one without threads, and so that no other test uses the disturbed SQLite.
/// To run one case again: `FaultWorker faults scenario=v1 kind=kill at=17`.
@main
struct FaultWorker {
  static func main() throws {
    fault_vfs_register()
    let options = try WorkerOptions(CommandLine.arguments.dropFirst())
    var report = Report()
    switch options.command {
    case "faults":
      let prepared = try PreparedStore(Scenario.named(try options.text("scenario")))
      try FaultRise(prepared: prepared, choice: choice(options)).run(&report)
      try KillRise(prepared: prepared, choice: choice(options)).run(&report)
    case "scenarios": return print(Scenario.all.map(\.name).joined(separator: "\n"))
    case "damage":
      let first = options.number("seed") ?? 0
      var stores = DamagedStores()
      try stores.run(first..<first + (options.number("count") ?? 1), &report)
    case "hostile":
      try HostileStores().run(every: options.number("every") ?? 1, only: options.number("number"), &report)
    case "timed":
      let action = TimedKills.Action(rawValue: options["action"] ?? "migrate")
      guard let action else { throw UsageError("no such action") }
      try TimedKills(program: options.text("program"), count: options.number("count") ?? 25, action: action)
        .run(seed: UInt64(options.number("seed") ?? 1), &report)
    case "commands":
      let scenario = try CommandScenario.named(try options.text("scenario"))
      try CommandFaults(scenario, program: options.text("program"), choice: choice(options)).run(&report)
    case "command-scenarios": return print(CommandScenario.all.map(\.name).joined(separator: "\n"))
    case "writers":
      try SharedWriters(
        count: options.number("count") ?? 8, milliseconds: options.number("milliseconds") ?? 1000
      ).run(seed: options.number("seed") ?? 1, &report)
    case "writer": return try write(options)
    default: throw UsageError("no command \(options.command)")
    }
    try report.print()
  }

  /// Writes to a diary that others write to, and notes what it has written.
  private static func write(_ options: WorkerOptions) throws {
    var writer = SharedWriter(name: try options.text("name"), seed: UInt64(options.number("seed") ?? 1))
    let log = writer.run(
      try options.text("store"), for: .milliseconds(options.number("milliseconds") ?? 1000))
    try JSONEncoder().encode(log).write(to: URL(fileURLWithPath: options.text("log")))
  }

  private static func choice(_ options: WorkerOptions) -> PlaceChoice {
    PlaceChoice(
      kind: options["kind"], place: options.number("at"), sample: options.number("sample"))
  }
}

/// A command and its `key=value` arguments.
struct WorkerOptions {
  let command: String
  private let values: [String: String]

  init(_ words: some Collection<String>) throws {
    guard let command = words.first else { throw UsageError("no command") }
    self.command = command
    var values: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw UsageError("\(word) is no key=value") }
      values[parts[0]] = parts[1]
    }
    self.values = values
  }

  subscript(key: String) -> String? { values[key] }

  func text(_ key: String) throws -> String {
    guard let value = values[key] else { throw UsageError("\(key)= is missing") }
    return value
  }

  func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }
}
