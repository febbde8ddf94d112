import Foundation
import Sync
import SyncStores
import TestSupport
import Testing

/// The stores that must all behave the same.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case folder
  case rcloneLocal = "a folder through rclone"
  case rcloneWebDAV = "WebDAV of rclone"
  case apache = "WebDAV of Apache"
  case sftp = "SFTP of OpenSSH"
  case moto = "S3 of moto"
  case seaweed = "S3 of SeaweedFS"
  case postgresql = "PostgreSQL"

  var testDescription: String { rawValue }

  /// The stores to test: those that are quick, and with `BEERDIARY_SYNC_SERVERS` also those on servers.
  ///
  /// Prints which are skipped, and why.
  static let chosen: [StoreKind] = allCases.filter { kind in
    if kind == .postgresql { return PostgreSQLServer.isAvailable }
    guard let reason = kind.obstacle else { return true }
    if kind == .rcloneLocal || serverFolder != nil {
      FileHandle.standardError.write(Data("Skipped \(kind.rawValue): \(reason)\n".utf8))
    }
    return false
  }

  /// The stores that a program is run for.
  static let throughPrograms = chosen.filter { $0 != .folder }

  static let inFolders = chosen.filter { [.folder, .rcloneLocal].contains($0) }

  /// The servers that rclone connects to.
  static let onServers = chosen.filter { $0.serverProgram != nil }

  /// The servers that refuse wrong passwords; moto accepts all.
  static let withPasswords = onServers.filter { $0 != .moto }

  /// The program rclone, or another version of it, named by `BEERDIARY_RCLONE`.
  static let rclone = program(ProcessInfo.processInfo.environment["BEERDIARY_RCLONE"] ?? "rclone")

  /// The folder with programs that are not installed for all users; `nil` if no servers are to be tested.
  private static let serverFolder = ProcessInfo.processInfo.environment["BEERDIARY_SYNC_SERVERS"]

  static func program(_ name: String) -> String? {
    ProgramRunner.path(
      of: name, in: [serverFolder, "/usr/bin", "/usr/sbin"].compactMap(\.self).joined(separator: ":"))
  }

  /// Whether an object that two devices replace at the same time is always one of theirs.
  ///
  /// rclone writes files in place before its version 1.63, and deletes what it could not write completely. moto may keep
  /// the checksum of the other one.
  var replacesAtomically: Bool {
    switch self {
    case .folder, .apache, .seaweed, .postgresql: true
    case .rcloneLocal, .rcloneWebDAV, .sftp, .moto: false
    }
  }

  /// Whether a listed object can always be read.
  ///
  /// moto may keep an object with the checksum of another put, and rclone then refuses to read it.
  var keepsChecksums: Bool { self != .moto }

  /// The program of the server that rclone connects to; `nil` if there is none.
  var serverProgram: String? {
    switch self {
    case .folder, .rcloneLocal, .postgresql: nil
    case .rcloneWebDAV: "rclone"
    case .apache: "apache2"
    case .sftp: "sshd"
    case .moto: "moto_server"
    case .seaweed: "weed"
    }
  }

  /// Why the store cannot be tested; `nil` if it can.
  private var obstacle: String? {
    if self == .folder { return nil }
    if Self.rclone == nil { return "rclone is not installed." }
    guard let serverProgram else { return nil }
    if Self.serverFolder == nil { return "It is part of `make sync-servers`." }
    return Self.program(serverProgram) == nil ? "\(serverProgram) is not installed." : nil
  }
}

/// An empty place for objects, which is removed with this value.
struct StorePlace: Sendable {
  /// How to reach it.
  enum Access: Sendable {
    case right, wrongPassword, nobody
    /// A server that accepts connections and does not answer.
    case silence(Int)
  }

  /// What the place is in, unless it is on a server.
  let folder: TemporaryFolder?

  private let location: String
  private let environment: [String: String]

  /// Creates a place, on the running server if the kind needs one.
  init(_ kind: StoreKind, _ access: Access = .right) throws {
    if kind == .postgresql {
      let database = try PostgreSQLServer.shared.get().databases()[0]
      self.init(folder: nil, location: database.text, environment: [:])
    } else if kind.serverProgram == nil {
      let folder = try TemporaryFolder()
      self.init(
        folder: folder, location: (kind == .rcloneLocal ? "rclone::local:" : "") + folder.file("store"),
        environment: ProcessInfo.processInfo.environment)
      try FileManager.default.createDirectory(
        atPath: folder.file("store"), withIntermediateDirectories: false)
    } else if let server = StoreServers.running[kind] {
      self.init(kind, server, access, name: "t-" + UUID().uuidString.lowercased())
    } else {
      throw TestServer.Failure(message: "\(kind.rawValue) is not running")
    }
  }

  /// Creates a place on a server.
  ///
  /// - Parameter bucket: The bucket on a server that has buckets.
  init(
    _ kind: StoreKind, _ server: TestServer, _ access: Access = .right, bucket: String = "beers", name: String
  ) {
    let (root, settings) = kind.remote(on: server, access, bucket: bucket)
    var environment = ProcessInfo.processInfo.environment
    environment["RCLONE_CONFIG"] = server.folder.file("rclone.conf")
    for (key, value) in settings { environment["RCLONE_CONFIG_BEERS_" + key] = value }
    self.init(folder: nil, location: "rclone:beers:" + root + name, environment: environment)
  }

  private init(folder: TemporaryFolder?, location: String, environment: [String: String]) {
    self.folder = folder
    self.location = location
    self.environment = environment
  }

  /// Returns a store as one of several devices has it, which keeps the place.
  func store(runner: ProgramRunner = ProgramRunner(), program: String? = nil) throws -> any ObjectStore {
    let store: any ObjectStore =
      switch try StoreLocation(location, currentFolder: "/", home: "/") {
      case .rclone(let remote):
        RcloneStore(
          remote, program: try program ?? #require(StoreKind.rclone), runner: runner, environment: environment
        )
      case .postgresql(let database): try PostgreSQLServer.shared.get().store(in: database, runner: runner)
      case .folder(let path): FolderStore(path)
      }
    return StoreInPlace(store: store, place: self)
  }
}

/// A store whose place is not removed before it.
private struct StoreInPlace: ObjectStore {
  let store: any ObjectStore
  let place: StorePlace

  func list(_ prefix: String) throws -> [ListedObject] { try store.list(prefix) }
  func get(_ names: [String], into folder: String) throws { try store.get(names, into: folder) }
  func put(_ files: [(name: String, path: String)]) throws { try store.put(files) }
  func delete(_ names: [String]) throws { try store.delete(names) }
}
