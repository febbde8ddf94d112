import Testing

@testable import DiaryUI

/// Groups of lines in columns next to each other.
@Suite struct TextColumnTests {
  private func lines(_ counts: [Int], columns: Int) -> [String] {
    let groups = counts.enumerated().map { group, count in
      (0..<count).map { StyledLine("\(group)\($0)") }
    }
    return TextColumns(groups, count: columns).lines(at: 4).map { $0.spans.map(\.text).joined() }
  }

  @Test func groupsStayInOrderWithALineBetweenThem() {
    #expect(lines([2, 1], columns: 1) == ["00", "01", "", "10"])
  }

  @Test func columnsAreAsLowAsTheirGroupsAllow() {
    #expect(lines([2, 1, 3], columns: 2) == ["00  20", "01  21", "    22", "10"])
    #expect(lines([1, 1, 1], columns: 3) == ["00  10  20"])
  }

  @Test func fewerGroupsThanColumnsTakeOneEach() {
    #expect(lines([1], columns: 3) == ["00"])
    #expect(lines([], columns: 2) == [])
  }
}
