import DiaryFixtures
import DiaryModel
import DiaryStore
import TestSupport
import Testing

/// Positions are grouped by venue and area, and each group's filter lists its beers.
@Suite struct PositionTests {
  private func add(_ place: String?, _ latitude: Double?, _ longitude: Double?, to diary: Diary) throws {
    let fields = BeerFields(name: "A", place: place, latitude: latitude, longitude: longitude)
    _ = try diary.add(NewBeer(fields: fields))
  }

  @Test func theBeersOfAVenueAreAGroupAtTheirMeanPosition() throws {
    let fresh = try FreshDiary()
    try add("De Klomp", 52.0901, 5.12, to: fresh.diary)
    try add("de klomp", 52.0903, 5.1202, to: fresh.diary)
    try add("De Klomp", 51, 4, to: fresh.diary)
    try add(nil, 52.0901, 5.12, to: fresh.diary)
    try add("  ", 52.0901, 5.12, to: fresh.diary)
    try add("De Klomp", nil, nil, to: fresh.diary)
    let positions = try fresh.diary.positions()
    #expect(positions.unpositionedCount == 1 && positions.beerCount == 5)
    #expect(positions.groups.map(\.beerCount) == [2, 2, 1])
    #expect(positions.groups.map(\.venue) == [.named("De Klomp"), .unnamed, .named("De Klomp")])
    #expect(abs((positions.groups.first?.latitude ?? 0) - 52.0902) < 1e-9)
    #expect(positions.groups.map(\.area.text) == ["52.09,5.12", "52.09,5.12", "51.00,4.00"])
    #expect(positions.groups[0].filter.description == "venue=\"De Klomp\" position:52.09,5.12")
    #expect(positions.groups[1].filter.description == "no:venue position:52.09,5.12")
  }

  @Test func veryManyPositionsAreGroupedByLargerAreas() throws {
    let fresh = try FreshDiary()
    for number in 0..<30 { try add("Venue \(number)", 50 + Double(number) / 100, 5, to: fresh.diary) }
    #expect(try fresh.diary.positions(limit: 30).groups.count == 30)
    let coarse = try fresh.diary.positions(limit: 29)
    #expect(coarse.groups.map(\.venue) == [.any, .any, .any, .any])
    #expect(coarse.beerCount == 30)
    let coarsest = try fresh.diary.positions(limit: 1)
    #expect(coarsest.groups.map(\.area.text) == ["50,5"])
  }

  @Test(arguments: Seeds.range(51..<54)) func everyGroupIsWhatItsFilterLists(_ seed: UInt64) throws {
    let fresh = try FreshDiary()
    var random = SeededGenerator(seed: seed)
    // Also halves of the last decimal, which are rounded.
    let numbers = [0.005, 0.015, -0.005, -0.015, 1.005, 52.085, 0.5, -0.5, 1.5, 0.05, -0.05, 0.25, 2]
    for _ in 0..<150 {
      let isRandom = Bool.random(using: &random)
      try add(
        ["Home", "home", "Pub", nil, " "].randomElement(using: &random) ?? nil,
        Int.random(in: 0..<9, using: &random) == 0
          ? nil
          : isRandom ? Double.random(in: -90...90, using: &random) : numbers.randomElement(using: &random),
        isRandom ? Double.random(in: -180...180, using: &random) : numbers.randomElement(using: &random),
        to: fresh.diary)
    }
    let all = try fresh.diary.summary().beerCount
    for limit in [1000, 40, 1] {
      let positions = try fresh.diary.positions(limit: limit)
      #expect(positions.beerCount + positions.unpositionedCount == all)
      for group in positions.groups {
        let count = try fresh.diary.summary(BeerQuery(filter: group.filter)).beerCount
        #expect(count == group.beerCount, "\(group)")
        #expect(try BeerFilter(group.filter.description) == group.filter)
      }
    }
    let home = try fresh.diary.positions(BeerQuery(filter: try BeerFilter("place:home")))
    #expect(Set(home.groups.map(\.venue)).isSubset(of: [.named("Home"), .named("home")]))
    #expect(home.beerCount < all)
  }
}
