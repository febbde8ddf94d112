import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Screens of short lines on wide terminals.
@Suite struct ReadableWidthTests {
  @Test(arguments: 20...300) func aPageIsInTheMiddleAndNotWiderThanIsEasyToRead(_ width: Int) {
    let columns = Layout(Size(width: width, height: 24)).textColumns(atMost: 88)
    #expect(columns.count == min(88, width - 2))
    #expect(columns.lowerBound >= 1 && columns.upperBound <= width - 1)
    #expect(abs(columns.lowerBound - (width - columns.upperBound)) <= 1)
  }

  /// Returns the columns of the row under the cursor, with its bar.
  private func cursorRow(_ interface: HeadlessInterface) -> Range<Int>? {
    let canvas = interface.state.draw()
    for row in interface.state.layout.body {
      let columns = (0..<canvas.size.width).filter { column in
        let cell = canvas[Point(column: column, row: row)]
        return cell?.style.background != .standard || cell?.character == "▌"
      }
      if let first = columns.first, let last = columns.last { return first..<last + 1 }
    }
    return nil
  }

  private static func files(_ size: Size) -> HeadlessInterface {
    var diary = FakeDiary([])
    diary.folders = ["~/": ["beers.csv"], "~/../": ["me/"]]
    var interface = HeadlessInterface(size, diary: diary)
    interface.type("I")
    return interface
  }

  private static func menu(_ size: Size) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(LabelListTests.beers))
    interface.type("H")
    interface.send(.paste(.text("Orval\nWestvleteren\n")))
    return interface
  }

  private static func suggestions(_ size: Size) -> HeadlessInterface {
    let similar = SampleBeers.beer(7, name: "Orval 2019", brewery: "Brasserie d'Orval", rating: 4)
    var interface = HeadlessInterface(size, diary: FakeDiary(LabelListTests.beers + [similar]))
    interface.type("L")
    return interface
  }

  private static func conflicts(_ size: Size) -> HeadlessInterface {
    var interface = HeadlessInterface.synchronized(size, conflicts: SampleConflicts.all)
    interface.type("!")
    return interface
  }

  @Test func theRowUnderTheCursorIsInTheMiddle() {
    let screens: [(@Sendable (Size) -> HeadlessInterface, Int)] = [
      (Self.files, 88), (Self.menu, 120), (Self.suggestions, 104), (Self.conflicts, 120),
    ]
    for (screen, limit) in screens {
      for size in [
        Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 140, height: 40),
        Size(width: 200, height: 50),
      ] {
        let interface = screen(size)
        let columns = interface.state.layout.textColumns(atMost: limit)
        #expect(
          cursorRow(interface) == columns.lowerBound - 1..<columns.upperBound,
          "\(interface.state.screen) at \(size)")
      }
    }
  }

  @Test func typedTextStaysInThePage() {
    for screen in [Self.files, Self.menu] {
      var interface = screen(Size(width: 200, height: 50))
      interface.type(String(repeating: "x", count: 190))
      #expect(interface.state.draw().cursor.map { $0.column < 160 } == true)
    }
  }

  @Test(arguments: [80, 102, 126, 140, 200]) func aLabelWithoutPhotosHasAGlassIfThereIsRoom(_ width: Int) {
    var interface = HeadlessInterface(
      Size(width: width, height: 40), diary: FakeDiary(LabelListTests.beers))
    interface.type("b")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("╰──") == (width >= 140))
    #expect(cursorRow(interface) == 0..<1 + min(100, width - 2))
  }
}
