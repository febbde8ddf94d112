import Testing

@testable import DiaryUI

/// What the status line says about a screen that is scrolled.
@Suite struct PagePositionTests {
  @Test(arguments: [
    (0, 20, 20, ""), (0, 20, 0, ""), (0, 20, 33, "page 1 of 2"), (5, 20, 33, "page 1 of 2"),
    (13, 20, 33, "page 2 of 2"), (20, 20, 60, "page 2 of 3"), (40, 20, 60, "page 3 of 3"),
    (0, 0, 5, ""),
  ])
  func aPageIsReachedOnceAllOfItWasVisible(top: Int, visible: Int, rows: Int, text: String) {
    #expect(PagePosition.text(top: top, visible: visible, of: rows, width: 78) == text)
  }

  @Test func aNarrowScreenHasOnlyTheNumbers() {
    #expect(PagePosition.text(top: 5, visible: 20, of: 60, width: 38) == "1/3")
  }
}
