import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// The list with one line for each label.
@Suite struct LabelListTests {
  /// Orval three times, with Rochefort twice in between and a Saison once.
  static let beers: [BeerDetail] = [
    orval(1, 5, "2024-05-01", place: "Café Orval"),
    rochefort(2, 4, "2024-04-01"),
    orval(3, 4, "2023-05-01", place: "Home"),
    SampleBeers.beer(4, name: "Saison Dupont", brewery: "Dupont", rating: 3.5, drunkAt: "2023-02-01"),
    rochefort(5, nil, "2022-05-01"),
    orval(6, 3.5, "2019-03-03"),
  ]

  private static func orval(
    _ id: Int64, _ rating: Double?, _ date: String, place: String? = nil
  ) -> BeerDetail {
    SampleBeers.beer(
      id, name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, rating: rating,
      place: place, drunkAt: date)
  }

  private static func rochefort(_ id: Int64, _ rating: Double?, _ date: String) -> BeerDetail {
    SampleBeers.beer(
      id, name: "Rochefort 10", brewery: "Rochefort", style: "Quadrupel", abv: 11.3, rating: rating,
      drunkAt: date)
  }

  private func interface(_ size: Size = Size(width: 100, height: 24)) -> HeadlessInterface {
    HeadlessInterface(size, diary: FakeDiary(Self.beers))
  }

  @Test func theHeaderCountsBeersAndDifferentBeers() {
    #expect(interface().lines[0].hasPrefix(" Beer Diary   6 beers, 3 different"))
    // The number of different beers is the first to go.
    #expect(interface(Size(width: 36, height: 24)).lines[0].hasPrefix(" Beer Diary   6 beers, 3 different"))
    #expect(!interface(Size(width: 30, height: 24)).lines[0].contains("different"))
    let same = (1...2).map { SampleBeers.beer(Int64($0), name: "Orval") }
    let repeated = HeadlessInterface(diary: FakeDiary(same))
    #expect(repeated.lines[0].hasPrefix(" Beer Diary   2 beers, all the same"))
    var different = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    #expect(different.lines[0].hasPrefix(" Beer Diary   6 beers · 3 with photos"))
    different.type("b")
    #expect(different.lines[0].hasPrefix(" Beer Diary   6 different beers  "))
  }

  @Test func differentBeersAreNotCountedUntilAllHaveLabels() {
    var interface = interface()
    interface.diary.lacksLabels = true
    interface.type("b")
    #expect(interface.lines[0].hasPrefix(" Beer Diary   not all beers have labels yet, 6 in all "))
    interface.type("b")
    #expect(interface.lines[0].hasPrefix(" Beer Diary   6 beers  "))
    interface.type("b")
    interface.diary.lacksLabels = false
    // The last slice is followed by the answer that nothing is left to do.
    interface.send(.workedInBackground(.success(BackgroundProgress(work: .labelingBeers, remaining: 0))))
    #expect(interface.lines[0].hasPrefix(" Beer Diary   3 different beers, 6 in all "))
  }

  @Test func aLineStandsForALabel() {
    var interface = interface()
    interface.type("b")
    #expect(interface.lines[0].hasPrefix(" Beer Diary   3 different beers, 6 in all "))
    let lines = interface.lines.filter { $0.contains("Orval") }
    #expect(lines.count == 1)
    for text in ["×3", "4.17", "1 May 2024"] { #expect(interface.screen.contains(text)) }
    #expect(!interface.screen.contains("×1"))
    #expect(interface.statusLine.contains("3 times · best 5.0 · first 3 Mar 2019"))

    interface.type("b")
    #expect(interface.lines[0].hasPrefix(" Beer Diary   6 beers, 3 different"))
    #expect(interface.lines.count { $0.contains("Brasserie") } == 3)
  }

  @Test func theCursorGoesBackToTheBeerFromWhichTheListWasSwitched() {
    var interface = interface()
    func position() -> Int { interface.state.list.scroll.cursor }
    // Another time of Orval than the one that stands for it.
    interface.type("jjjjj")
    #expect(position() == 5)
    interface.type("b")
    #expect(position() == 0)
    interface.type("jk")
    interface.type("b")
    #expect(position() == 5)
    // From another label, its own beer.
    interface.type("bj")
    interface.type("b")
    #expect(position() == 1)
    interface.type("b")
    interface.type("b")
    #expect(position() == 1)
  }

  @Test func styleAndABVComeBeforeTheBestRating() {
    var interface = interface(Size(width: 80, height: 24))
    interface.type("b")
    for title in ["Had", "Brewery", "Style", "ABV"] { #expect(interface.lines[1].contains(title)) }
    #expect(!interface.lines[1].contains("Best"))
  }

  @Test(arguments: [80, 140]) func aColumnForWhichNearlyNoLabelHasAValueGetsNoRoom(_ width: Int) {
    let others = (10..<40).map { SampleBeers.beer($0, name: "Beer \($0)", brewery: "B", rating: 3) }
    let beers = Self.beers.filter { $0.beer.fields.name == "Orval" } + others
    var interface = HeadlessInterface(Size(width: width, height: 40), diary: FakeDiary(beers))
    interface.type("b")
    let titles = interface.lines[1]
    #expect(interface.screen.contains("Orval") && !titles.contains("Had") && !titles.contains("Best"))
    // Neither a search nor another order changes that, unless it is what the list is sorted by.
    interface.type("/orval")
    interface.press(Key(.enter))
    #expect(interface.lines[1] == titles)
    interface.press(Key(.escape))
    interface.sort("t")
    #expect(interface.lines[1].contains("Had") && !interface.lines[1].contains("Best"))
  }

  @Test func columnsThatASearchLeavesOutAreInTheWholeListAfterIt() {
    var beers: [BeerDetail] = []
    for label in 0..<42 {
      let name = label == 41 ? "Quagga" : "Beer \(label)"
      for time in 0..<(label < 40 ? 3 : 1) {
        let id = Int64(beers.count + 1)
        beers.append(SampleBeers.beer(id, name: name, brewery: "B", rating: Double(3 + time)))
      }
    }
    var interface = HeadlessInterface(Size(width: 140, height: 40), diary: FakeDiary(beers))
    interface.type("/quagga")
    interface.press(Key(.enter))
    interface.type("b")
    #expect(interface.screen.contains("Quagga") && !interface.lines[1].contains("Had"))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("×3"))
    #expect(interface.lines[1].contains("Had") && interface.lines[1].contains("Best"))
  }

  @Test(arguments: [100, 140]) func theBestRatingFollowsTheMean(_ width: Int) {
    var interface = interface(Size(width: width, height: 24))
    interface.type("b")
    #expect(interface.lines.contains { $0.contains("Orval") && $0.contains("★★★★   4.17  ↑5.0") })
    // One rating is its own best.
    #expect(!interface.lines.contains { $0.contains("Rochefort 10") && $0.contains("↑") })
  }

  @Test func aListSortedByTimesShowsThem() {
    var interface = interface(Size(width: 80, height: 24))
    interface.sort("t")
    #expect(interface.lines[0].contains("by times, most often first"))
    #expect(interface.lines.count { $0.contains("×3  ■ Orval") } == 3)
    #expect(interface.lines.contains { $0.contains("×1    Saison Dupont") })
    interface.type("v")
    #expect(interface.screen.contains("3 times · Café Orval"))
    interface.type("v")
    interface.sort("d")
    #expect(!interface.screen.contains("×3"))
  }

  @Test func theKeysForLabelsAndMenusAreShownIn80Columns() {
    var interface = interface(Size(width: 80, height: 24))
    #expect(interface.lines[23].contains("D again   b labels   H had?   ? help   q quit"))
    interface.type("b")
    #expect(interface.lines[23].contains("b beers   H had?"))

    var different = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    #expect(different.lines[23].contains("H had?   f filter") && !different.lines[23].contains("b labels"))
    different.resize(200, 24)
    #expect(different.lines[23].contains("L same beers"))
    let empty = HeadlessInterface(Size(width: 200, height: 24), diary: FakeDiary([]))
    #expect(!empty.lines[23].contains("had?") && !empty.lines[23].contains("same beers"))
  }

  @Test func theTrashHasNoKeysForLabelsAndMenus() {
    var beers = Self.beers
    beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var interface = HeadlessInterface(Size(width: 200, height: 24), diary: FakeDiary(beers))
    interface.type("T")
    for hint in ["b labels", "H had?", "L same beers"] { #expect(!interface.lines[23].contains(hint)) }
  }

  @Test func theCursorStaysOnTheLabel() {
    var interface = interface()
    interface.type("jjjjj")
    #expect(interface.cursorLine.contains("Orval"))
    interface.type("b")
    #expect(interface.cursorLine.contains("Orval"))
    interface.type("jb")
    #expect(interface.cursorLine.contains("Rochefort") && interface.cursorLine.contains("1 Apr 2024"))
  }

  @Test func aCursorAtTheTopStaysThere() {
    var interface = interface()
    interface.type("b")
    interface.sort("t")
    #expect(interface.lines[0].contains("by times") && interface.statusLine.contains("1 of 3"))
    interface.sort("n")
    interface.sort("n")
    #expect(interface.lines[0].contains("by name, Z to A"))
    #expect(interface.cursorLine.contains("Saison Dupont") && interface.statusLine.hasSuffix("1 of 3"))
    interface.type("b")
    #expect(interface.cursorLine.contains("Saison Dupont") && interface.statusLine.hasSuffix("1 of 6"))
  }

  @Test func aSearchKeepsTheMode() {
    var interface = interface()
    interface.type("b/roche")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 different beer, 2 in all · /roche"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("3 different beers"))
  }

  @Test func theTrashShowsBeers() {
    var beers = Self.beers
    beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    interface.type("bT")
    #expect(interface.lines[0].hasPrefix(" Trash   1 beer"))
    interface.type("b")
    #expect(interface.statusLine.contains("This is the trash."))
    interface.type("T")
    #expect(interface.lines[0].contains("3 different beers"))
  }

  @Test func theTrashTakesOnlyTheBeerThatStandsForItsLabel() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("b d")
    #expect(interface.screen.contains("Move the beer from 1 May 2024 to the trash? The other 2 times stay."))
    interface.type("n")
    #expect(interface.changeRequests.isEmpty)
    interface.type("dy")
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.lines.contains { $0.contains("Orval") && $0.contains("×2") })
    interface.press(Key(.escape))
    interface.type("*d")
    #expect(interface.screen.contains("Move 3 beers to the trash? The other times stay."))
  }

  @Test func questionsSpeakOfOtherTimesOnlyIfThereAreSome() {
    var interface = interface()
    interface.type("b4")
    #expect(interface.cursorLine.contains("Rating of “Orval”, not of the other 2 times"))
    interface.press(Key(.escape))
    interface.type("j4")
    #expect(interface.cursorLine.contains("Rating of “Rochefort 10”, not of the other time"))
    interface.press(Key(.escape))
    interface.type("d")
    #expect(interface.screen.contains("Move the beer from 1 Apr 2024 to the trash? The other time stays."))
    interface.type("nj4")
    #expect(interface.cursorLine.contains("Rating of “Saison Dupont” 4"))
    interface.press(Key(.escape))
    interface.type("d")
    #expect(interface.state.prompt == nil && interface.changeRequests == [.trash([4])])
  }

  @Test func theOppositeOrderHasTheSameBeers() {
    var interface = interface()
    interface.type("b")
    interface.sort("d")
    #expect(interface.lines[0].contains("oldest first"))
    #expect(interface.lines.contains { $0.contains("Orval") && $0.contains("1 May 2024") })
    interface.sort("n")
    #expect(interface.lines.contains { $0.contains("Orval") && $0.contains("1 May 2024") })
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theListOfLabelsMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    try expectSnapshot(interface.screen, named: "labels-none-\(size.width)x\(size.height)")
    interface.type("b")
    try expectSnapshot(interface.screen, named: "labels-\(size.width)x\(size.height)")
    interface.type("vk")
    try expectSnapshot(interface.screen, named: "labels-cards-\(size.width)x\(size.height)")
  }
}
