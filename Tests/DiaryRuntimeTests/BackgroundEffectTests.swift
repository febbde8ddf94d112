import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryRuntime

/// Work in the background after a migration, and its warnings.
@Suite struct BackgroundEffectTests {
  @Test func backgroundWorkIsDoneSliceBySliceUntilNothingIsLeft() throws {
    let folder = try TemporaryFolder()
    var store = LegacyStore()
    store.hasPrefix = true
    _ = try store.write(to: folder.file("diary.sqlite"))
    let running = try RunningDiary(in: folder)
    try running.open()

    var slices = 0
    repeat {
      running.run(.doBackgroundWork)
      slices += 1
      try running.answers.wait(count: slices) { if case .workedInBackground = $0 { true } else { false } }
    } while running.answers.hasMoreBackgroundWork && slices < 1000

    #expect(slices > 1)
    #expect(!running.answers.hasMoreBackgroundWork, "\(slices) slices were not enough")
    let formats = try running.reopened { diary in
      #expect(try diary.doBackgroundWork() == nil)
      return try diary.listItems(in: 0..<99).compactMap(\.thumbnail).map(\.format)
    }
    #expect(!formats.isEmpty && formats.allSatisfy { $0 == "JPEG" })
  }

  @Test func theInterfaceIsToldThatTheFileOfTheDiaryIsMoved() throws {
    let running = try RunningDiary()
    try running.open()
    let path = running.folder.file("diary.sqlite")
    // Once a change is noticed, the file is watched.
    let other = try Diary.open(at: path)
    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))
    try running.answers.wait { if case .storeChanged = $0 { true } else { false } }

    #expect(rename(path, running.folder.file("moved.sqlite")) == 0)

    try running.answers.wait { if case .becameReadOnly(.moved(path)) = $0 { true } else { false } }
    running.run(.change(.add("Lost")))
    try running.answers.wait {
      if case .changed(_, .failure(let error)) = $0 { error == .store(.moved(path: path)) } else { false }
    }
  }

  @Test func theWarningsOfAMigrationAreKeptForTheNextStart() throws {
    let folder = try TemporaryFolder()
    _ = try LegacyStore().write(to: folder.file("diary.sqlite"))
    try SQLiteFile(folder.file("diary.sqlite")).execute("CREATE VIEW by_year AS SELECT 1")
    let file = WarningsFile.forMigration(ofStore: folder.file("diary.sqlite"), in: folder.file("state"))
    let first = try RunningDiary(in: folder, migrationWarnings: file)
    try first.open()
    #expect(first.finish() == nil)

    let second = try RunningDiary(in: folder, migrationWarnings: file)
    try second.open()
    try second.answers.wait {
      if case .migrationWarnings(let warnings) = $0 {
        warnings.contains { $0.contains("by_year") }
      } else {
        false
      }
    }
  }

  @Test func anUpgradeWithoutWarningsShowsThoseOfTheMigrationBefore() throws {
    let folder = try TemporaryFolder()
    let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../DiaryStoreTests/Shipped/version-9.sql")
    try SQLiteFile(folder.file("diary.sqlite")).execute(String(contentsOf: shipped, encoding: .utf8))
    let file = WarningsFile.forMigration(ofStore: folder.file("diary.sqlite"), in: folder.file("state"))
    file.save(["A date is odd."])

    let running = try RunningDiary(in: folder, migrationWarnings: file)
    try running.open()

    try running.answers.wait {
      if case .migrationWarnings(let warnings) = $0 { warnings == ["A date is odd."] } else { false }
    }
  }
}

extension Answers {
  /// Whether the last slice of background work has left more.
  fileprivate var hasMoreBackgroundWork: Bool {
    for case .workedInBackground(let result) in all.reversed() {
      if case .success(.some) = result { return true }
      return false
    }
    return false
  }
}
