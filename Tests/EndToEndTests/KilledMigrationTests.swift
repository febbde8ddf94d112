import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// A migration that is killed at its worst moments loses nothing.
  @Suite struct KilledMigrationTests {
    /// When the process is killed, told by how far the store's -wal has grown.
    enum Moment: CaseIterable {
      case atOnce, asTheLogAppears, withTheFirstPages, inTheMiddle, late

      var logBytes: Int {
        switch self {
        case .atOnce: -1
        case .asTheLogAppears: 0
        case .withTheFirstPages: 1
        case .inTheMiddle: 300_000
        case .late: 900_000
        }
      }
    }

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: Moment.allCases)
    func nothingIsLostAfterAKill(_ moment: Moment) async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 2_000
        store.photoByteCount = 400
      }

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await waitForLog(of: diary.path, bytes: moment.logBytes, or: process)
      process.send(SIGKILL)
      let killed = try await process.result()
      #expect(killed.status == 128 + SIGKILL || killed.status == 0)

      let listed = try await sandbox.listedBeers(diary.path)
      #expect(listed.count == diary.beers.count)
      let lost = zip(listed.reversed(), diary.beers).filter { !$0.matches($1) }
      #expect(lost.isEmpty)
      for id in [6, 1_002, 1_998] {
        #expect(
          try await sandbox.shownBeer(id, diary.path).hashes == diary.beers[id - 1].photos.map(\.sha256))
      }
    }

    /// Waits until the -wal has a size, or the process is over before it had.
    private func waitForLog(of store: String, bytes: Int, or process: ChildProcess) async throws {
      try await waitUntil("the -wal has \(bytes) bytes") {
        bytes < 0 || fileSize(store + "-wal") >= bytes || process.hasEnded
      }
    }

    private func fileSize(_ path: String) -> Int {
      var info = stat()
      return stat(path, &info) == 0 ? Int(info.st_size) : -1
    }
  }
}
