import Foundation
import Synchronization

@testable import ObjectTables

/// A PostgreSQL server for all tests, which ends with their process.
final class TestServer: Sendable {
  /// The folder of the server's socket.
  let folder: String

  // The server ends when this end of its standard input is closed, also if this process is killed.
  private let input: Mutex<Pipe>

  /// The reason why there is no server.
  struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// The server, which is started when it is first needed.
  static let shared = Result { try TestServer() }

  /// Whether there is a server; prints the reason once if not.
  static let isAvailable: Bool = {
    if case .failure(let error) = shared {
      print("The tests with a PostgreSQL server are skipped: \(error)")
      return false
    }
    return true
  }()

  /// Starts a server.
  ///
  /// - Parameter options: Those of `temporary-server`.
  init(_ options: [String] = []) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "temporary-server").path
    let process = Process()
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: script)
    process.arguments = options
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
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

  /// Kills the server, and lets its standby accept changes.
  func failOver() throws {
    try input.withLock { try $0.fileHandleForWriting.write(contentsOf: Data("fail over\n".utf8)) }
  }

  func url(role: String, password: String? = nil, database: String) -> String {
    let secret = password.map { ":" + $0 } ?? ""
    return "postgresql://\(role)\(secret)@/\(database)?host=\(folder)"
  }
}

/// A database of its own, set up for the roles `ann` and `ben` of this database, whose names begin with its name.
struct TestDatabase {
  let server: TestServer
  let name: String

  /// A superuser's connection.
  let administrator: Connection

  init(isSetUp: Bool = true, on server: TestServer? = nil) throws {
    let server = try server ?? TestServer.shared.get()
    self.server = server
    name = "d" + Setup.randomName()
    let postgres = try Connection(server.url(role: "postgres", database: "postgres"))
    try postgres.execute("CREATE DATABASE \(name)")
    for role in ["ann", "ben"] {
      try postgres.execute("CREATE ROLE \(name)_\(role) LOGIN PASSWORD '\(Self.password)'")
    }
    administrator = try Connection(server.url(role: "postgres", database: name))
    if isSetUp { try Setup.run(administrator, roles: [role("ann"), role("ben")]) }
  }

  static let password = "s3cret"

  func role(_ person: String) -> String { "\(name)_\(person)" }

  func url(_ person: String, password: String = Self.password) -> String {
    server.url(role: role(person), password: password, database: name)
  }

  var administratorURL: String { server.url(role: "postgres", database: name) }

  /// The first column of the only row of a query, as text.
  func value(_ sql: String, _ connection: Connection? = nil) throws -> String {
    var value = ""
    try (connection ?? administrator).query(sql) { value = $0.text(0) }
    return value
  }
}

/// A folder for the files of a test, which is removed with this object.
final class Files {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/beerdiary-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // Nothing can be done if it fails, and it is a temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ bytes: Data, _ name: String = UUID().uuidString) throws -> String {
    try bytes.write(to: URL(fileURLWithPath: path + "/" + name))
    return path + "/" + name
  }

  func read(_ name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }
}
