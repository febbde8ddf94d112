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
}
