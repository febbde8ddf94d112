import DiaryFixtures
import DiaryModel
import DiaryStore
import Foundation
import GRDB
import TestSupport
import Testing

/// Groups of beers, and the properties that reports group and list them by.
@Suite struct BeerGroupTests {
  private func property(_ name: String) throws -> BeerProperty {
    try #require(BeerProperty.builtIn(named: name))
  }

  private func groups(
    _ diary: Diary, _ grouping: BeerGrouping, _ query: BeerQuery = BeerQuery(), limit: Int = .max
  ) throws -> [BeerGroup] {
    var groups: [BeerGroup] = []
    try diary.forEachGroup(query, grouping, limit: limit) { groups.append($0) }
    return groups
  }

  @Test func everyGroupEqualsANaiveCount() throws {
    let fresh = try FreshDiary()
    try addRandomBeers(to: fresh)
    let names = try fresh.diary.customFieldNames()
    let hop = try #require(BeerProperty(custom: "HOP", among: names))
    let vintage = try #require(BeerProperty(custom: "vintage", among: names))
    let properties: [(BeerProperty, (BeerDetail) -> JSONValue?)] = [
      (try property("brewery"), { $0.beer.fields.brewery.map { .text($0) } }),
      (try property("rating"), { $0.beer.fields.rating.map { .number($0) } }),
      (try property("year"), { Naive.date($0, 4) }), (try property("month"), { Naive.date($0, 7) }),
      (hop, { ($0.beer.fields.extras["Hop"] ?? $0.beer.fields.extras["hop"]).map { .text($0.display) } }),
    ]
    let measures: [(BeerGrouping.Measure, (BeerDetail) -> Double?)] = [
      (.beers, { _ in nil }), (.labels, { _ in nil }),
      (.mean(try property("rating")), { $0.beer.fields.rating }),
      (.mean(vintage), { Naive.number($0.beer.fields.extras["vintage"]) }),
      (.sum(.volume), { $0.beer.fields.serving.flatMap { ServingVolume.liters($0) } }),
    ]
    for filter in ["", "rating>=3", "brewery=A or hop:citra", "in:trash", "style:none"] {
      let query = BeerQuery(filter: try filter.isEmpty ? BeerFilter() : BeerFilter(filter))
      var beers: [BeerDetail] = []
      try fresh.diary.forEachBeer(query) { beers.append($0) }
      for (property, key) in properties {
        for (measure, number) in measures {
          for counting in DiaryStatistics.Counting.allCases {
            let comment: Comment = "\(filter), \(property.name), \(measure), \(counting)"
            var grouping = BeerGrouping(by: property, measure: measure, counting: counting)
            let found = try groups(fresh.diary, grouping, query)
            Naive(beers, counting, key, number).expectEqual(found, comment)
            expectOrder(found, grouping, comment)
            #expect(try groups(fresh.diary, grouping, query, limit: 2) == Array(found.prefix(2)), comment)

            grouping.isReversed = true
            let reversed = try groups(fresh.diary, grouping, query)
            #expect(Set(reversed) == Set(found), comment)
            expectOrder(reversed, grouping, comment)
          }
        }
      }
    }
  }

  private func addRandomBeers(to fresh: FreshDiary) throws {
    var random = Seeds.generator(29)
    var ids: [Int64] = []
    for _ in 0..<300 {
      var extras: Extras = [:]
      let name = random.pick(["hop", "Hop"]) ?? "malt"
      extras[name] = random.pick([JSONValue.text("Citra"), .text("citra"), .text("Saaz"), .integer(5)])
      let vintages: [JSONValue] = [
        .integer(2015), .number(7.5), .text("2016"), .text("old"), .boolean(true), .decimal("2.50"),
      ]
      extras["vintage"] = random.pick(vintages)
      let fields = BeerFields(
        name: "Beer \(Int.random(in: 0..<40, using: &random))",
        brewery: random.pick(["A", "a", "B", "C", ""]), rating: random.pick([0.5, 3, 3.5, 4.25, 5]),
        serving: random.pick(["bottle, 33 cl", "0,5 l", "pint", "can"]),
        drunkAt: random.pick(["2022", "2023-01", "2023-01-05", "2023-03-01T20:00:00", "2024-02-29T12:00:00Z"])
          .flatMap { DiaryDate($0) }, extras: extras)
      ids.append(try fresh.diary.add(NewBeer(fields: fields)).id)
    }
    _ = try fresh.diary.moveToTrash(ids.filter { $0 % 7 == 0 })
    // As if the background work had not reached these yet.
    let file = try DatabaseQueue(path: fresh.folder.file("diary.sqlite"))
    try file.write { try $0.execute(sql: "UPDATE beer SET label_id = NULL WHERE id % 5 = 0") }
    try file.close()
  }

  /// Expects that the next group never has a higher figure, or an earlier time; the other way round if reversed.
  private func expectOrder(_ groups: [BeerGroup], _ grouping: BeerGrouping, _ comment: Comment) {
    func figure(_ group: BeerGroup) -> Double? {
      switch grouping.measure {
      case .beers: Double(group.beerCount)
      case .labels: Double(group.labelCount)
      case .mean: group.mean
      case .sum: group.sum
      }
    }
    for (group, next) in zip(groups, groups.dropFirst()) {
      if grouping.property.kind == .time {
        let rises = group.value.display < next.value.display
        #expect(rises != grouping.isReversed, comment)
      } else if let one = figure(group), let other = figure(next) {
        #expect(grouping.isReversed ? one <= other : one >= other, comment)
      } else {
        // Groups without a mean come last.
        #expect(figure(next) == nil, comment)
      }
    }
  }

  @Test func aLabelIsAGroupWithItsFacts() throws {
    let fresh = try FreshDiary()
    for name in ["Orval", "Gueuze", "Orval"] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: name, brewery: "B", rating: 4)))
    }
    let file = try DatabaseQueue(path: fresh.folder.file("diary.sqlite"))
    try file.write { try $0.execute(sql: "UPDATE beer SET label_id = NULL WHERE id = 2") }
    try file.close()

    let found = try groups(fresh.diary, BeerGrouping(by: .label, measure: .mean(property("rating"))))

    #expect(Set(found.map { $0.label?.facts.name }) == ["Orval", "Gueuze"])
    let orval = try #require(found.first { $0.label?.facts.name == "Orval" })
    #expect(orval.label?.uuid == (try fresh.diary.label(ofBeer: 1)?.uuid))
    #expect(orval.beerCount == 2 && orval.labelCount == 1 && orval.mean == 4 && orval.sum == 8)
    let other = try #require(found.first { $0.label?.facts.name == "Gueuze" })
    #expect(other.label?.uuid == nil && other.label?.facts.brewery == "B" && other.beerCount == 1)
  }

  @Test func theCountryIsInOneOfTwoCustomFields() throws {
    let fresh = try FreshDiary()
    for extras: Extras in [
      ["country": .text("Belgium")], ["brewery_country": .text("belgium")],
      ["country": .text("Netherlands"), "brewery_country": .text("Belgium")], ["hop": .text("Saaz")],
    ] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: "A", extras: extras)))
    }
    let diary = fresh.diary
    let countries = try groups(diary, BeerGrouping(by: property("country")))

    #expect(countries.map(\.value) == [.text("Belgium"), .text("Netherlands")])
    #expect(countries.map(\.beerCount) == [2, 1])
    #expect(
      try diary.ids(matching: "country:belg") == [1, 2] && diary.ids(matching: "country=Netherlands") == [3])
    #expect(
      try diary.ids(matching: "-country:belgium") == [3, 4]
        && diary.ids(matching: "country!=belgium") == [3, 4])
    #expect(try diary.ids(matching: "no:country") == [4] && diary.ids(matching: "has:country") == [1, 2, 3])
    #expect(
      try diary.ids(matching: "\"country\":belgium") == [1]
        && diary.ids(matching: "brewery_country:belgium") == [2, 3])
    for text in ["country:belgium", "-country=belgium", "no:country", "\"country\":x", "has:\"country\""] {
      let filter = try BeerFilter(text)
      #expect(try BeerFilter(filter.description) == filter, "\(text)")
    }
  }

  @Test func aTextCountsAsTheNumberAsWhichFiltersCompareIt() throws {
    let fresh = try FreshDiary()
    let values: [JSONValue] = [
      .text("4,5"), .text(" 5"), .text(".5"), .number(3), .text("1,000"), .text("10 %"), .text("1e3"),
    ]
    for value in values {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: "A", extras: ["points": value])))
    }
    let names = try fresh.diary.customFieldNames()
    let points = try #require(BeerProperty(custom: "points", among: names))

    let found = try groups(fresh.diary, BeerGrouping(by: property("name"), measure: .sum(points)))

    #expect(found.map(\.sum) == [13] && found.map(\.missingCount) == [3])
    #expect(try fresh.diary.ids(matching: "points>=0") == [1, 2, 3, 4])
  }

  @Test func aNumberAndATextThatAreShownAlikeAreOneGroup() throws {
    let fresh = try FreshDiary()
    for value: JSONValue in [.integer(2019), .text("7.5"), .number(7.5), .text("2019"), .number(2019)] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: "A", extras: ["vintage": value])))
    }
    let names = try fresh.diary.customFieldNames()
    let vintage = try #require(BeerProperty(custom: "vintage", among: names))

    let found = try groups(fresh.diary, BeerGrouping(by: vintage))

    #expect(found.map(\.value.display) == ["2019", "7.5"] && found.map(\.beerCount) == [3, 2])
    // In JSON, the group has the number.
    #expect(found.last?.value == .number(7.5))
  }

  @Test func anErrorEndsTheGroups() throws {
    let fresh = try FreshDiary()
    for style in ["Stout", "Gose"] {
      _ = try fresh.diary.add(NewBeer(fields: BeerFields(name: style, style: style)))
    }
    let grouping = BeerGrouping(by: try property("style"))
    var count = 0
    #expect(throws: Stopped.self) {
      try fresh.diary.forEachGroup(BeerQuery(), grouping) { _ in
        count += 1
        throw Stopped()
      }
    }
    #expect(count == 1)
  }

  private func text(_ text: Substring?) -> JSONValue? { text.map { .text(String($0)) } }

  @Test func thePropertiesOfABeerAreItsValues() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("Orval", drunkAt: "2024-06-01T20:00:00Z", photos: ["a", "b"])
    var fields = BeerFields(name: "Orval", abv: 6.2, rating: 4.5, drunkAt: DiaryDate("2019-05"))
    fields.extras = ["hop": .text("Citra"), "Hop": .null, "nested": .array([.integer(1), .decimal("2.50")])]
    _ = try fresh.diary.add(NewBeer(fields: fields))
    let names = try fresh.diary.customFieldNames()
    let custom = ["HOP", "nested"].compactMap { BeerProperty(custom: $0, among: names) }
    #expect(custom.map(\.name) == ["Hop", "nested"])
    #expect(BeerProperty(custom: "malt", among: names) == nil)
    #expect(BeerProperty.builtIn(named: "Venue")?.name == "place")
    #expect(BeerProperty.builtIn(named: "hop") == nil)

    let properties = BeerProperty.builtIn + custom
    var rows: [[String: JSONValue]] = []
    try fresh.diary.forEachBeer(BeerQuery(), values: properties) { values in
      let known = zip(properties, values).compactMap { property, value in value.map { (property.name, $0) } }
      rows.append(Dictionary(known) { first, _ in first })
    }

    var details: [BeerDetail] = []
    try fresh.diary.forEachBeer { details.append($0) }
    let label = try #require(try fresh.diary.label(ofBeer: 1))
    #expect(rows.count == 2)
    for (row, detail) in zip(rows, details) {
      let beer = detail.beer
      let history = label.history
      let local = beer.fields.drunkAt?.localTime(in: .autoupdatingCurrent).text
      #expect(row["id"] == .integer(beer.id))
      #expect(row["uuid"] == .text(beer.uuid.uuidString.lowercased()))
      #expect(row["label"] == .text(label.uuid.uuidString.lowercased()))
      #expect(row["date"] == text(local?.prefix(10)) && row["month"] == text(local?.prefix(7)))
      #expect(row["times"] == .integer(2) && row["photos"] == .integer(Int64(detail.photos.count)))
      #expect(row["mean_rating"] == .number(4.5) && row["best_rating"] == .number(4.5))
      #expect(row["first"] == text(history.first?.text[...]) && row["last"] == text(history.last?.text[...]))
      #expect(row["created_at"] == .text(beer.createdAt.text) && row["deleted_at"] == nil)
      for column in BeerColumn.values {
        #expect(row[column.name] == column.json(of: beer.fields), "\(column.name)")
      }
      #expect(row["Hop"] == beer.fields.extras["hop"] && row["nested"] == beer.fields.extras["nested"])
    }
    var limited = 0
    try fresh.diary.forEachBeer(BeerQuery(), values: [.id], limit: 1) { _ in limited += 1 }
    #expect(limited == 1)
  }
}

/// Groups computed beer by beer.
private struct Naive {
  private struct Group {
    var value: JSONValue
    var beers: [BeerDetail]
  }

  private let counting: DiaryStatistics.Counting
  private let number: (BeerDetail) -> Double?
  /// By the value in lower case.
  private let groups: [String: Group]

  init(
    _ beers: [BeerDetail], _ counting: DiaryStatistics.Counting, _ key: (BeerDetail) -> JSONValue?,
    _ number: @escaping (BeerDetail) -> Double?
  ) {
    self.counting = counting
    self.number = number
    var groups: [String: Group] = [:]
    for beer in beers {
      guard let value = key(beer), !value.display.isEmpty else { continue }
      let name = value.display.lowercased()
      groups[name, default: Group(value: value, beers: [])].beers.append(beer)
      // Capitals sort before small letters.
      if let group = groups[name], value.display < group.value.display { groups[name]?.value = value }
    }
    self.groups = groups
  }

  static func date(_ beer: BeerDetail, _ length: Int) -> JSONValue? {
    let text = beer.beer.fields.drunkAt?.localTime(in: .autoupdatingCurrent).text ?? ""
    return text.count < length ? nil : .text(String(text.prefix(length)))
  }

  static func number(_ value: JSONValue?) -> Double? {
    guard case .text(let text)? = value else { return value?.number }
    return Double(text)
  }

  func expectEqual(_ found: [BeerGroup], _ comment: Comment) {
    #expect(found.count == groups.count, comment)
    for group in found {
      guard let expected = groups[group.value.display.lowercased()] else {
        Issue.record("\(comment): no beer has \(group.value)")
        continue
      }
      let byLabel = Dictionary(grouping: expected.beers, by: label)
      let numbers = expected.beers.compactMap(number)
      #expect(group.value.display == expected.value.display, comment)
      #expect(group.beerCount == expected.beers.count && group.labelCount == byLabel.count, comment)
      #expect(isEqual(group.sum, numbers.isEmpty ? nil : numbers.reduce(0, +)), comment)
      #expect(group.missingCount == expected.beers.count - numbers.count, comment)
      let means = byLabel.values.compactMap { mean($0.compactMap(number)) }
      #expect(isEqual(group.mean, mean(counting == .beers ? numbers : means)), comment)
    }
  }

  private func label(_ beer: BeerDetail) -> String {
    beer.label.map { "label \($0.uuid)" } ?? "beer \(beer.beer.id)"
  }
}
