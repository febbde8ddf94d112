import Foundation

/// The programs of the same build, which are next to this one.
enum BuiltProgram {
  static let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// The program; `nil` if it is not built.
  static var beerdiary: String? { program("beerdiary") }

  /// The program that makes one thumbnail; `nil` if it is not built.
  static var oneThumbnail: String? { program("OneThumbnail") }

  private static func program(_ name: String) -> String? {
    let path = own.deletingLastPathComponent().appending(path: name).path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// An environment that keeps the program away from the user's files and telemetry.
  static func environment(home: String) -> [String: String] {
    [
      "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home,
      "XDG_CONFIG_HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "TERM": "xterm-256color", "DO_NOT_TRACK": "1",
    ]
  }
}
