import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Cards in columns next to each other.
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
    interface.type("v")
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
    #expect(interface.cursorLine.contains("Trappistes Rochefort 10") && interface.cursorLine.contains("4.5"))
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

  @Test func movingDownLeadsThroughAllCards() {
    var interface = cards(140)
    for number in 1...50 {
      #expect(interface.cursorLine.contains("Beer \(number)"))
      #expect(interface.statusLine.hasSuffix(" \(number) of 50"))
      interface.type("j")
    }
    interface.type("g")
    interface.type("jjjj")
    #expect(interface.state.draw().cursor == Point(column: 70, row: 2))
  }

  @Test func aPageHasAsManyBeersAsThereAreCards() {
    #expect(cards(80).state.list.pageSize == 4)
    #expect(cards(140).state.list.pageSize == 8)
    #expect(cards(190).state.list.pageSize == 10)
    #expect(cards(220).state.list.pageSize == 12)
  }

  @Test func aClickOnACardInTheSecondColumnGoesToItsBeer() {
    var interface = cards(140)
    interface.click(Point(column: 60, row: 12))
    #expect(interface.screen.contains("4 of 50"))
  }

  @Test func cardsScrollByColumns() {
    var interface = cards(140)
    interface.type("jjjjjjj")
    #expect(interface.state.list.scroll.top == 0)
    interface.type("j")
    #expect(interface.state.list.scroll.top == 2 && interface.statusLine.hasSuffix(" 9 of 50"))
    interface.type("kkkkkk")
    #expect(interface.state.list.scroll.top == 2)
    interface.type("k")
    #expect(interface.state.list.scroll.top == 0 && interface.statusLine.hasSuffix(" 2 of 50"))
    interface.type("G")
    #expect(interface.state.list.scroll.top == 42)
  }

  @Test(arguments: [(Key.character("l"), Key.character("h")), (Key(.right), Key(.left))])
  func leftAndRightMoveBetweenTheColumns(_ right: Key, _ left: Key) {
    var interface = cards(140)
    interface.press(.character("j"), right)
    #expect(interface.statusLine.hasSuffix(" 4 of 50") && interface.state.screen == .list)
    interface.press(left)
    #expect(interface.statusLine.hasSuffix(" 2 of 50"))
    interface.press(left)
    #expect(interface.statusLine.hasSuffix(" 2 of 50"))
    interface.type("3")
    interface.press(right)
    #expect(interface.statusLine.contains(" 8 of 50"))
    interface.type("G")
    interface.press(right)
    #expect(interface.statusLine.hasSuffix(" 50 of 50"))
  }

  @Test func theKeysThatMoveRightOpenABeerInLines() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.many(50)))
    interface.press(Key(.right))
    #expect(interface.state.screen == .beer)
  }

  @Test func aMarkIsNextToItsCard() {
    var interface = cards(140)
    interface.type("jjjj ")
    #expect(interface.state.draw()[Point(column: 70, row: 2)]?.character == "•")
    #expect(interface.state.draw()[Point(column: 0, row: 2)]?.character == " ")
  }
}
