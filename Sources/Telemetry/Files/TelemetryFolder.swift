package import Foundation
import Glibc

/// The files of telemetry in the program's state folder.
package struct TelemetryFolder: Sendable, Equatable {
  /// The state folder; it need not exist.
  package let url: URL

  /// The path of the queue, with one signal in each line.
  package let queue: String
  /// The path of the file with the random installation id and the salt.
  package let identity: String
  /// The path of a file that turns telemetry off while it exists.
  package let offMarker: String

  /// The path of a file that exists if the notice was shown.
  let noticeMarker: String

  /// Only computes the paths.
  ///
  /// - Parameter url: The state folder, which need not exist.
  package init(_ url: URL) {
    // Each append needs the paths, and computing them from a URL is slow.
    func path(to file: String) -> String {
      url.appending(path: file, directoryHint: .notDirectory).path(percentEncoded: false)
    }
    self.url = url
    queue = path(to: "telemetry.jsonl")
    identity = path(to: "telemetry-id.json")
    offMarker = path(to: "telemetry-off")
    noticeMarker = path(to: "telemetry-notice")
  }

  /// Whether the user turned telemetry off permanently; `true` also if that is unknown.
  package var isTurnedOff: Bool {
    guard access(offMarker, F_OK) != 0 else { return true }
    return errno != ENOENT && errno != ENOTDIR
  }

  /// Creates the folder and missing parents with mode 0700, as the XDG base directory specification requires.
  func create() throws(TelemetryError) {
    try Self.create(url)
  }

  private static func create(_ folder: URL) throws(TelemetryError) {
    let path = folder.path(percentEncoded: false)
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    let code = errno
    guard code == ENOENT, folder.pathComponents.count > 1 else {
      throw TelemetryError(.create, path, code: code)
    }
    try create(folder.deletingLastPathComponent())
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw TelemetryError(.create, path) }
  }
}
