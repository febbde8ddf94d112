package import Foundation

/// A folder that is removed with the value that stands for it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/beerdiary-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    // Nothing can be done if it fails, and it is a temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  package var url: URL { URL(fileURLWithPath: path) }

  /// A path inside the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The files directly in the folder, or in one inside it, byte for byte.
  package func contents(of folder: String = "") throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: file(folder))
    return try names.reduce(into: [:]) {
      $0[$1] = try Data(contentsOf: URL(fileURLWithPath: file(folder) + "/" + $1))
    }
  }

  /// Writes an executable script, and returns its path.
  ///
  /// A program that is started meanwhile does not inherit the open file, so that the script can be run at once.
  @discardableResult
  package func script(_ name: String, _ text: String) throws -> String {
    let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    return file(name)
  }

  /// The text of a file, without the newline at its end.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8).trimmingCharacters(in: .newlines)
  }
}

/// The size of a file in bytes; `nil` if there is none.
package func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}
