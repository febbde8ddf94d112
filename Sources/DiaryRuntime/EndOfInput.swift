import Glibc

/// Detects that the terminal is gone.
struct EndOfInput {
  /// The descriptor of a closed terminal can stay readable without returning data.
  private static let maxEmptyReads = 200

  private var isReadable = false
  private var emptyReads = 0
  private(set) var isReached = false

  /// Records the events that `poll` returned for the terminal's descriptor.
  mutating func note(readiness: Int16) {
    isReadable = readiness & Int16(POLLIN) != 0
    isReached = readiness & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Records whether a read returned nothing.
  mutating func noteRead(wasSilent: Bool) {
    emptyReads = isReadable && wasSilent ? emptyReads + 1 : 0
    if emptyReads > Self.maxEmptyReads { isReached = true }
  }
}
