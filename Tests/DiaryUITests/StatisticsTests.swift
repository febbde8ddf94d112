import DiaryStore
import DiaryUI
import Terminal
import Testing

/// The diary in numbers and bars.
@Suite struct StatisticsTests {
  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all))
    interface.type("S")
    return interface
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)])
  func looksAsRecorded(_ size: Size) throws {
    var interface = interface(size)
    interface.type("jjj")
    try expectSnapshot(interface.screen, named: "statistics-\(size.width)x\(size.height)")
  }

  @Test func theCursorComesToEveryBarAndBack() {
    var interface = interface(Size(width: 40, height: 12))
    var seen: [String] = []
    for _ in 0..<60 {
      if seen.last != interface.cursorLine { seen.append(interface.cursorLine) }
      interface.type("j")
    }
    #expect(seen.contains { $0.contains("2024") && $0.contains("40") })
    #expect(seen.contains { $0.contains("De Molen") })
    for _ in 0..<60 { interface.type("k") }
    #expect(interface.cursorLine.contains("2019"))
  }

  @Test func columnsAreWalkedSideways() {
    var interface = interface(Size(width: 140, height: 40))
    let first = interface.state.draw().cursor?.column
    interface.type("l")
    #expect(interface.state.draw().cursor?.column ?? 0 > first ?? 0)
    interface.type("h")
    #expect(interface.state.draw().cursor?.column == first)
  }

  @Test func everyBarLeadsToItsBeers() {
    for number in 0..<36 {
      var interface = interface(Size(width: 100, height: 40))
      for _ in 0..<number { interface.type("j") }
      interface.press(Key(.enter))
      #expect(interface.lines.first?.contains("Beer Diary") == true)
      #expect(interface.effects.contains { if case .loadPlace = $0 { true } else { false } })
    }
  }

  @Test func anEmptyDiarySaysSo() {
    var interface = HeadlessInterface(diary: FakeDiary())
    interface.type("S")
    #expect(interface.screen.contains("Your diary is empty"))
  }
}
