import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// What is kept of a store before a migration, while another program begins to use the store.
@Suite struct RestorePointTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first connection to a store empties its -shm, which another program may be copying at that moment.
  @Test func aFileThatGetsShorterWhileItIsCopiedIsNotAnError() throws {
    let store = folder.file("diary.sqlite")
    let sharedMemory = StoreSidecar.sharedMemory.path(of: store)
    let file = try SQLiteFile(store)
    try file.execute("PRAGMA journal_mode = WAL; CREATE TABLE beer (id INTEGER PRIMARY KEY)")
    file.close()
    try Data(repeating: 0x5A, count: 32_768).write(to: URL(fileURLWithPath: sharedMemory))

    let finished = Collected<Void>()
    Thread.detachNewThread {
      while finished.values.isEmpty {
        for size: off_t in [3, 32_768] { truncate(sharedMemory, size) }
      }
    }
    defer { finished.append(()) }

    var pointCount = 0
    var hasMetTheOther = false
    var patience = Patience()
    // Either happens hundreds of times per second.
    while pointCount == 0 || !hasMetTheOther {
      guard patience.lasts() else { throw TimeoutError(condition: "one copy is whole and one is not") }
      if let point = try RestorePoint(store: store) {
        pointCount += 1
        point.close()
      } else {
        hasMetTheOther = true
      }
    }
  }
}
