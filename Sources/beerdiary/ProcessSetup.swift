import DiaryProcess
import Foundation
import TerminalCurses

// What has to be set up before a command runs, in the order in which `Main` does it.

/// Prepares the three standard streams.
enum StandardStreams {
  /// Call this before anything is opened or printed.
  static func prepare() {
    openClosed()
    // A closed standard error must not end an import. A closed standard output ends the program in `Console`.
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond the file size limit (ulimit -f) then fails like any other write.
    signal(SIGXFSZ, SIG_IGN)
    BusErrors.report(
      """
      beerdiary: A memory-mapped file could not be accessed (SIGBUS): the disk or a quota is full, or another program \
      truncated the file. Saved beers are safe. Free some space and start again.
      """)
  }

  /// Opens the streams that were closed at the start, as with `>&-` in a shell.
  ///
  /// Otherwise the next opened file, such as the diary, would get the stream's descriptor and the output. They are opened
  /// with the opposite access mode, so that reading and writing still fail as on a closed stream.
  private static func openClosed() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}

/// The C library's lookup of user and group names.
enum NameServices {
  /// Restricts the lookup to files, so that it never uses a socket to other programs or a directory server.
  ///
  /// Foundation looks up the owner's name with any attribute of a file, and glibc connects to its cache daemon for that,
  /// even if none is running. Without this call, nearly every command opens a socket and `NetworkTests` fails. A library
  /// without this function has no such services.
  ///
  /// Source: `__nss_configure_lookup` in glibc's nss.h. Call this while no other thread looks up names.
  static func useFilesOnly() {
    typealias Configure = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    guard let address = dlsym(nil, "__nss_configure_lookup") else { return }
    let configure = unsafeBitCast(address, to: Configure.self)
    for database in ["passwd", "group"] { _ = configure(database, "files") }
  }
}

/// The variable `TZ`, which may have a colon before the zone's name in POSIX.
enum TimeZoneVariable {
  /// Removes the colon, because Foundation would not find the zone and use UTC.
  static func normalize() {
    let variable = EnvironmentVariable.timeZone.rawValue
    guard let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix(":") else { return }
    let name = String(value.dropFirst())
    if TimeZone(identifier: name) != nil { setenv(variable, name, 1) }
  }
}

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
