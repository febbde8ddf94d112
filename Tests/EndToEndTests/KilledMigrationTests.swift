import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// A migration that is killed at its worst moments loses nothing.
  @Suite struct KilledMigrationTests {
    /// When the process is killed, told by what it has written so far.
    enum Moment: CaseIterable {
      case atOnce, asTheLogAppears, withTheFirstPages, amidTheCommit, lateInTheCommit, amidTheCheckpoint
    }

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: Moment.allCases)
    func nothingIsLostAfterAKill(_ moment: Moment) async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 1_000
        store.photoByteCount = 400
      }
      let size = fileSize(diary.path)

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await waitUntil("it is \(moment)", lookingEvery: .microseconds(100)) {
        process.hasEnded || isReached(moment, store: diary.path, sizeBefore: size)
      }
      process.send(SIGKILL)
      // Where the machine was faster than the look at the files, the migration is over.
      #expect([128 + SIGKILL, 0].contains(try await process.result().status))

      #expect(try await sandbox.run("--migrate-only", "--store", diary.path).status == 0)
      let listed = try await sandbox.listedBeers(diary.path)
      #expect(listed.count == diary.beers.count)
      #expect(zip(listed.reversed(), diary.beers).allSatisfy { $0.matches($1) })
      for id in [6, 504, 996] {
        let hashes = try await sandbox.shownBeer(id, diary.path).hashes
        #expect(hashes == diary.beers[id - 1].photos.map(\.sha256))
      }
    }

    private func isReached(_ moment: Moment, store: String, sizeBefore: Int) -> Bool {
      let log = fileSize(store + "-wal")
      return switch moment {
      case .atOnce: true
      case .asTheLogAppears: log >= 0
      case .withTheFirstPages: log > 0
      case .amidTheCommit: log > 100_000
      case .lateInTheCommit: log > 400_000
      case .amidTheCheckpoint: fileSize(store) > sizeBefore
      }
    }

    private func fileSize(_ path: String) -> Int {
      var info = stat()
      return stat(path, &info) == 0 ? Int(info.st_size) : -1
    }
  }
}
