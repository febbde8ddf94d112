import Foundation

/// A program that has a store locked.
package struct LockHolder: Hashable, Sendable {
  /// `nil` if the system does not tell.
  package let process: Int32?
  /// The program's name; `nil` if the system does not tell.
  package let program: String?

  package init(process: Int32?, program: String? = nil) {
    self.process = process
    self.program = program
  }

  /// A process with what the system calls its program, which may be any bytes.
  init(_ process: Int32) {
    let text = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
    let name = text.filter { $0.isLetter || $0.isNumber || "._-".contains($0) }
    self.init(process: process, program: name.isEmpty ? nil : name)
  }
}

extension LockHolder {
  /// `sqlite3 (process 4711)`, or what is known of that.
  package var title: String {
    switch (program, process) {
    case (let program?, let process?): "\(program) (process \(process))"
    case (nil, let process?): "process \(process)"
    case (_, nil): "another program"
    }
  }
}

extension LockHolder {
  /// The bytes of a -shm that whoever writes to the -wal, moves it into the file, or reads it after a crash holds.
  ///
  /// Source: https://www.sqlite.org/walformat.html, 2.3 WAL Locks.
  private static let writerBytes = 120..<123

  /// Finds the process that keeps others from a store; one without an id if it cannot be told.
  ///
  /// The files are not opened: to close one would drop the locks that this process has on it.
  package static func find(store file: String) -> LockHolder {
    let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    let store = FileID(file)
    let sharedMemory = FileID(StoreSidecar.sharedMemory.path(of: file))
    for line in locks.split(separator: "\n") {
      guard let lock = FileLock(line), lock.process > 0 else { continue }
      if lock.file == store || lock.file == sharedMemory && writerBytes.contains(lock.start) {
        return LockHolder(lock.process)
      }
    }
    return LockHolder(process: nil)
  }

  /// A file as /proc/locks names it.
  private struct FileID: Equatable {
    let name: String

    init?(_ path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      let device = UInt64(facts.st_dev)
      // As `makedev` of glibc packs them.
      let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
      let minor = device & 0xFF | device >> 12 & ~0xFF
      name = String(format: "%02x:%02x:", Int(major), Int(minor)) + "\(facts.st_ino)"
    }

    init(name: Substring) { self.name = String(name) }
  }

  /// A lock for writing, as a line of /proc/locks has it.
  ///
  /// Source: proc_locks(5).
  private struct FileLock {
    let process: Int32
    let file: FileID
    let start: Int

    /// `nil` if the line has another kind of lock, or one that is only waited for.
    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == "POSIX", words[3] == "WRITE", let process = Int32(words[4]),
        let start = Int(words[6])
      else { return nil }
      self.process = process
      file = FileID(name: words[5])
      self.start = start
    }
  }
}
