import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// Splitting a beer into one for each day on which its photos were taken, from its page.
@Suite struct SplitBeerTests {
  /// A beer with photos of three evenings, one of them without a date, and one with photos of a single evening.
  private static let beers = [
    SampleBeers.beer(
      1, name: "Orval", brewery: "Orval", rating: 4.5, drunkAt: "2024-06-03",
      photos: [
        photo(11, "2024-06-05T20:00:00"), photo(12, nil), photo(13, "2024-06-03T21:00:00"),
        photo(14, "2024-06-01T19:00:00Z"), photo(15, "2024-06-06T00:30:00"),
      ]),
    SampleBeers.beer(
      2, name: "Rochefort", drunkAt: "2024-01-01",
      photos: [photo(21, "2024-01-01T20:00:00"), photo(22, "2024-01-02T01:00:00")]),
  ]

  private static func photo(_ id: Int64, _ taken: String?) -> Photo {
    SampleBeers.photo(id, "JPEG", 30, 40, 1000, taken: taken)
  }

  private static let offer = "Photos of 3 days · S splits it into 3 beers"
  private static let request = ChangeRequest.splitBeer(1, in: .gmt)

  private func page(isReadOnly: Bool = false, actions: ActionTable = .standard) -> HeadlessInterface {
    var diary = FakeDiary(Self.beers)
    diary.storesChanges = true
    var interface = HeadlessInterface(
      Size(width: 100, height: 40), diary: diary, actions: actions, isReadOnly: isReadOnly)
    interface.type("l")
    return interface
  }

  private func photos(_ interface: HeadlessInterface) -> [Int64: [Int64]] {
    interface.diary.beers.reduce(into: [:]) { $0[$1.beer.id] = $1.photos.map(\.id) }
  }

  @Test func thePageOffersASplitOnlyIfThereIsSomethingToSplit() {
    var interface = page()
    #expect(interface.screen.contains(Self.offer))
    interface.type("n")
    #expect(interface.lines[0].contains("Rochefort") && !interface.screen.contains("Photos of"))
    interface.type("S")
    #expect(interface.statusLine.contains("The photos of this beer were not taken on several days."))
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }

  @Test func theOfferNamesTheKeyThatTheUserHasBound() {
    func actions(_ keys: [Key]) -> ActionTable {
      ActionTable(
        ActionTable.standard.actions.map { original in
          guard original == .splitBeer else { return original }
          var rebound = original
          rebound.bindings = [Action.Binding(keys: keys, screens: [.beer])]
          return rebound
        })
    }
    #expect(page(actions: actions([Key(.function(6))])).screen.contains("3 days · F6 splits it into 3 beers"))
    let keyless = page(actions: actions([])).screen
    #expect(keyless.contains("Photos of 3 days") && !keyless.contains("splits it"))
  }

  @Test func aSplitIsAskedForAndCanBeUndoneAndRedone() {
    var interface = page()
    let before = interface.diary.beers
    interface.type("S")
    #expect(interface.screen.contains("Split into 3 beers, one for each day of its photos? y/N"))
    interface.type("n")
    #expect(interface.changeRequests.isEmpty)

    interface.type("Sy")
    #expect(interface.changeRequests == [Self.request])
    #expect(interface.statusLine.contains("Split “Orval” into 3 beers.  u: undo"))
    #expect(!interface.screen.contains("Photos of 3 days"))
    #expect(interface.screen.contains("2nd time of 3") && interface.lines[0].contains("Orval"))
    #expect(photos(interface) == [1: [12, 13], 2: [21, 22], 3: [14], 4: [11, 15]])

    interface.type("u")
    #expect(interface.statusLine.contains("Undone: split “Orval” into 3 beers."))
    #expect(interface.diary.beers == before && interface.screen.contains(Self.offer))
    interface.press(.control("r"))
    #expect(interface.statusLine.contains("Redone: split “Orval” into 3 beers."))
    #expect(photos(interface) == [1: [12, 13], 2: [21, 22], 3: [14], 4: [11, 15]])
  }

  @Test func undoLeavesThePageOfABeerThatIsGone() {
    var interface = page()
    interface.type("Sy]")
    #expect(interface.screen.contains("3rd time of 3"))
    interface.type("u")
    #expect(interface.state.screen == .list && interface.diary.beers.count == 2)
  }

  @Test func aReadOnlyDiaryOffersNoSplit() {
    var interface = page(isReadOnly: true)
    #expect(interface.screen.contains("Photos of 3 days") && !interface.screen.contains("splits it"))
    interface.type("S")
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }

  @Test func aSplitThatFailsSaysWhy() {
    var interface = page()
    interface.send(.changed(Self.request, .failure(.store(.busy(path: "/diary.sqlite")))))
    #expect(interface.statusLine.contains("The beer was not split: "))
    #expect(interface.screen.contains(Self.offer))
  }

  @Test func plainCharactersAreEnoughForTheOffer() {
    var interface = HeadlessInterface(
      Size(width: 40, height: 30), diary: FakeDiary(Self.beers), appearance: Appearance(glyphs: .ascii))
    interface.type("l")
    #expect(interface.screen.contains("Photos of 3 days - S splits it"))
    #expect(interface.screen.unicodeScalars.allSatisfy { $0.value <= 0x7E })
  }
}
