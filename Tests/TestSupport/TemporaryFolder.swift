package import Foundation

/// A folder that is removed when its object is deallocated.
///
/// It is in `$TMPDIR` if that is set, else in memory if there is enough: each commit of a diary waits for the disk, which
/// takes a large part of the time of the tests.
package final class TemporaryFolder: Sendable {
  private static let memory = "/dev/shm"
  /// More bytes than all tests need at the same time.
  private static let minMemory: UInt = 4_000_000_000

  private static let parent = hasMemory ? memory : FileManager.default.temporaryDirectory.path

  private static var hasMemory: Bool {
    var status = statvfs()
    // Linux's `ST_NOEXEC`: tests run scripts there.
    let forbidsPrograms: UInt = 8
    return getenv("TMPDIR") == nil && statvfs(memory, &status) == 0 && access(memory, W_OK) == 0
      && status.f_flag & forbidsPrograms == 0 && status.f_bavail * status.f_frsize >= minMemory
  }

  /// Keeps folders out of memory, for measurements; must be called before the first folder is created.
  package static func stayOnDisk() { setenv("TMPDIR", FileManager.default.temporaryDirectory.path, 1) }

  package let path: String

  package init() throws {
    path = Self.parent + "/beerdiary-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    // Nothing can be done if it fails, and it is a temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  package var url: URL { URL(fileURLWithPath: path) }

  /// Returns a path inside the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Returns the contents of the files directly in the folder, or in one inside it, by their names.
  package func contents(of folder: String = "") throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: file(folder))
    return try names.reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(fileURLWithPath: file(folder) + "/" + $1))
    }
  }

  /// Returns the names of the files and folders directly in the folder, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes a text to a file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Writes an executable script, and returns its path.
  ///
  /// Another process writes the file. A file that is open for writing cannot be run, and a program that is started by
  /// another test has all open files of this process for a moment.
  @discardableResult
  package func script(_ name: String, _ text: String) throws -> String {
    let source = file(name + ".text")
    try text.write(toFile: source, atomically: false, encoding: .utf8)
    let installation = try Process.run(
      URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", "--", source, file(name)])
    installation.waitUntilExit()
    guard installation.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileManager.default.removeItem(atPath: source)
    return file(name)
  }

  /// Returns the text of a file, without the newline at its end.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8).trimmingCharacters(in: .newlines)
  }
}

/// Returns the size of a file in bytes; `nil` if there is no file.
package func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}
