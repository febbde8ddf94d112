import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Cards in rows.
@Suite struct CardGridTests {
  @Test(arguments: 18...300, [true, false])
  func cardsFillTheListAndDoNotTouch(_ width: Int, _ hasPictures: Bool) {
    for height in [3, 6, 7, 8, 15, 19, 35, 60] {
      let grid = CardGrid(width: width, height: height, hasPictures: hasPictures)
      let cardHeight = grid.isLarge ? LargeListCard.height : ListCard.height
      var rightmost = 0
      for index in 0..<grid.count {
        let origin = grid.origin(of: index)
        #expect(grid.index(at: origin) == index)
        #expect(origin.row + cardHeight <= max(cardHeight, height))
        rightmost = max(rightmost, origin.column + grid.width)
      }
      #expect(rightmost <= width && width - rightmost < grid.columns)
      #expect(grid.columns == 1 || grid.width >= (grid.isLarge ? 32 : 64))
      #expect(grid.isLarge == (hasPictures && width >= 32 && height >= 15))
      #expect(grid.index(at: Point(column: 0, row: grid.rows * (cardHeight + 1))) == nil)
    }
  }

  private func grid(_ width: Int, _ height: Int, preview: Bool = true, ascii: Bool = false)
    -> HeadlessInterface
  {
    var interface = HeadlessInterface(
      Size(width: width, height: height), diary: FakeDiary(SampleBeers.all),
      appearance: ascii ? Appearance(theme: Theme(usesColor: false), glyphs: .ascii) : Appearance(),
      preview: preview)
    // The second key hides the message of the first.
    interface.type("vk")
    return interface
  }

  @Test(arguments: [(80, 24, 2, 2), (100, 30, 2, 3), (140, 40, 3, 4), (200, 50, 4, 5)])
  func aScreenHasAGridOfLargeCards(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) {
    let interface = grid(width, height)
    let grid = interface.state.screens[ListScreen.self].cardGrid(ScreenContext(interface.state))
    #expect(grid.isLarge && grid.columns == columns && grid.rows == rows)
    #expect(interface.state.list.pageSize == columns * rows)
  }

  @Test func aLargeCardHasItsPictureAndItsText() throws {
    let interface = grid(80, 24, preview: false)
    let canvas = interface.state.draw()
    func text(_ columns: Range<Int>) -> [String] {
      (2..<9).map { row in
        String(columns.compactMap { canvas[Point(column: $0, row: row)]?.character })
          .trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(
      text(17..<38) == [
        "Trappistes Rochefort", "10", "★★★★½ 4.5      1 of 3", "Abdij Notre-Dame de …", "■ Quadrupel",
        "11.3%  1 Jun 2024", "Café 't Arendsnest, …",
      ])
    #expect(text(1..<15).contains { !$0.isEmpty })
  }

  @Test(arguments: [false, true]) func aCardWithoutAPhotoHasAGlass(_ isASCII: Bool) {
    let interface = grid(80, 24, ascii: isASCII)
    #expect(interface.screen.contains(isASCII ? "+-------+" : "╰───────╯"))
  }

  @Test(arguments: [(20, 5), (40, 12), (30, 40)]) func aSmallScreenHasThreeLinesForEachBeer(
    _ width: Int, _ height: Int
  ) {
    let interface = grid(width, height)
    #expect(interface.cursorLine.hasPrefix("▌") && interface.cursorLine.contains("Trappistes"))
    #expect(!interface.state.screens[ListScreen.self].cardGrid(ScreenContext(interface.state)).isLarge)
  }

  @Test func aScreenReaderReadsLines() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), appearance: appearance)
    interface.type("v")
    #expect(interface.cursorLine.contains("Showing cards. Press v for lines."))
    interface.type("jk")
    #expect(interface.cursorLine.hasPrefix(" 1 Jun 2024, Trappistes Rochefort 10, "))
  }

  @Test func aLargeCardShowsWhatASearchFound() {
    var interface = grid(80, 24)
    interface.type("/warm")
    #expect(interface.screen.contains("notes: ") && interface.screen.contains("warm"))
  }

  private func cards(_ width: Int, _ count: Int = 50) -> HeadlessInterface {
    var interface = HeadlessInterface(
      Size(width: width, height: 24), diary: FakeDiary(SampleBeers.many(count)))
    interface.type("v")
    return interface
  }

  @Test(arguments: [(Key.character("l"), Key.character("h")), (Key(.right), Key(.left))])
  func rightAndLeftLeadThroughAllCards(_ right: Key, _ left: Key) {
    var interface = cards(140)
    for number in 1...50 {
      #expect(interface.cursorLine.contains("Beer \(number)"))
      #expect(interface.statusLine.hasSuffix(" \(number) of 50"))
      interface.press(right)
    }
    #expect(interface.statusLine.hasSuffix(" 50 of 50") && interface.state.screen == .list)
    interface.press(left)
    #expect(interface.statusLine.hasSuffix(" 49 of 50"))
    interface.type("g")
    interface.press(left)
    #expect(interface.statusLine.hasSuffix(" 1 of 50"))
  }

  @Test(arguments: [(80, 2), (140, 4), (200, 5)])
  func downAndUpLeadToTheCardBelowAndAbove(_ width: Int, _ columns: Int) {
    var interface = cards(width)
    let start = interface.state.draw().cursor
    interface.type("j")
    #expect(interface.statusLine.hasSuffix(" \(1 + columns) of 50"))
    #expect(interface.state.draw().cursor?.column == start?.column)
    interface.type("k")
    #expect(interface.state.draw().cursor == start)
    interface.press(Key(.right))
    #expect(interface.state.draw().cursor?.row == start?.row)
  }

  @Test func theLastRowMayBeTooShortForTheCardBelow() {
    var interface = cards(140)
    interface.type("G")
    #expect(interface.statusLine.hasSuffix(" 50 of 50"))
    interface.type("klj")
    #expect(interface.statusLine.hasSuffix(" 50 of 50"))
    interface.type("j")
    #expect(interface.statusLine.hasSuffix(" 50 of 50"))
  }

  @Test func aPageHasAsManyBeersAsThereAreCards() {
    #expect(cards(80).state.list.pageSize == 4)
    #expect(cards(140).state.list.pageSize == 8)
    #expect(cards(190).state.list.pageSize == 10)
    #expect(cards(220).state.list.pageSize == 12)
  }

  @Test func aClickOnACardGoesToItsBeer() {
    var interface = cards(140)
    interface.click(Point(column: 60, row: 12))
    #expect(interface.screen.contains("6 of 50"))
    interface.click(Point(column: 100, row: 3))
    #expect(interface.screen.contains("3 of 50"))
  }

  @Test func cardsScrollByRows() {
    var interface = cards(140)
    interface.type("jlll")
    #expect(interface.state.list.scroll.top == 0 && interface.statusLine.hasSuffix(" 8 of 50"))
    interface.type("l")
    #expect(interface.state.list.scroll.top == 4 && interface.statusLine.hasSuffix(" 9 of 50"))
    interface.type("k")
    #expect(interface.state.list.scroll.top == 4 && interface.statusLine.hasSuffix(" 5 of 50"))
    interface.type("k")
    #expect(interface.state.list.scroll.top == 0 && interface.statusLine.hasSuffix(" 1 of 50"))
    interface.type("G")
    #expect(interface.state.list.scroll.top == 44)
    interface.press(.control("u"))
    #expect(interface.statusLine.hasSuffix(" 46 of 50"))
  }

  @Test func aMarkAndAMatchMoveToTheNextBeer() {
    var interface = cards(140)
    interface.type(" ")
    #expect(interface.statusLine.hasSuffix(" 2 of 50"))
    interface.type("/beer")
    interface.press(Key(.enter))
    interface.type("gnnN")
    #expect(interface.statusLine.hasSuffix(" 2 of 50"))
  }

  @Test func theCursorIsNextToItsCardAndBehindAGlass() throws {
    var interface = grid(140, 40, preview: false)
    // The first beer without a photo.
    interface.press(Key(.right), Key(.right))
    let (canvas, selected) = (interface.state.draw(), Appearance().theme.selected(.plain))
    let cursor = try #require(canvas.cursor)
    #expect(cursor.row == 2 && cursor.column > 60)
    for column in cursor.column + 1..<cursor.column + 30 {
      #expect(canvas[Point(column: column, row: 5)]?.style.background == selected.background)
    }
    #expect(canvas[Point(column: cursor.column - 1, row: 5)]?.style.background == .standard)
  }

  @Test func theKeysThatMoveRightOpenABeerInLines() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.many(50)))
    interface.press(Key(.right))
    #expect(interface.state.screen == .beer)
  }

  @Test func aMarkIsNextToItsCard() {
    var interface = cards(140)
    interface.type("l ")
    #expect(interface.state.draw()[Point(column: 35, row: 2)]?.character == "•")
    #expect(interface.state.draw()[Point(column: 0, row: 2)]?.character == " ")
  }
}
