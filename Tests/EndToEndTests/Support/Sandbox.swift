import FixtureStores
import Foundation
import TestSupport
import Testing

/// A home folder of its own for the program, so that a test touches nothing else.
final class Sandbox: Sendable {
  private let folder: TemporaryFolder
  let home: String
  /// Where a test puts its stores and CSV files.
  let files: String
  let temporary: String

  /// - Parameter isFirstStart: Whether the notice about telemetry has not been shown yet.
  init(isFirstStart: Bool = false) throws {
    folder = try TemporaryFolder()
    home = folder.file("home")
    files = folder.file("files")
    temporary = folder.file("tmp")
    for path in [home, files, temporary, folder.file("io")] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    if !isFirstStart {
      try FileManager.default.createDirectory(atPath: stateFolder, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: telemetryNotice))
    }
  }

  var defaultStore: String { home + "/data/beerdiary/diary.sqlite" }
  var stateFolder: String { home + "/state/beerdiary" }
  var telemetryQueue: String { stateFolder + "/telemetry.jsonl" }
  /// Exists after the notice was shown.
  var telemetryNotice: String { stateFolder + "/telemetry-notice" }
  var tmuxSocket: String { folder.file("tmux-" + UUID().uuidString.prefix(8)) }

  func file(_ name: String) -> String { files + "/" + name }

  /// Writes a text file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Writes a script that can be run, and returns its folder.
  ///
  /// Another process writes it: a file that is open for writing cannot be run, not even where the process that has it
  /// open is one that another test has just forked off this one.
  @discardableResult
  func install(_ script: String, as name: String) async throws -> String {
    let text = try write(script, to: UUID().uuidString)
    let install = try ChildProcess(
      "/usr/bin/install", ["-D", "-m", "700", text, file(name)], environment: [:], folder: files)
    guard try await install.result().status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return (file(name) as NSString).deletingLastPathComponent
  }

  /// Swift's own backtrace waits for a key; it is not there where only the program is installed.
  var environment: [String: String] {
    [
      "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
      "XDG_CACHE_HOME": home + "/cache", "XDG_CONFIG_HOME": home + "/config", "TMPDIR": temporary,
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "SHELL": "/bin/sh",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Starts the program, or another, without a terminal.
  func start(
    _ arguments: [String], of program: String = BuiltProgram.path, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      program, arguments, environment: self.environment.merging(environment) { $1 },
      input: Data(input.utf8), folder: folder.file("io"))
  }

  /// Runs the program without a terminal to its end.
  func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws
    -> ProcessResult
  {
    try await start(arguments, input: input, environment: environment).result()
  }

  /// Runs a shell script in which `$PROGRAM` is the program.
  func shell(_ script: String) async throws -> ProcessResult {
    try await command("/bin/sh", ["-c", script])
  }

  /// Runs another program to its end.
  func command(_ path: String, _ arguments: [String]) async throws -> ProcessResult {
    try await ChildProcess(
      path, arguments, environment: environment.merging(["PROGRAM": BuiltProgram.path]) { $1 },
      folder: folder.file("io")
    ).result()
  }
}

extension Sandbox {
  /// All beers of a store by way of `list --json`, newest first.
  func listedBeers(_ store: String) async throws -> [BeerRecord] {
    let result = try await run("list", "--json", "--store", store)
    return try JSONDecoder().decode([BeerRecord].self, from: Data(result.output.utf8))
  }

  /// The names of the beers that `list --json` prints with further arguments, in order.
  func listedNames(_ arguments: [String]) async throws -> [String] {
    let result = try await start(["list", "--json"] + arguments).result()
    #expect(result.status == 0 && result.errors == "")
    return try JSONDecoder().decode([BeerRecord].self, from: Data(result.output.utf8)).compactMap(\.name)
  }

  /// One beer by way of `show --json`: with the hashes of its photos.
  func shownBeer(_ id: Int, _ store: String) async throws -> BeerRecord {
    let result = try await run("show", "\(id)", "--json", "--store", store)
    return try JSONDecoder().decode(BeerRecord.self, from: Data(result.output.utf8))
  }

  /// The types of the signals in the telemetry queue, in order.
  func recordedSignals() throws -> [String] { try recorded().map(\.type) }

  /// The signals in the telemetry queue, in order.
  func recorded() throws -> [SignalRecord] {
    guard FileManager.default.fileExists(atPath: telemetryQueue) else { return [] }
    let text = try String(contentsOfFile: telemetryQueue, encoding: .utf8)
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(SignalRecord.self, from: Data($0.utf8))
    }
  }
}
