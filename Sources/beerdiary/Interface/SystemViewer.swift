import Foundation

/// The program that the desktop shows files with, started by `xdg-open`.
///
/// `xdg-open` mostly ends as soon as it has handed the file on, so its end says nothing about the viewer's.
final class SystemViewer {
  private static let program = "xdg-open"

  private let process: pid_t
  private var hasEnded = false

  init(opening file: String) throws(CommandFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The keyboard stays this program's.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    let words = [strdup(Self.program), strdup(file), nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, Self.program, &actions, nil, words, environ)
    guard code == 0 else {
      throw CommandFailure(
        sentence:
          "\(Self.program) cannot be started (\(String(cString: strerror(code)))); use `beerdiary photo export`.",
        status: .unavailable)
    }
    self.process = process
  }

  /// - Throws: Where `xdg-open` has found out that it cannot show the file.
  func check() throws(CommandFailure) {
    var status: Int32 = 0
    guard !hasEnded, waitpid(process, &status, WNOHANG) == process else { return }
    hasEnded = true
    guard status == 0 else {
      throw CommandFailure(
        sentence: "\(Self.program) found no program for this photo; use `beerdiary photo export`.",
        status: .unavailable)
    }
  }
}
