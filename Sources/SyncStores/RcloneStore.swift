import Foundation
import Glibc
package import Sync

/// A store on anything that the program rclone can copy files to, such as S3, WebDAV and SFTP.
///
/// Each call starts rclone once, and ``put(_:)`` twice, for any number of objects.
package struct RcloneStore: ObjectStore {
  private let remote: RcloneRemote
  private let program: String
  private let runner: ProgramRunner
  private let environment: [String: String]

  /// Creates a store in a folder of a remote.
  ///
  /// - Parameters:
  ///   - remote: The folder, which does not need to exist.
  ///   - program: The name or the absolute path of rclone.
  ///   - environment: The variables for rclone, of which those that begin with `RCLONE_` are settings of the user.
  package init(
    _ remote: RcloneRemote, program: String = "rclone", runner: ProgramRunner = ProgramRunner(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.remote = remote
    self.program = program
    self.runner = runner
    var environment = environment.merging(remote.variables) { $1 }
    // rclone 1.60 reports an error of S3 if this is set.
    environment["AWS_CA_BUNDLE"] = nil
    self.environment = environment
  }

  /// Returns the objects whose names begin with a prefix.
  ///
  /// - Throws: ``RcloneError``, ``ProgramError``.
  package func list(_ prefix: String) throws -> [ListedObject] {
    let folder = try ObjectName.folder(ofPrefix: prefix)
    let result = try run("lsjson", Self.listing, [remote.folder(folder)])
    if result.status == Self.folderNotFound, result.errors.contains("directory not found") { return [] }
    return try files(in: result).compactMap { file in
      let name = folder.isEmpty ? file.path : folder + "/" + file.path
      guard name.hasPrefix(prefix), ObjectName.isValid(name) else { return nil }
      return ListedObject(name: name, size: file.size)
    }
  }

  /// Copies objects into a folder, each to a file with the last part of its name; skips those that do not exist.
  ///
  /// If rclone fails, the folder stays as it was.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``, ``RcloneError``, ``ProgramError``.
  package func get(_ names: [String], into folder: String) throws {
    try ObjectName.requireValid(names)
    guard !names.isEmpty else { return }
    try withTemporaryFolder(in: folder) { staging in
      try requireSuccess(of: run("copy", Self.named, [remote.folder(), staging], input: names))
      for name in Set(names) {
        let file = folder + "/" + (name.split(separator: "/").last ?? "")
        guard rename("\(staging)/\(name)", file) == 0 || errno == ENOENT else {
          throw SyncError.system(code: errno, path: file)
        }
      }
    }
  }

  /// Copies files to the objects with the given names, replacing existing ones, and checks their sizes afterwards.
  ///
  /// Makes a temporary folder next to the first file.
  ///
  /// - Throws: ``RcloneError/notStored(_:)`` if an object is missing or has another size, as well as other errors.
  package func put(_ files: [(name: String, path: String)]) throws {
    try ObjectName.requireValid(files.map(\.name))
    guard let first = files.first else { return }
    let parent = URL(fileURLWithPath: first.path).deletingLastPathComponent().path
    let sizes = try withTemporaryFolder(in: parent) { staging in
      let sizes = try Self.link(files, in: staging)
      let options = ["--copy-links", "--no-traverse", "--ignore-times"] + Self.retrying
      try requireSuccess(of: run("copy", options, [staging, remote.folder()]))
      return sizes
    }
    // rclone may report success although it was told to do nothing, and some servers accept what they do not store.
    let listing = try run(
      "lsjson", Self.listing + ["--recursive"] + Self.named, [remote.folder()], input: Array(sizes.keys))
    let stored = try Dictionary(self.files(in: listing).map { ($0.path, $0.size) }) { _, last in last }
    if let name = sizes.keys.sorted().first(where: { stored[$0] != sizes[$0] }) {
      throw RcloneError.notStored(name)
    }
  }

  /// Deletes objects; skips those that do not exist.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``RcloneError``, ``ProgramError``.
  package func delete(_ names: [String]) throws {
    try ObjectName.requireValid(names)
    guard !names.isEmpty else { return }
    try requireSuccess(of: run("delete", Self.named, [remote.folder()], input: names))
  }

  // MARK: - Running rclone

  /// Fails soon if a server does not answer, and writes nothing but results and errors.
  ///
  /// Options have precedence over the variables of the user.
  private static let common = [
    "--retries=1", "--low-level-retries=1", "--contimeout=5s", "--timeout=30s", "--ask-password=false",
    "--progress=false", "--use-json-log=false", "--log-file=",
  ]

  /// Tries again, because a WebDAV server may have locked the folder for another device.
  private static let retrying = ["--retries=3", "--retries-sleep=1s"]

  private static let listing = ["--files-only", "--no-modtime", "--no-mimetype"]

  /// Restricts a command to the files that the standard input names.
  ///
  /// They are looked up one by one instead of in a listing, and those that do not exist are skipped.
  private static let named = ["--no-traverse", "--files-from-raw=-"]

  /// The exit status if a folder does not exist.
  ///
  /// Source: <https://rclone.org/docs/#exit-code>.
  private static let folderNotFound: Int32 = 3

  private func run(_ command: String, _ options: [String], _ words: [String], input: [String] = [])
    throws(ProgramError) -> ProgramRunner.Result
  {
    try runner.run(
      program, [command] + Self.common + options + ["--"] + words, environment: environment,
      input: Data(input.map { $0 + "\n" }.joined().utf8))
  }

  private func requireSuccess(of result: ProgramRunner.Result) throws(RcloneError) {
    guard result.status != 0 else { return }
    throw .failed(remote.redacted(Self.message(in: result.errors) ?? "exit status \(result.status)"))
  }

  /// A file in a listing.
  private struct ListedFile: Decodable {
    let path: String
    /// In bytes; -1 if the remote does not know.
    let size: Int

    private enum CodingKeys: String, CodingKey {
      case path = "Path"
      case size = "Size"
    }
  }

  /// Returns the files of a listing, which is complete if it can be decoded.
  private func files(in result: ProgramRunner.Result) throws(RcloneError) -> [ListedFile] {
    try requireSuccess(of: result)
    do {
      return try JSONDecoder().decode([ListedFile].self, from: result.output)
    } catch {
      throw .unreadableListing
    }
  }

  /// Returns the reason of a failure in the errors of rclone, without the time and what was to be done; `nil` if there
  /// is none.
  static func message(in errors: String) -> String? {
    // A message of several lines has the time only in the first one.
    var messages: [String] = []
    for line in errors.split(whereSeparator: \.isNewline) {
      if let start = line.firstMatch(of: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[A-Z]+ *: )?/) {
        messages.append(String(line[start.range.upperBound...]))
      } else if let last = messages.popLast() {
        messages.append(last + " " + line.trimmingCharacters(in: .whitespaces))
      } else {
        messages.append(String(line))
      }
    }
    messages.removeAll { $0.hasPrefix("Config file ") || $0.trimmingCharacters(in: .whitespaces).isEmpty }
    guard var message = messages.last(where: { $0.hasPrefix("Failed to ") }) ?? messages.last else {
      return nil
    }
    for beginning in [
      #/^Failed to create file system for ".*?": /#, #/^Failed to .*? with \d+ errors?: last error was: /#,
      #/^Failed to [^:]+: /#, #/^error in ListJSON: /#,
      #/^operation error .*?, (?:api error |request send failed, )/#,
      #/ *status code: \d+, request id: .*$/#,
    ] {
      message = message.replacing(beginning, with: "", maxReplacements: 1)
    }
    message = String(message.map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl })
    return message.count > 300 ? message.prefix(299) + "…" : message
  }

  // MARK: - Temporary files

  /// Links files under the names of objects in a folder, and returns their sizes in bytes.
  private static func link(_ files: [(name: String, path: String)], in folder: String) throws -> [String: Int]
  {
    var sizes: [String: Int] = [:]
    for (name, path) in files {
      var status = stat()
      guard stat(path, &status) == 0 else { throw SyncError.system(code: errno, path: path) }
      sizes[name] = Int(status.st_size)
      let link = folder + "/" + name
      let parent = URL(fileURLWithPath: link).deletingLastPathComponent().path
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
        throw SyncError.system(code: errno, path: parent)
      }
      unlink(link)
      guard symlink(URL(fileURLWithPath: path).path, link) == 0 else {
        throw SyncError.system(code: errno, path: link)
      }
    }
    return sizes
  }
}

/// An error of a store on a remote of rclone.
package enum RcloneError: Error, Equatable, Sendable {
  /// rclone failed with this message, which has no passwords.
  case failed(String)

  /// rclone reported success, but no complete listing.
  case unreadableListing

  /// The object with this name is not in the store, or not completely, although rclone reported success.
  case notStored(String)
}

extension RcloneError: CustomStringConvertible {
  /// The error as a sentence for the user.
  package var description: String {
    switch self {
    case .failed(let message): "rclone failed: \(message)\(message.hasSuffix(".") ? "" : ".")"
    case .unreadableListing: "rclone listed no files that can be read."
    case .notStored(let name): "rclone did not store \(name) completely."
    }
  }
}
