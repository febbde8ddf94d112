import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// The notice at the first start.
@Suite struct TelemetryNoticeTests {
  private static let sentence = "What is noted, and how it is turned off."

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40)])
  func theNoticeAppearsAfterTheFirstKeyAndStaysUntilTheNext(_ size: Size) {
    var interface = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all), telemetryNotice: Self.sentence)
    #expect(!interface.screen.contains(Self.sentence))
    let hints = interface.lines.last

    interface.press(.character("j"))

    #expect(interface.screen.contains(Self.sentence))
    #expect(interface.lines.last == hints)
    #expect(!interface.effects.contains(.noteTelemetryNoticeShown))

    interface.press(.character("j"))

    #expect(!interface.screen.contains(Self.sentence))
    #expect(interface.effects.count { $0 == .noteTelemetryNoticeShown } == 1)
    #expect(interface.state.list.scroll.cursor == 2)
  }

  @Test(arguments: [
    ("Counted locally. Show or stop: beerdiary telemetry", "Counted locally."),
    ("Usage is counted locally and never sent to anyone else.", "Usage is counted locally and never se…"),
  ])
  func theNoticeTakesOneLineOnASmallScreen(_ notice: String, _ line: String) {
    var interface = HeadlessInterface(
      Size(width: 40, height: 12), diary: FakeDiary(SampleBeers.all), telemetryNotice: notice)
    let rule = interface.lines[9]
    let hints = interface.lines[11]
    interface.press(.character("j"))
    #expect(interface.statusLine.hasPrefix(" " + line))
    #expect(interface.lines[9] == rule && interface.lines[11] == hints)
  }

  @Test func theNoticeFollowsAMigrationReportAndTypedKeys() {
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = MigrationReport(
      fromVersion: 1, toVersion: 6, beerCount: 3, photoCount: 2, seconds: 1, warnings: [])
    var interface = HeadlessInterface(diary: diary, opens: false, telemetryNotice: Self.sentence)
    interface.press(.character("j"))

    interface.answerHeld()
    interface.send(.changed(.trash([1]), .failure(.store(.busy(path: "")))))
    #expect(!interface.screen.contains(Self.sentence))
    interface.press(.character("j"))

    #expect(interface.screen.contains(Self.sentence))
    interface.press(.character("k"))
    #expect(interface.effects.count { $0 == .noteTelemetryNoticeShown } == 1)
  }
}
