import Foundation
import TestSupport

extension TemporaryFolder {
  /// Writes an executable script, and returns its path.
  @discardableResult
  func script(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: file(name), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
    return file(name)
  }

  /// The text of a file, without the newline at its end.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8).trimmingCharacters(in: .newlines)
  }
}

/// Waits until a process that this one has not started has ended.
func waitForEnd(of process: pid_t) {
  while isRunning(process) { usleep(2000) }
}

/// Returns whether a process exists and is no zombie.
private func isRunning(_ process: pid_t) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  // The state is after the name in parentheses, which can contain anything.
  return text.split(separator: ")").last?.hasPrefix(" Z") == false
}
