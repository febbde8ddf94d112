import Foundation
import SyncStores
import Synchronization
import TestSupport
import Testing

/// A PostgreSQL server for all tests, which ends with their process, and the program that connects to it.
final class PostgreSQLServer: Sendable {
  /// The path of `beerdiary-postgresql`.
  let program: String

  /// The folder of the server's socket.
  private let folder: String

  // The server ends when this end of its standard input is closed, also if this process is killed.
  private let input: Mutex<Pipe>

  /// The reason why there is no server.
  struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// The server, which is started when it is first needed.
  static let shared = Result { try PostgreSQLServer() }

  /// Whether there is a server; prints the reason once if not.
  static let isAvailable: Bool = {
    if case .failure(let error) = shared {
      print("The tests with a PostgreSQL server are skipped: \(error)")
      return false
    }
    return true
  }()

  private init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    guard
      let program = ["release", "debug"].map({
        root.appending(path: ".build/postgresql/\($0)/\(PostgreSQLStore.programName)").path
      }).first(where: FileManager.default.isExecutableFile)
    else {
      throw Unavailable(description: "\(PostgreSQLStore.programName) is not built (make postgresql).")
    }
    self.program = program
    let process = Process()
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = root.appending(path: "PostgreSQL/Tests/temporary-server")
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var line = Data()
    var patience = Patience()
    while line.last != UInt8(ascii: "\n") {
      var end = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, 1000) > 0 else {
        guard patience.lasts({ "\(ProcessorTime.ofTree(process.processIdentifier))" }) else {
          process.terminate()
          throw Unavailable(description: "timed out waiting until the server has started")
        }
        continue
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else {
        let reason = try errors.fileHandleForReading.readToEnd() ?? Data()
        throw Unavailable(description: String(decoding: reason, as: UTF8.self))
      }
      line += bytes
    }
    folder = String(decoding: line.dropLast(), as: UTF8.self)
    self.input = Mutex(input)
  }

  /// Returns a new database as the roles of different diaries connect to it.
  func databases(_ count: Int = 1) throws -> [PostgreSQLDatabase] {
    let name = "d" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    let roles = (1...count).map { "\(name)_\($0)" }
    // Each is a command of its own, because a database cannot be created in a transaction.
    let statements =
      ["CREATE DATABASE \(name)"] + roles.map { "CREATE ROLE \($0) LOGIN PASSWORD '\(Self.password)'" }
    let commands = statements.flatMap { ["--command", $0] }
    try run("psql", ["--host", folder, "--username", "postgres", "--no-psqlrc", "--quiet"] + commands)
    try run(
      program, ["setup"] + roles,
      variables: ["BEERDIARY_POSTGRESQL_URL": "postgresql://postgres@/\(name)?host=\(folder)"])
    return try roles.map {
      try #require(PostgreSQLDatabase("postgresql://\($0):\(Self.password)@/\(name)?host=\(folder)"))
    }
  }

  static let password = "s3cret"

  /// Returns the store in a database.
  func store(in database: PostgreSQLDatabase, runner: ProgramRunner = ProgramRunner()) -> PostgreSQLStore {
    PostgreSQLStore(database, program: program, runner: runner)
  }

  private func run(_ program: String, _ arguments: [String], variables: [String: String] = [:]) throws {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let result = try ProgramRunner().run(program, arguments, environment: environment)
    guard result.status == 0 else { throw Unavailable(description: result.errors) }
  }
}
