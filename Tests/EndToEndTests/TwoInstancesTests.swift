import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Two programs on one diary.
  @Suite(.needsTmux) struct TwoInstancesTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    @Test func changesOfOneProgramAreShownByTheOther() async throws {
      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(forAll: LegacyDiary.newestName, "12 beers")
      try await screen.press("j", "j")
      try await screen.wait(for: "3 of 12")
      let third = try await screen.lines()[4].prefix(40)
      try await screen.wait(until: "the cursor is on the third beer") {
        try await screen.cursorLine().prefix(40).dropFirst() == third.dropFirst()
      }

      for number in 1...3 {
        _ = try await sandbox.run(
          "add", "Seen \(number)", "--date", "2099-01-0\(number)", "--store", diary.path)
      }

      try await screen.wait(forAll: "15 beers", "6 of 15")
      try await screen.wait(until: "the cursor is on the same beer") {
        // Its date and name; the photo's picture may still be on its way.
        try await screen.cursorLine().prefix(40).dropFirst() == third.dropFirst()
      }
      try await screen.press("g")
      try await screen.wait(for: "Seen 3")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    /// The program waits up to 10 seconds for the diary to be free, and then only reads it.
    @Test func aDiaryThatAnotherProgramWritesToIsOpenedAfterwards() async throws {
      _ = try await sandbox.run("--migrate-only", "--finish", "--store", diary.path)
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")
      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(for: "Opening your diary")
      try other.execute("ROLLBACK")
      other.close()
      try await screen.wait(for: LegacyDiary.newestName)
      #expect(try await !screen.text().contains("read-only"))
      try await screen.press("j", "j")
      try await screen.wait(for: "3 of 12")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test func twoProgramsThatMigrateAtTheSameTimeBothWork() async throws {
      let screens = try await [
        TmuxScreen(sandbox, store: diary.path), TmuxScreen(sandbox, store: diary.path),
      ]
      for screen in screens { try await screen.wait(forAll: LegacyDiary.newestName, "12 beers") }

      try await screens[0].press("p")
      try await screens[0].wait(forAll: "4 photos", "q back")
      try await screens[0].press("J")
      try await screens[0].wait(until: "the photo is moved") {
        try await sandbox.shownBeer(12, diary.path).hashes != diary.beers[11].photos.map(\.sha256)
      }
      try await screens[0].press("q", "q")
      #expect(try await screens[0].waitForEnd() == 0)

      // The other opens the beer as it is now, and moves the same photo on.
      try await screens[1].press("p")
      try await screens[1].wait(forAll: "4 photos", "q back")
      try await screens[1].press("l", "J")
      try await screens[1].press("q", "q")
      #expect(try await screens[1].waitForEnd() == 0)
      let expected = diary.beers(withNewestPhotos: [1, 2, 0, 3])
      #expect(try await sandbox.differences(in: diary.path, from: expected) == [])
    }
  }
}
