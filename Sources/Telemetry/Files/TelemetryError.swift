import Glibc

/// Something the telemetry files' disk or permissions did not allow.
package struct TelemetryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was tried.
  package enum Operation: String, Sendable {
    case create = "created"
    case open = "opened"
    case lock = "locked"
    case read = "read"
    case write = "written"
    case remove = "removed"
  }

  package let operation: Operation
  package let path: String
  /// The system's error number.
  package let code: Int32
  /// What is there instead of a file; `nil` if a file is there, or nothing.
  let obstacle: Obstacle?

  /// Notes `errno` unless told otherwise.
  init(_ operation: Operation, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
    obstacle = nil
  }

  /// There is something other than a file at a path.
  init(_ obstacle: Obstacle, _ path: String) {
    operation = .open
    self.path = path
    code = obstacle == .folder ? EISDIR : EINVAL
    self.obstacle = obstacle
  }

  /// One sentence for the user.
  package var description: String {
    if let obstacle { return "\(path) is \(obstacle.rawValue), not a file of the program; move it away." }
    return "\(path) cannot be \(operation.rawValue): \(String(cString: strerror(code)))."
  }
}
