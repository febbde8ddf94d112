import Foundation
import TerminalCurses

/// The three streams that every program expects to be open.
enum StandardStreams {
  /// To be called before anything is opened or printed.
  static func prepare() {
    openClosed()
    // A reader of messages that goes away must not end an import; one of data does, see `Console`.
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond a limit for the size of files (ulimit -f) fails instead, which is reported as any failed write.
    signal(SIGXFSZ, SIG_IGN)
    BusErrors.report(
      """
      beerdiary: A memory-mapped file could not be accessed (SIGBUS): the disk or a quota is full, or another program \
      truncated the file. Saved beers are safe. Free some space and start again.
      """)
  }

  /// Opens those that the program was started without, as with `>&-` in a shell.
  ///
  /// Otherwise the next file that is opened, the diary itself, would get their number and what is printed. They
  /// are opened the wrong way round, so that reading and writing still fail as on a closed stream.
  private static func openClosed() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is taken, which is this one.
      _ = open("/dev/null", mode)
    }
  }
}
