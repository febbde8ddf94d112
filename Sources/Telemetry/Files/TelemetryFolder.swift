package import Foundation
import Glibc

/// Where telemetry is kept on this machine: the program's state folder, and the files in it.
package struct TelemetryFolder: Sendable, Equatable {
  /// The state folder; it need not exist.
  package let url: URL

  /// Names the files in `url`; touches nothing.
  package init(_ url: URL) {
    self.url = url
  }

  /// The queue: one signal a line.
  package var queue: URL { url.appending(path: "telemetry.jsonl", directoryHint: .notDirectory) }
  /// The random installation id and the salt that `clientUser` is made from.
  package var identity: URL { url.appending(path: "telemetry-id.json", directoryHint: .notDirectory) }
  /// While this file exists nothing is written, whatever it contains.
  package var offMarker: URL { url.appending(path: "telemetry-off", directoryHint: .notDirectory) }

  /// Whether the user turned telemetry off for good.
  ///
  /// Where that cannot be found out, it counts as turned off.
  package var isTurnedOff: Bool {
    guard access(offMarker.filePath, F_OK) != 0 else { return true }
    return errno != ENOENT && errno != ENOTDIR
  }

  /// Makes the folder and its parents where missing, for the user alone, as the XDG base directory
  /// specification asks.
  func create() throws(TelemetryError) {
    try Self.create(url)
  }

  private static func create(_ folder: URL) throws(TelemetryError) {
    if makeFolder(folder) { return }
    guard errno == ENOENT, folder.pathComponents.count > 1 else { throw TelemetryError(.create, folder) }
    try create(folder.deletingLastPathComponent())
    guard makeFolder(folder) else { throw TelemetryError(.create, folder) }
  }

  private static func makeFolder(_ folder: URL) -> Bool {
    mkdir(folder.filePath, 0o700) == 0 || errno == EEXIST
  }
}

extension URL {
  /// The path as system calls take it.
  var filePath: String { path(percentEncoded: false) }
}
