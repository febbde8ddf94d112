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

  /// Notes `errno` unless told otherwise.
  init(_ operation: Operation, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// One sentence for the user.
  package var description: String {
    "\(path) cannot be \(operation.rawValue): \(String(cString: strerror(code)))."
  }
}
