import Foundation
import Testing

/// Capabilities of the system that some tests need.
enum SystemCapabilities {
  /// Whether a small disk of the test's own can be mounted.
  static let canMount = run(
    "/usr/bin/unshare", ["-m", "/bin/sh", "-c", "mount -t tmpfs -o size=1m none /mnt"])

  /// The words that run a program as a user who is not the superuser.
  static let asAnotherUser =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

  static let canBeAnotherUser = geteuid() != 0 || run("/usr/bin/setpriv", ["--reuid=65534", "true"])

  private static func run(_ path: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

extension Trait where Self == ConditionTrait {
  static var needsMount: Self {
    .enabled(if: SystemCapabilities.canMount, "a disk of the test's own cannot be mounted here")
  }

  static var needsAnotherUser: Self {
    .enabled(if: SystemCapabilities.canBeAnotherUser, "no program can be run as another user here")
  }
}
