import Glibc

/// Writes to the queue, which any number of processes share.
///
/// Each line is appended under the file's lock with one `write`. If the queue exceeds its limits, the newest lines are
/// copied to a new file, which replaces the old one. A writer that waited for the old file's lock notices this and opens
/// the new file.
final class QueueFile {
  private let folder: TelemetryFolder
  private let limits: QueueLimits
  private var file: OpenFile?
  private var state = QueueState()

  /// Creates nothing before the first line is written.
  init(in folder: TelemetryFolder, limits: QueueLimits) {
    self.folder = folder
    self.limits = limits
  }

  /// Appends a line.
  ///
  /// - Parameter makeLine: Called under the queue's lock; returns a line with its line feed, or `nil` to append nothing.
  /// - Throws: `TelemetryError`, and what `makeLine` throws.
  func append(_ makeLine: () throws -> [UInt8]?) throws {
    try folder.create()
    guard let file = try lockedFile(flags: O_CREAT) else { return }
    defer { file.unlock() }
    guard let line = try makeLine() else { return }
    try state.catchUp(with: file)
    let addition = state.endsInTornLine ? [.lineFeed] + line : line
    if fits(addition) {
      try file.append(addition)
      state.count(addition)
    } else {
      try trim(file, adding: line)
    }
  }

  /// Closes the file; the next line opens it again.
  func close() {
    file = nil
  }

  /// Calls `body`, which may remove the queue, under the queue's lock.
  ///
  /// Without the lock if the queue is not a regular file: nothing writes to it then.
  func withLock(_ body: () throws(TelemetryError) -> Void) throws(TelemetryError) {
    var file: OpenFile?
    do throws(TelemetryError) {
      file = try lockedFile(flags: 0)
    } catch {
      guard error.obstacle != nil else { throw error }
    }
    defer { file?.unlock() }
    try body()
  }

  /// Removes signals that were read before from the beginning of the queue.
  ///
  /// If the queue was trimmed in the meantime, some of them are gone already; if it was emptied, all are.
  func removeFirst(_ acknowledged: [UInt8]) throws(TelemetryError) {
    guard !acknowledged.isEmpty, let file = try lockedFile(flags: 0) else { return }
    defer { file.unlock() }
    let size = try file.size()
    let start = try file.read(min(size, acknowledged.count), at: 0)
    guard let count = overlap(of: acknowledged, with: start) else { return }
    try replaceFile(at: folder.queue, with: file.read(size - count, at: count))
    close()
  }

  /// Returns the locked file; `nil` if it does not exist and `flags` lack `O_CREAT`.
  private func lockedFile(flags: Int32) throws(TelemetryError) -> OpenFile? {
    // Each failed attempt means that another process has just trimmed a full queue, which is rare.
    for _ in 0..<100 {
      guard let file = try openFile(flags: flags) else { return nil }
      try file.lock(.exclusive)
      if try file.isCurrent() { return file }
      close()
    }
    throw TelemetryError(.lock, folder.queue, code: EAGAIN)
  }

  private func openFile(flags: Int32) throws(TelemetryError) -> OpenFile? {
    if let file { return file }
    do throws(TelemetryError) {
      file = try OpenFile(folder.queue, flags: O_RDWR | O_APPEND | flags)
    } catch {
      guard error.code == ENOENT, flags & O_CREAT == 0 else { throw error }
    }
    return file
  }

  private func fits(_ addition: [UInt8]) -> Bool {
    state.lines < limits.signals && state.bytes + addition.count <= limits.bytes
  }

  private func trim(_ file: OpenFile, adding line: [UInt8]) throws(TelemetryError) {
    let room = limits.afterTrimming
    let tail = try file.read(min(state.bytes, limits.bytes), at: max(0, state.bytes - limits.bytes))
    let newest = newestLines(of: tail, atMost: room.signals - 1, bytes: room.bytes - line.count)
    let contents = Array(newest) + line
    state = QueueState(file: try replaceFile(at: folder.queue, with: contents), contents: contents)
    close()
  }
}

/// Returns the last complete lines of `bytes`, as many as both limits allow.
///
/// What precedes the first line feed may be incomplete, and what follows the last one is; neither is kept.
func newestLines(of bytes: [UInt8], atMost lines: Int, bytes room: Int) -> ArraySlice<UInt8> {
  guard let first = bytes.firstIndex(of: .lineFeed), let last = bytes.lastIndex(of: .lineFeed) else {
    return []
  }
  var start = last + 1
  var count = 0
  for feed in stride(from: last - 1, through: first, by: -1) where bytes[feed] == .lineFeed {
    guard count < lines, last - feed <= room else { break }
    start = feed + 1
    count += 1
  }
  return bytes[start..<(last + 1)]
}

/// Returns how many bytes at the beginning of `start` are complete lines from the end of `acknowledged`; `nil` if none.
func overlap(of acknowledged: [UInt8], with start: [UInt8]) -> Int? {
  let lineStarts = [0] + acknowledged.indices.filter { acknowledged[$0] == .lineFeed }.map { $0 + 1 }
  let found = lineStarts.first { start.starts(with: acknowledged[$0...]) }
  return found.flatMap { $0 < acknowledged.count ? acknowledged.count - $0 : nil }
}
