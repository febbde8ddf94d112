import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Foundation
import Terminal
import Testing

/// The beers of a preview as a table.
@Suite struct BeerTableTests {
  private static let beers = SampleBeers.all.map(\.beer.fields)

  private func lines(_ beers: [BeerFields] = Self.beers, width: Int) -> [String] {
    let table = BeerTable(beers, width: width, dates: DateText(timeZone: .gmt))
    return [table.heading] + table.rows.map { $0.name + $0.rest }
  }

  @Test(arguments: [1, 5, 20, 38, 60, 78, 138]) func everyLineFits(_ width: Int) {
    let lines = lines(width: width)
    #expect(lines.count == Self.beers.count + 1)
    #expect(lines.allSatisfy { $0.columns <= max(width, 4) }, "\(lines)")
  }

  @Test func theLeastImportantColumnsAreDroppedFirst() {
    #expect(
      lines(width: 138)[0].split(separator: " ") == ["Name", "Brewery", "Style", "ABV", "Rating", "Date"])
    #expect(lines(width: 60)[0].split(separator: " ") == ["Name", "Brewery", "ABV", "Rating", "Date"])
    #expect(lines(width: 38)[0].split(separator: " ") == ["Name", "Rating", "Date"])
    #expect(lines(width: 20)[0].split(separator: " ") == ["Name", "Rating"])
  }

  @Test func columnsWithNothingInThemAreLeftOut() {
    let beers = [BeerFields(name: "Orval", rating: 4), BeerFields(brewery: "  ")]
    #expect(lines(beers, width: 80) == ["Name       Rating", "Orval      4.0   ", "(no name)        "])
  }

  @Test func oneLongNameLeavesTheOthersTheirRoom() {
    let beers = [BeerFields(name: String(repeating: "ab\n", count: 90), brewery: "De Molen", style: "Stout")]
    let lines = lines(beers, width: 60)
    #expect(lines[1].hasSuffix("De Molen  Stout") && lines[1].contains("…"))
  }
}
