import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// A migration that is killed at its worst moments loses nothing.
  @Suite struct KilledMigrationTests {
    /// When the process is killed, depending on what it has written so far.
    enum Moment: CaseIterable {
      case start, logAppears, firstPages, duringCommit, lateInCommit, duringCheckpoint
    }

    @Test(arguments: Moment.allCases)
    func aKilledMigrationLosesNothing(_ moment: Moment) async throws {
      try await untilSignalIsInTime { try await isKilled(moment, in: $0) }
    }

    /// Kills a migration and completes it; returns `false` if it was complete before.
    private func isKilled(_ moment: Moment, in sandbox: Sandbox) async throws -> Bool {
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 1_000
        store.photoByteCount = 400
      }
      let size = fileSize(diary.path) ?? 0

      let killed = try await sandbox.run(
        ["--migrate-only", "--store", diary.path], signaling: SIGKILL
      ) { isReached(moment, store: diary.path, sizeBefore: size) }
      #expect([128 + SIGKILL, 0].contains(killed.status))

      #expect(try await sandbox.run("--migrate-only", "--store", diary.path).status == 0)
      let listed = try await sandbox.listedBeers(diary.path)
      #expect(listed.count == diary.beers.count)
      #expect(zip(listed.reversed(), diary.beers).allSatisfy { $0.matches($1) })
      for id in [6, 504, 996] {
        let hashes = try await sandbox.shownBeer(id, diary.path).hashes
        #expect(hashes == diary.beers[id - 1].photos.map(\.sha256))
      }
      return killed.status != 0
    }

    private func isReached(_ moment: Moment, store: String, sizeBefore: Int) -> Bool {
      let log = fileSize(store + "-wal") ?? -1
      return switch moment {
      case .start: true
      case .logAppears: log >= 0
      case .firstPages: log > 0
      case .duringCommit: log > 100_000
      case .lateInCommit: log > 400_000
      case .duringCheckpoint: fileSize(store) ?? 0 > sizeBefore
      }
    }
  }
}
