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
}
