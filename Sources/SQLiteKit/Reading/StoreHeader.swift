import Foundation

/// The first 100 bytes of a database file.
///
/// Source: SQLite's "Database File Format", 1.3 The Database Header.
struct StoreHeader {
  private static let size = 100
  /// File format versions: 1 for a rollback journal, 2 for a -wal.
  private static let formats = 18..<20
  private static let changeCounter = 24
  /// The change counter at the time when the version of SQLite was written, which follows it.
  private static let validFor = 92

  let bytes: [UInt8]

  /// `nil` if the file is smaller than a header.
  init?(of file: LockableFile) {
    guard let bytes = file.bytes(Self.size) else { return nil }
    self.bytes = bytes
  }

  /// `nil` if the file cannot be read, or is smaller than a header.
  ///
  /// No connection of this process may have the file open: it would lose its locks.
  init?(of path: String) {
    guard let file = LockableFile(path, O_RDONLY) else { return nil }
    defer { file.close() }
    self.init(of: file)
  }

  /// Whether `later` differs from this header only by the switch to WAL mode.
  func differsOnlyByWALMode(from later: StoreHeader) -> Bool {
    guard bytes[Self.formats].elementsEqual([1, 1]) else { return false }
    var expected = bytes
    expected.replaceSubrange(Self.formats, with: [2, 2])
    let count = number(at: Self.changeCounter) &+ 1
    for offset in [Self.changeCounter, Self.validFor] {
      expected.replaceSubrange(offset..<offset + 4, with: withUnsafeBytes(of: count.bigEndian, Array.init))
    }
    // The bytes after that are the version of SQLite that wrote last.
    return expected.prefix(Self.validFor + 4) == later.bytes.prefix(Self.validFor + 4)
  }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns whether a journal may have to be rolled back: others are empty or begin with zeros.
  ///
  /// - Parameter start: The journal's first bytes.
  static func isHotJournal(_ start: [UInt8]) -> Bool { start.first ?? 0 != 0 }
}
