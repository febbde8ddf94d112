import Terminal
import Testing

@testable import DiaryUI

/// Cards in columns next to each other.
@Suite struct CardGridTests {
  @Test(arguments: 18...300) func cardsFillTheListAndDoNotTouch(_ width: Int) {
    for height in [3, 6, 7, 8, 19, 35, 60] {
      let grid = CardGrid(width: width, height: height)
      var rightmost = 0
      for index in 0..<grid.count {
        let origin = grid.origin(of: index)
        #expect(grid.index(at: origin) == index)
        #expect(origin.row + ListCard.height <= max(ListCard.height, height))
        rightmost = max(rightmost, origin.column + grid.width)
      }
      #expect(rightmost <= width && width - rightmost < grid.columns)
      #expect(grid.columns == 1 || grid.width >= 64)
      #expect(grid.index(at: Point(column: 0, row: grid.rows * 4)) == nil)
    }
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
      #expect(interface.cursorLine.contains("Beer \(number) "))
      interface.type("j")
    }
    interface.type("g")
    interface.type("jjjjj")
    #expect(interface.state.draw().cursor == Point(column: 70, row: 2))
  }

  @Test func aPageHasAsManyBeersAsThereAreCards() {
    #expect(cards(80).state.list.pageSize == 5)
    #expect(cards(140).state.list.pageSize == 10)
    #expect(cards(190).state.list.pageSize == 10)
    #expect(cards(220).state.list.pageSize == 15)
  }

  @Test func aClickOnACardInTheSecondColumnGoesToItsBeer() {
    var interface = cards(140)
    interface.click(Point(column: 90, row: 7))
    #expect(interface.screen.contains("7 of 50"))
  }

  @Test func aMarkIsNextToItsCard() {
    var interface = cards(140)
    interface.type("jjjjj ")
    #expect(interface.state.draw()[Point(column: 70, row: 2)]?.character == "•")
    #expect(interface.state.draw()[Point(column: 0, row: 2)]?.character == " ")
  }
}
