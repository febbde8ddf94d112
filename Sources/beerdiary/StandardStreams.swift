import Foundation
import TerminalCurses

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
