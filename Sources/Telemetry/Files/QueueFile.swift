import Glibc

/// The writing end of the queue, shared with any number of other processes.
///
/// Each line is appended under the file's lock with one `write`. When the queue outgrows its limits, the
/// newest lines are copied to a new file that takes the old one's name; a writer that waited for the
/// old file's lock finds that out and opens the new one.
final class QueueFile {
  private let folder: TelemetryFolder
  private let limits: QueueLimits
  private var file: OpenFile?
  private var tally = QueueTally()

  /// Touches nothing until the first line.
  init(in folder: TelemetryFolder, limits: QueueLimits) {
    self.folder = folder
    self.limits = limits
  }

  /// Appends the line that `makeLine` makes while the queue is locked, or nothing if it makes none.
  func append(_ makeLine: () throws -> [UInt8]?) throws {
    let file = try lockedFile()
    defer { file.unlock() }
    guard let line = try makeLine() else { return }
    try tally.catchUp(with: file)
    let addition = tally.endsInTornLine ? [.lineFeed] + line : line
    if fits(addition) {
      try file.append(addition)
      tally.count(addition)
    } else {
      try trim(file, adding: line)
    }
  }

  /// Lets go of the file; the next line opens it again.
  func close() {
    file = nil
  }

  private func lockedFile() throws(TelemetryError) -> OpenFile {
    // Each round lost means that another process has just trimmed a full queue: rare, never endless.
    for _ in 0..<100 {
      let file = try openFile()
      try file.lock(.exclusive)
      if try file.isStillInPlace() { return file }
      close()
    }
    throw TelemetryError(.lock, folder.queue, code: EAGAIN)
  }

  private func openFile() throws(TelemetryError) -> OpenFile {
    if let file { return file }
    try folder.create()
    let opened = try OpenFile(folder.queue, flags: O_RDWR | O_APPEND | O_CREAT)
    file = opened
    return opened
  }

  private func fits(_ addition: [UInt8]) -> Bool {
    tally.lines < limits.signals && tally.bytes + addition.count <= limits.bytes
  }

  private func trim(_ file: OpenFile, adding line: [UInt8]) throws(TelemetryError) {
    let room = limits.afterTrimming
    let tail = try file.read(min(tally.bytes, limits.bytes), at: max(0, tally.bytes - limits.bytes))
    let kept = newestLines(of: tail, atMost: room.signals - 1, bytes: room.bytes - line.count)
    let contents = Array(kept) + line
    tally = QueueTally(file: try replaceFile(at: folder.queue, with: contents), contents: contents)
    close()
  }
}

/// The last whole lines of `bytes`, as many as both limits allow.
///
/// What stands before the first line feed may be the end of a line only, and what stands after the last
/// is torn: neither is kept.
func newestLines(of bytes: [UInt8], atMost lines: Int, bytes room: Int) -> ArraySlice<UInt8> {
  guard let first = bytes.firstIndex(of: .lineFeed), let last = bytes.lastIndex(of: .lineFeed) else {
    return []
  }
  var start = last + 1
  var kept = 0
  for feed in stride(from: last - 1, through: first, by: -1) where bytes[feed] == .lineFeed {
    guard kept < lines, last - feed <= room else { break }
    start = feed + 1
    kept += 1
  }
  return bytes[start..<(last + 1)]
}
