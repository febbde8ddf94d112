import FixtureStores
import SQLiteKit
import TestSupport
import Testing

/// Reading a database while another program writes to it.
struct NonMutatingReaderTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
    let file = try SQLiteFile(path)
    defer { file.close() }
    try file.execute("CREATE TABLE beer (name TEXT); INSERT INTO beer VALUES ('Porter')")
  }

  @Test func aFileThatIsWrittenToWhileItIsReadIsReadAgain() throws {
    var readings = 0

    let names = try NonMutatingReader(path) { store in
      readings += 1
      let names = try store.strings("SELECT name FROM beer")
      if readings == 1 { try rename(to: "Stout") }
      return names
    }

    #expect(names == ["Stout"])
    #expect(readings == 2)
  }

  /// Pages from before and after a write look like damage.
  @Test func anErrorWhileAnotherProgramWritesIsTriedAgain() throws {
    var readings = 0

    let names = try NonMutatingReader(path) { store in
      readings += 1
      if readings == 1 {
        try rename(to: "Stout")
        _ = try store.strings("SELECT name FROM nothing")
      }
      return try store.strings("SELECT name FROM beer")
    }

    #expect(names == ["Stout"])
  }

  @Test func anErrorOfAFileThatStaysTheSameIsThrown() throws {
    var readings = 0

    #expect(throws: SQLiteProbe.Failure.self) {
      try NonMutatingReader(path) { store in
        readings += 1
        return try store.strings("SELECT name FROM nothing")
      }
    }

    #expect(readings == 1)
  }

  @Test func aFileThatIsWrittenToEachTimeIsReadWithLocks() throws {
    let other = try SQLiteFile(path)
    defer { other.close() }
    try other.execute("PRAGMA journal_mode = WAL; UPDATE beer SET name = 'Stout'")
    var readings = 0

    let names = try NonMutatingReader(path) { store in
      readings += 1
      let names = try store.strings("SELECT name FROM beer")
      try other.execute("UPDATE beer SET name = 'Beer \(readings)'")
      return names
    }

    #expect(readings == 5)
    #expect(names == ["Beer 4"])
  }

  private func rename(to name: String) throws {
    let file = try SQLiteFile(path)
    defer { file.close() }
    try file.execute("UPDATE beer SET name = '\(name)'")
  }
}
