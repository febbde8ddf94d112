import DiaryModel
import Terminal
import Testing

@testable import DiaryUI

/// The position of the form on the screen, and the beer next to it.
@Suite struct FormLayoutTests {
  private func interface(
    _ width: Int, _ height: Int = 40, appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    HeadlessInterface(
      Size(width: width, height: height), diary: FakeDiary(SampleBeers.all), appearance: appearance)
  }

  @Test(arguments: 20...300) func theFormIsAsWideAsIsEasyToReadAndInTheMiddle(_ width: Int) {
    for height in [5, 12, 24, 60] {
      let layout = FormLayout(Layout(Size(width: width, height: height)), showsPreview: true)
      let end = layout.preview.map { $0.upperBound + 1 } ?? layout.columns.upperBound
      #expect(layout.width <= 88 && layout.width >= min(width, 72))
      #expect(layout.left >= 0 && end <= width && abs(layout.left - (width - end)) <= 1)
      #expect(
        layout.preview.map { $0.count >= 36 && $0.lowerBound > layout.end } ?? (width < 111 || height < 24))
    }
  }

  @Test(arguments: [20, 80, 140]) func theStarsFollowTheNumberAndStayInPlace(_ width: Int) {
    var interface = interface(width)
    interface.type("e")
    interface.press(Key(.down), Key(.down), Key(.down))
    #expect(interface.cursorLine.contains(" 4.5   ★★★★½"))
    interface.press(Key(.backspace))
    interface.type("25")
    #expect(interface.cursorLine.contains(" 4.25  ★★★★¼"))
  }

  @Test func theBeerNextToTheFormHasWhatWasTyped() throws {
    var interface = interface(140)
    interface.type("aNoorderzon")
    interface.press(Key(.down), Key(.down))
    interface.type("Stout")
    interface.press(Key(.down))
    interface.type("4.5")
    interface.press(Key(.down))
    interface.type("strong")
    let start = try #require(ScreenContext(interface.state).formLayout.preview).lowerBound
    let beer = interface.lines.map { String($0.dropFirst(start)) }
    #expect(
      beer.contains("■ Noorderzon") && beer.contains("★★★★½  4.5") && beer.contains { $0.hasPrefix("Stout") })
    #expect(!beer.contains { $0.contains("strong") })
    let row = try #require(beer.firstIndex { $0.contains("╰──") }) - 1
    let canvas = interface.state.draw()
    let family = try #require(StyleFamily.of(style: "Stout"))
    let color = try #require(Appearance().theme.swatch(of: family))
    #expect((start..<140).contains { canvas[Point(column: $0, row: row)]?.style == color })
  }

  @Test func theBeerNextToTheFormHasItsPicture() {
    var interface = interface(140)
    interface.type("e")
    #expect(interface.screen.contains("╭ 1 of 3 "))
    let wanted = interface.state.screens[FormScreen.self].wantedPictures(in: ScreenContext(interface.state))
    #expect(wanted == [SampleBeers.rochefort.photos[0].id])
  }

  @Test func aScreenReaderReadsTheFormAlone() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = interface(140, appearance: appearance)
    interface.type("aOrval")
    #expect(interface.cursorLine.trimmingPrefix { $0 != "N" } == "Name        Orval")
    #expect(interface.lines.dropFirst(2).count { $0.contains("Orval") } == 1)
  }

  @Test func blankRowsAreBetweenGroupsOfFieldsIfThereIsRoom() throws {
    func isApart(_ label: String, _ height: Int) throws -> Bool {
      var interface = interface(80, height)
      interface.type("a")
      let row = try #require(interface.lines.firstIndex { ($0 + " ").dropFirst().hasPrefix(label + " ") })
      return interface.lines[row - 1].isEmpty
    }
    for label in ["Rating", "Date", "Notes", "Position"] {
      #expect(try isApart(label, 30) && !isApart(label, 24), "\(label)")
    }
    #expect(try !isApart("ABV", 30))
  }

  @Test func aClickOutsideTheFormChangesNothing() {
    var interface = interface(200)
    interface.type("e")
    let before = interface.cursorLine
    let layout = ScreenContext(interface.state).formLayout
    for column in [0, layout.left - 1, layout.end + 1, 199] {
      interface.click(Point(column: column, row: 4))
      #expect(interface.cursorLine == before)
    }
    interface.click(Point(column: layout.textStart, row: 4))
    #expect(interface.cursorLine.contains("Style"))
  }
}
