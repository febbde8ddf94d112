import Foundation

/// Finds out which process keeps others from writing to a database.
enum DatabaseWriter {
  /// The id of a process that has a write lock of SQLite's on a database; `nil` if there is none, or if the system does
  /// not say.
  ///
  /// The locks are looked up and not tried: opening the file and closing it again would drop those that this process
  /// has on it.
  ///
  /// Source: proc(5), `/proc/locks`.
  static func process(of file: String) -> Int32? {
    let files = [file, file + "-shm"].compactMap(lockName)
    let locks = FileManager.default.contents(atPath: "/proc/locks").map {
      String(decoding: $0, as: UTF8.self)
    }
    for line in locks?.split(separator: "\n") ?? [] {
      // 1: POSIX  ADVISORY  WRITE 2514 fe:00:264718 120 120
      let words = line.split(separator: " ")
      guard words.count > 5, words[3] == "WRITE", files.contains(String(words[5])) else { continue }
      // 0 stands for a process of another container.
      if let process = Int32(words[4]), process > 0 { return process }
    }
    return nil
  }

  /// A file's device and inode as the list of locks has them.
  private static func lockName(_ file: String) -> String? {
    var facts = stat()
    guard stat(file, &facts) == 0 else { return nil }
    let device = UInt64(facts.st_dev)
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    func hexadecimal(_ number: UInt64) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
    return "\(hexadecimal(major)):\(hexadecimal(minor)):\(facts.st_ino)"
  }
}
