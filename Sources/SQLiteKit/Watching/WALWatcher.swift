import Foundation

/// Waits until a store's -wal is written to, which every commit of any process does in WAL mode.
///
/// Watches the -wal, and its folder in case the -wal is created or the store is replaced. Source: inotify(7).
package final class WALWatcher: Sendable {
  private static let writes = UInt32(IN_MODIFY)
  private static let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)

  private let wal: String
  private let inotify: Int32
  /// Closing the write end ends every wait.
  private let stopPipe: (readEnd: Int32, writeEnd: Int32)

  /// `nil` if the system cannot watch the file, for example because the user's limit is reached.
  ///
  /// - Parameter file: The store's path with symbolic links resolved.
  package init?(storeFile file: String) {
    wal = StoreSidecar.wal.path(of: file)
    inotify = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard inotify >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(inotify)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopPipe = (ends[0], ends[1])
    let folder = (file as NSString).deletingLastPathComponent
    guard inotify_add_watch(inotify, folder, Self.names) >= 0 else {
      end()
      return nil
    }
    watchWAL()
  }

  deinit {
    for descriptor in [inotify, stopPipe.readEnd] { close(descriptor) }
  }

  /// Why a wait ended; a file that comes or goes in the folder counts as written.
  package enum Wake { case written, timedOut, ended }

  /// Waits until something is written, ``end()`` is called or the time is over.
  ///
  /// - Parameter milliseconds: -1 for no limit.
  package func wait(milliseconds: Int32) -> Wake {
    guard let isReady = sleep(on: inotify, atMost: milliseconds) else { return .ended }
    guard isReady else { return .timedOut }
    var events = [UInt8](repeating: 0, count: 4096)
    while read(inotify, &events, events.count) > 0 {}
    // If the -wal was created again, the old watch is gone; otherwise this changes nothing.
    watchWAL()
    return .written
  }

  /// Waits for a time, whatever is written; returns `false` if ``end()`` was called.
  package func pause(milliseconds: Int32) -> Bool { sleep(on: -1, atMost: milliseconds) != nil }

  /// Ends every wait, now and later; call this once.
  package func end() { close(stopPipe.writeEnd) }

  private func watchWAL() { _ = inotify_add_watch(inotify, wal, Self.writes) }

  /// Returns whether the descriptor can be read within a time; `nil` if ``end()`` was called.
  private func sleep(on descriptor: Int32, atMost limit: Int32) -> Bool? {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopPipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, nfds_t(polled.count), limit) < 0, errno == EINTR {}
    return polled[1].revents == 0 ? polled[0].revents != 0 : nil
  }
}
