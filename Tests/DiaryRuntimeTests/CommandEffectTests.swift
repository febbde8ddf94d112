import DiaryStore
import DiaryUI
import TestSupport
import Testing

@testable import DiaryRuntime

/// What a command has changed while it had the terminal.
@Suite struct CommandEffectTests {
  private let running: RunningDiary

  init() throws {
    running = try RunningDiary()
    try running.open()
    running.run(.change(.add("Orval")))
  }

  @Test func beersThatACommandHasAddedAreFoundInTheLog() throws {
    let store = running.folder.file("diary.sqlite")

    let result = running.runner.run(.adopt("Old.sqlite")) { _ in
      do {
        let diary = try Diary.open(at: store)
        _ = try diary.record([.adopted([1])], at: diary.timestamp)
        try diary.close()
        return 0
      } catch {
        return nil
      }
    }

    #expect(result.status == 0)
    #expect(try result.change.get()?.changes == [.adopted([1])])
  }

  @Test func changesOfTheInterfaceAreNotThoseOfACommand() throws {
    let result = running.runner.run(.adopt("Old.sqlite")) { _ in 0 }

    #expect(result.status == 0)
    #expect(try result.change.get() == nil)
    // The command runs after the changes that were requested before.
    #expect(running.answers.changes.count == 1)
  }
}
