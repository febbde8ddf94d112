import Foundation
import Glibc
package import Sync

/// A store in a PostgreSQL database, which the program `beerdiary-postgresql` connects to.
///
/// Each call starts the program once, for any number of objects. `PostgreSQL/README.md` describes its arguments, input and
/// output.
package struct PostgreSQLStore: ObjectStore {
  private let database: PostgreSQLDatabase
  private let program: String
  private let runner: ProgramRunner
  private let environment: [String: String]

  /// The name of the program.
  package static let programName = "beerdiary-postgresql"

  /// Creates a store in a database, which must be set up.
  ///
  /// - Parameters:
  ///   - program: The name or the absolute path of the program; if `nil`, the one next to this program, or else in a
  ///     folder of `PATH`.
  ///   - environment: The variables for the program, of which those that begin with `PG` are settings of libpq.
  package init(
    _ database: PostgreSQLDatabase, program: String? = nil, runner: ProgramRunner = ProgramRunner(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.database = database
    self.program = program ?? Self.programNextToThis ?? Self.programName
    self.runner = runner
    var environment = environment
    // Other users can see arguments, but not variables.
    environment["BEERDIARY_POSTGRESQL_URL"] = database.text
    self.environment = environment
  }

  private static var programNextToThis: String? {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    return ProgramRunner.path(of: folder.appending(path: programName).path, in: nil)
  }

  /// Returns the objects whose names begin with a prefix.
  ///
  /// The program can also list only what was put after a sequence number. But a synchronization has to notice what is no
  /// longer there, because it was lost, was merged into another object, or an old copy of the database was restored.
  ///
  /// - Throws: ``PostgreSQLError``, ``ProgramError``.
  package func list(_ prefix: String) throws -> [ListedObject] {
    let output = try run(["list", prefix])
    return try String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let size = Int(words[1]) else {
        throw PostgreSQLError(.other, "\(Self.programName) printed a list that cannot be read.")
      }
      return ListedObject(name: String(words[2]), size: size)
    }
  }

  /// Copies objects into a folder, each to a file with the last part of its name; skips those that do not exist.
  ///
  /// If it throws an error of the program, the folder stays as it was.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``, ``PostgreSQLError``, ``ProgramError``.
  package func get(_ names: [String], into folder: String) throws {
    try ObjectName.requireValid(names)
    guard !names.isEmpty else { return }
    // If the program fails after some of the objects, none of them gets into the folder.
    try withTemporaryFolder(in: folder) { staging in
      try run(["get", staging], input: names)
      for file in try FileManager.default.contentsOfDirectory(atPath: staging) {
        guard rename("\(staging)/\(file)", "\(folder)/\(file)") == 0 else {
          throw SyncError.system(code: errno, path: "\(folder)/\(file)")
        }
      }
    }
  }

  /// Copies files to the objects with the given names, replacing existing ones.
  ///
  /// - Parameter files: The names of the objects, and paths without line breaks.
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``, ``PostgreSQLError``, ``ProgramError``.
  package func put(_ files: [(name: String, path: String)]) throws {
    try ObjectName.requireValid(files.map(\.name))
    guard !files.isEmpty else { return }
    try run(
      ["put"],
      input: files.map { name, path in
        guard !path.contains("\n") else { throw SyncError.system(code: EINVAL, path: path) }
        return "\(name) \(URL(fileURLWithPath: path).path)"
      })
  }

  /// Deletes objects; skips those that do not exist.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``PostgreSQLError``, ``ProgramError``.
  package func delete(_ names: [String]) throws {
    try ObjectName.requireValid(names)
    guard !names.isEmpty else { return }
    try run(["delete"], input: names)
  }

  // MARK: - Running the program

  @discardableResult
  private func run(_ arguments: [String], input: [String] = []) throws -> Data {
    let result = try runner.run(
      program, arguments, environment: environment, input: Data(input.map { $0 + "\n" }.joined().utf8))
    guard result.status == 0 else { throw PostgreSQLError(status: result.status, errors: result.errors) }
    return result.output
  }
}

/// An error of a store in a PostgreSQL database.
package struct PostgreSQLError: Error, Equatable, Sendable {
  /// What went wrong; the raw value is the exit status of `beerdiary-postgresql`.
  package enum Kind: Int32, Sendable {
    /// Anything that is not listed here.
    case other = 1
    /// No server answers and accepts changes, or the connection was lost.
    case unreachable = 10
    /// The server refuses the role or the password.
    case authentication = 11
    /// The server has no database with the name.
    case noDatabase = 12
    /// The database has no tables for diaries.
    case notSetUp = 13
    /// The role has no diary in this database, or may not do this.
    case permission = 14
    /// The server's disk is full.
    case diskFull = 15
    /// A newer version of Beer Diary has set the database up.
    case newerVersion = 16
    /// The server cannot do this now, because it is starting, ending, overloaded or read-only.
    case busy = 17
    /// A file of this computer cannot be read or written.
    case file = 18
    /// The URL is not valid.
    case invalidURL = 64
  }

  /// What went wrong.
  package let kind: Kind

  /// A whole sentence, without passwords.
  package let message: String

  /// Creates an error.
  ///
  /// - Parameter message: A whole sentence, without passwords.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  fileprivate init(status: Int32, errors: String) {
    let line = errors.split(whereSeparator: \.isNewline).last.map { $0.filter { !$0.isControl } } ?? ""
    guard let kind = Kind(rawValue: status), !line.isEmpty else {
      // Such as a program that cannot find its libraries, or was killed.
      let reason = line.isEmpty ? "exit status \(status)" : String(line.prefix(300))
      self.init(.other, "\(PostgreSQLStore.programName) failed: \(reason).")
      return
    }
    self.init(kind, String(line.prefix(300)))
  }
}

extension PostgreSQLError: CustomStringConvertible {
  /// The message, which is a whole sentence.
  package var description: String { message }
}
