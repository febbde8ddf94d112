import DiaryProcess
import Foundation

/// The limit for open files.
enum OpenFileLimit {
  /// For the connections to a diary, and the files of an import or export.
  private static let needed = 32
  private static let wanted: rlim_t = 256

  /// Raises the limit (`ulimit -n`) as far as it is needed and the system permits.
  ///
  /// - Throws: If it stays too low to open a diary, which SQLite would take for missing permission.
  static func ensure() throws(CommandFailure) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    let found = limit.rlim_cur
    limit.rlim_cur = min(limit.rlim_max, wanted)
    if setrlimit(resource, &limit) != 0 { limit.rlim_cur = found }
    let free = (0..<Int32(limit.rlim_cur)).count { fcntl($0, F_GETFD) == -1 }
    guard free >= needed else {
      throw CommandFailure(
        sentence: """
          The program may open only \(limit.rlim_cur) files at a time, which is too few for a diary. Raise the limit, \
          for example with `ulimit -n \(wanted)`.
          """, status: .unavailable)
    }
  }
}
