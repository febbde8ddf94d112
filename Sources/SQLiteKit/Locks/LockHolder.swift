import Foundation

/// A program that has a store locked.
package struct LockHolder: Hashable, Sendable {
  /// The process id; `nil` if it is unknown.
  package let process: Int32?
  /// The program's name, made of letters, digits, `.`, `_` and `-`; `nil` if it is unknown.
  package let program: String?

  /// Creates a lock holder, whose process and program may be unknown.
  ///
  /// - Parameters:
  ///   - process: The process id; `nil` if it is unknown.
  ///   - program: The name of the program; `nil` if it is unknown.
  package init(process: Int32?, program: String? = nil) {
    self.process = process
    self.program = program
  }

  /// Looks up the name of a process, which may be any bytes.
  init(_ process: Int32) {
    let text = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
    let name = text.filter { $0.isLetter || $0.isNumber || "._-".contains($0) }
    self.init(process: process, program: name.isEmpty ? nil : name)
  }
}

extension LockHolder {
  /// The program and the process, such as `sqlite3 (process 4711)`, `process 4711` or `another program`.
  package var title: String {
    switch (program, process) {
    case (let program?, let process?): "\(program) (process \(process))"
    case (nil, let process?): "process \(process)"
    case (_, nil): "another program"
    }
  }
}

extension LockHolder {
  /// The bytes of the -shm that a connection locks to write to the -wal, to checkpoint or to recover it.
  private static let writerBytes =
    SQLiteLockBytes.walWriter.lowerBound..<SQLiteLockBytes.recovery.upperBound

  /// Returns the process that has a store locked for writing; a holder without a process if it is unknown.
  ///
  /// Reads `/proc/locks`. The files are not opened: closing one would release the locks that this process has on it.
  ///
  /// - Parameter file: The store's path with symbolic links resolved.
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

  /// A file as `/proc/locks` names it, such as `08:02:1835`.
  private struct FileID: Equatable {
    let name: String

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      let device = UInt64(status.st_dev)
      // The encoding of glibc's `makedev`.
      let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
      let minor = device & 0xFF | device >> 12 & ~0xFF
      name = String(format: "%02x:%02x:", Int(major), Int(minor)) + "\(status.st_ino)"
    }

    init(name: Substring) { self.name = String(name) }
  }

  /// A line of `/proc/locks` with a write lock.
  ///
  /// Source: proc_locks(5).
  private struct FileLock {
    let process: Int32
    let file: FileID
    let start: Int

    /// `nil` if the line is about another kind of lock, or a process that waits for one.
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
