import Foundation

/// Sleeps until a store's -wal is written to, which is how a transaction of any process gets there.
///
/// The -wal itself is watched, and its folder for one that is made anew. Source: inotify(7).
package final class WALWatcher: Sendable {
  private static let writes = UInt32(IN_MODIFY)
  private static let newFiles = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)

  private let wal: String
  private let notices: Int32
  /// Closing the other end ends every sleep.
  private let stop: (seen: Int32, closed: Int32)

  /// `nil` where the system cannot watch the file.
  package init?(storeFile file: String) {
    wal = StoreSidecar.wal.path(of: file)
    notices = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard notices >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(notices)
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stop = (ends[0], ends[1])
    let folder = (file as NSString).deletingLastPathComponent
    guard inotify_add_watch(notices, folder, Self.newFiles) >= 0 else {
      end()
      return nil
    }
    watchWAL()
  }

  deinit {
    for descriptor in [notices, stop.seen] { close(descriptor) }
  }

  package enum Wake { case written, timeOver, ended }

  /// Sleeps until something was written, or a time in milliseconds is over; -1 is for ever.
  package func wait(milliseconds: Int32) -> Wake {
    guard let isReady = sleep(on: notices, atMost: milliseconds) else { return .ended }
    guard isReady else { return .timeOver }
    var events = [UInt8](repeating: 0, count: 4096)
    while read(notices, &events, events.count) > 0 {}
    // Where it was made anew the old watch is gone; where it was not, this changes nothing.
    watchWAL()
    return .written
  }

  /// Sleeps for a while whatever is written; `false` once it was ended.
  package func pause(milliseconds: Int32) -> Bool { sleep(on: -1, atMost: milliseconds) != nil }

  /// Ends every sleep, now and later; to be called once.
  package func end() { close(stop.closed) }

  private func watchWAL() { _ = inotify_add_watch(notices, wal, Self.writes) }

  /// Whether the descriptor can be read by then; `nil` once it was ended.
  private func sleep(on descriptor: Int32, atMost limit: Int32) -> Bool? {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.seen, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, nfds_t(polled.count), limit) < 0, errno == EINTR {}
    return polled[1].revents == 0 ? polled[0].revents != 0 : nil
  }
}
