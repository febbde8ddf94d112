import Foundation
import TestSupport

/// Waits until a process that this one has not started has ended.
func waitForEnd(of process: pid_t) throws {
  try blockUntil("process \(process) ends") { !isRunning(process) }
}

/// Returns whether a process exists and is no zombie.
private func isRunning(_ process: pid_t) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  // The state is after the name in parentheses, which can contain anything.
  return text.split(separator: ")").last?.hasPrefix(" Z") == false
}
