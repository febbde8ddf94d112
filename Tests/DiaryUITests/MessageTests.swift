import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// Messages about what happened.
@Suite struct MessageTests {
  @Test func aMessageMovesNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    let before = interface.lines
    interface.type("n")
    #expect(interface.statusLine.contains("Nothing to find."))
    let changed = before.indices.filter { before[$0] != interface.lines[$0] }
    #expect(changed == [before.count - 2])
  }

  @Test func aLongMessageCoversTheLowestRowsOnly() {
    var interface = HeadlessInterface(Size(width: 24, height: 20), diary: FakeDiary(SampleBeers.all))
    let before = interface.lines
    interface.send(.changed(.trash([3]), .failure(.store(.busy(path: "/home/me/diary.sqlite")))))
    #expect(interface.screen.contains("Nothing was moved to"))
    let changed = before.indices.filter { before[$0] != interface.lines[$0] }
    #expect(changed.allSatisfy { $0 > before.count / 2 })
  }

  @Test func aMessageOnTheSmallestScreenCoversAllRowsButTheFirst() {
    var interface = HeadlessInterface(Size(width: 20, height: 5), diary: FakeDiary(SampleBeers.all))
    let title = interface.lines[0]
    interface.state.notice = Notice(text: "Changed the brewery of “Kortste Dag” to “Orval”.")
    #expect(interface.lines[0] == title && interface.lines[4].contains("“Orval”."))
  }

  @Test(arguments: 20...60) func theKeyInAMessageIsNotBroken(_ width: Int) throws {
    var interface = HeadlessInterface(Size(width: width, height: 12), diary: FakeDiary(SampleBeers.all))
    interface.send(.changed(.trash([3]), .success(ChangeOutcome([.trashed([3])]))))
    let line = try #require(interface.lines.first { $0.contains("undo") })
    #expect(line.contains("u: undo"))
  }

  @Test func aMessageThatDoesNotFitEndsWithAnEllipsis() {
    var interface = HeadlessInterface(Size(width: 20, height: 5), diary: FakeDiary(SampleBeers.all))
    interface.state.notice = Notice(text: String(repeating: "Kortste Dag ", count: 20))
    #expect(interface.lines[4].contains("…"))
  }

  @Test func aMistakeInAFilterIsShownInFullOnTheSmallestScreen() {
    var interface = HeadlessInterface(Size(width: 20, height: 5), diary: FakeDiary(SampleBeers.all))
    interface.type("frating>x")
    interface.press(Key(.enter))
    let text = interface.lines.map { $0.filter { $0 != " " } }.joined()
    #expect(text.contains("Filterrating>x") && text.contains("suchas4.5."))
  }
}
