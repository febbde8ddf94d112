import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// From a store of the iOS app to a photo in another place, on a terminal.
  @Suite(.needsTmux) struct MigrationOnScreenTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [LegacyStore.Model.orderedRelationship, .userOrder])
    func aMovedPhotoOfAMigratedStoreIsAtItsPositionAfterReopening(_ model: LegacyStore.Model) async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.model = model
        store.extraSQL = LegacyDiary.timesByOrder(model)
      }

      let screen = try await openedScreen(diary)
      try await screen.press("Enter")
      try await screen.wait(forAll: "Notes on beer 12.", "Second line.", "Brouwerij 5", "Photos  4")
      try await screen.press("p")
      try await screen.wait(forPhotos: [0, 1, 2, 3])
      try await screen.press("J")
      try await screen.wait(forPhotos: [1, 0, 2, 3])
      try await screen.press("J")
      try await screen.wait(forPhotos: [1, 2, 0, 3])
      try await screen.press("q", "q", "q")
      #expect(try await screen.waitForEnd() == 0)

      let expected = diary.beers(withNewestPhotos: [1, 2, 0, 3])
      #expect(try await sandbox.differences(in: diary.path, from: expected) == [])
      let reopened = try await openedScreen(diary)
      try await reopened.press("p")
      try await reopened.wait(forPhotos: [1, 2, 0, 3])
    }

    @Test func theFirstPhotoIsTheThumbnailImmediately() async throws {
      let diary = try LegacyDiary(sandbox) { $0.extraSQL = LegacyDiary.timesByOrder(.orderedRelationship) }

      let screen = try await openedScreen(diary)
      try await screen.press("p")
      try await screen.wait(forPhotos: [0, 1, 2, 3])
      try await screen.press("G", "K", "K", "K")
      try await screen.wait(forPhotos: [3, 0, 1, 2])

      let marked = try await screen.lines().filter { $0.contains("thumbnail") }
      #expect(marked.count == 1 && marked.allSatisfy { $0.contains("1 thumbnail") })
    }

    @Test func aStoreWithEveryQuirkOfRealStoresIsMigrated() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.hasPrefix = true
        store.externalCount = 3
        store.leavesRowsInWAL = true
      }

      let screen = try await openedScreen(diary)
      try await screen.wait(for: "(no name)")
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    @Test func aStoppedMigrationIsRolledBack() async throws {
      // Enough for the program to be halted while it is at work.
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 5_000
        store.photoByteCount = 100
      }
      let before = try FolderSnapshot(sandbox.files)

      let screen = try await screenSuspendedDuringMigration(of: diary)
      try await screen.press("q")
      try screen.send(SIGCONT)

      #expect(try await screen.waitForEnd() == 75)
      #expect(try await screen.text().contains("Nothing was changed."))
      #expect(try FolderSnapshot(sandbox.files) == before)
      let migration = try #require(try sandbox.recorded().last { $0.type == "Store.migrated" })
      #expect(migration.payload["Migration.succeeded"] == .flag(false))
      #expect(migration.payload["Migration.fromVersion"] == .number(1))
      let reopened = try await TmuxScreen(sandbox, store: diary.path)
      try await reopened.wait(forAll: "Märzen \"5000\"", "5,000 beers")
    }

    @Test func keysTypedDuringAMigrationChangeNothing() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 5_000
        store.photoByteCount = 100
      }

      let screen = try await screenSuspendedDuringMigration(of: diary)
      try await screen.press("d", "d", "d")
      try screen.send(SIGCONT)
      // The position is shown once the list takes keys; before that, `q` would be ignored with the keys before it.
      try await screen.wait(forAll: "Märzen \"5000\"", "1 of 5,000")
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await sandbox.listedBeers(diary.path).count == 5_000)
    }

    @Test func theSpinnerTurnsWhileAnotherProgramHoldsTheStore() async throws {
      let diary = try LegacyDiary(sandbox)
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")

      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(for: "Waiting for")
      let frame = try await screen.text()
      try await screen.wait(until: "the spinner turns") { $0 != frame && $0.contains("Waiting for") }
      try other.execute("COMMIT")
      other.close()

      try await screen.wait(forAll: LegacyDiary.newestName, "12 beers")
    }

    /// Starts the program and suspends it during the migration.
    ///
    /// On a busy machine, the migration may be over before it is noticed. Then the old diary is restored, and the
    /// program starts again.
    private func screenSuspendedDuringMigration(of diary: LegacyDiary) async throws -> TmuxScreen {
      let original = try Data(contentsOf: URL(fileURLWithPath: diary.path))
      for _ in 1...20 {
        let screen = try await TmuxScreen(sandbox, store: diary.path)
        var looks = 0
        try await screen.wait(until: "it migrates", lookingEvery: .milliseconds(1)) {
          looks += 1
          if isMigrating(diary) { return true }
          return looks % 100 == 0 ? try await screen.text().contains("5,000 beers") : false
        }
        try screen.send(SIGSTOP)
        if isMigrating(diary), try await !screen.text().contains("5,000 beers") { return screen }
        try screen.send(SIGCONT)
        try await screen.press("q")
        _ = try await screen.waitForEnd()
        try original.write(to: URL(fileURLWithPath: diary.path))
      }
      throw MissedMigration()
    }

    private struct MissedMigration: Error {}

    /// Whether a process has SQLite's lock for writing on the diary; see proc(5), `/proc/locks`.
    private func isMigrating(_ diary: LegacyDiary) -> Bool {
      let inodes = [diary.path, diary.path + "-shm"].compactMap { path in
        (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
      }
      let locks = FileManager.default.contents(atPath: "/proc/locks") ?? Data()
      return String(decoding: locks, as: UTF8.self).split(separator: "\n").contains { line in
        line.contains(" WRITE ") && inodes.contains { line.contains(":\($0) ") }
      }
    }

    private func openedScreen(_ diary: LegacyDiary) async throws -> TmuxScreen {
      // All four photos are in sight.
      let screen = try await TmuxScreen(sandbox, store: diary.path, size: (140, 40))
      try await screen.wait(forAll: LegacyDiary.newestName, "12 beers")
      return screen
    }
  }
}

extension TmuxScreen {
  /// Waits until the newest beer's photos are shown in an order, given by what it was at first.
  fileprivate func wait(forPhotos order: [Int]) async throws {
    let times = order.map { LegacyDiary.photoTimes[$0] }
    try await wait(until: "photos are shown in the order \(times)") { screen in
      screen.contains("4 photos")
        && screen.split(separator: "\n").dropLast(3).joined(separator: "\n").matches(of: /2023 (\d\d:\d\d)/)
          .map { String($0.1) }.filter(LegacyDiary.photoTimes.contains)
          == times
    }
  }
}
