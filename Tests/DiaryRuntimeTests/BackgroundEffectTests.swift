import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import TestSupport
import Testing

@testable import DiaryRuntime

/// Work in the background after a migration.
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
