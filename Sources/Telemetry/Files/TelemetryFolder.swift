package import Foundation
import Glibc

/// Where telemetry is kept on this machine: the program's state folder, and the files in it.
package struct TelemetryFolder: Sendable, Equatable {
  /// The state folder; it need not exist.
  package let url: URL

  /// The path of the queue: one signal a line.
  package let queue: String
  /// The path of the random installation id and the salt that `clientUser` is made from.
  package let identity: String
  /// While there is a file at this path nothing is written, whatever it contains.
  package let offMarker: String

  /// There is a file at this path once the user was told what is noted.
  package let noticeMarker: String

  /// Names the files in `url`; touches nothing.
  package init(_ url: URL) {
    // Paths are worked out once: each append needs them, and URLs are slow at it.
    func path(to file: String) -> String {
      url.appending(path: file, directoryHint: .notDirectory).path(percentEncoded: false)
    }
    self.url = url
    queue = path(to: "telemetry.jsonl")
    identity = path(to: "telemetry-id.json")
    offMarker = path(to: "telemetry-off")
    noticeMarker = path(to: "telemetry-notice")
  }

  /// Whether the user turned telemetry off for good.
  ///
  /// Where that cannot be found out, it counts as turned off.
  package var isTurnedOff: Bool {
    guard access(offMarker, F_OK) != 0 else { return true }
    return errno != ENOENT && errno != ENOTDIR
  }

  /// Makes the folder and its parents where missing, for the user alone, as the XDG base directory
  /// specification asks.
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
