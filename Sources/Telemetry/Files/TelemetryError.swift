import Glibc

/// The error for a telemetry file that cannot be created, opened, locked, read, written or removed.
package struct TelemetryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An operation, as it appears in the sentence.
  package enum Operation: String, Sendable {
    /// Creating a file or folder.
    case create = "created"
    /// Opening a file.
    case open = "opened"
    /// Locking an open file.
    case lock = "locked"
    /// Reading a file.
    case read = "read"
    /// Writing to a file or replacing it.
    case write = "written"
    /// Removing a file or folder.
    case remove = "removed"
  }

  /// What failed.
  package let operation: Operation
  /// The file or folder.
  package let path: String
  /// The `errno`.
  package let code: Int32
  /// What exists instead of a regular file; `nil` if there is a file, or nothing.
  let obstacle: Obstacle?

  /// Creates an error for a failed system call.
  init(_ operation: Operation, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
    obstacle = nil
  }

  /// Creates an error for something other than a file at a path.
  init(_ obstacle: Obstacle, _ path: String) {
    operation = .open
    self.path = path
    code = obstacle == .folder ? EISDIR : EINVAL
    self.obstacle = obstacle
  }

  /// A sentence for the user.
  package var description: String {
    if let obstacle {
      return "\(path) is \(obstacle.rawValue), not a file of this program. Move it to another folder."
    }
    return "\(path) cannot be \(operation.rawValue): \(String(cString: strerror(code)))."
  }
}
