import DiaryText
import DiaryUI
import Testing

@testable import DiaryRuntime

/// Commands that take the place of the interface.
@Suite struct TerminalCommandTests {
  private let commands = TerminalCommandRunner(
    store: "/home/me/diary.sqlite", options: ["--no-telemetry"], screenOptions: ["--ascii"],
    isSampleInstalled: { false })

  @Test func theSampleLooksLikeTheDiary() {
    #expect(commands.arguments(.showSample) == ["demo", "--no-telemetry", "--ascii"])
  }

  @Test func aSampleThatIsNotInstalledIsNotShown() {
    #expect(commands.refusal(of: .showSample)?.sentence == "The sample diary is not installed.")
    #expect(commands.refusal(of: .adopt("/tmp/Old.sqlite")) == nil)
  }

  @Test func theDiaryThatIsOpenIsBackedUp() {
    #expect(
      commands.arguments(.backUp)
        == ["backup", "create", "--no-telemetry", "--store", "/home/me/diary.sqlite"])
  }

  @Test func theCommandAddsToTheDiaryThatIsOpen() {
    #expect(
      commands.arguments(.adopt("/tmp/-Old.sqlite"))
        == ["adopt", "--no-telemetry", "--store", "/home/me/diary.sqlite", "--", "/tmp/-Old.sqlite"])
  }
}
