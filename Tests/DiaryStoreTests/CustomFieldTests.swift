import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Custom fields: listing, filtering, sorting and indexing them.
@Suite struct CustomFieldTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }
  private var random = Seeds.generator(71)

  init() throws { fresh = try FreshDiary() }

  private func ids(by field: String, isReversed: Bool = false) throws -> [Int64] {
    let query = BeerQuery(order: .custom(field), isReversed: isReversed)
    let ids = try diary.listItems(query, in: 0..<5000).map(\.id)
    var walked: [Int64] = []
    try diary.forEachListItem(query) { walked.append($0.id) }
    #expect(walked == ids)
    return ids
  }

  @Test func itemsHaveTheFieldThatTheyAreSortedBy() throws {
    try fresh.addBeers(["Hop": .text("Citra")], ["hop": .integer(5)], ["malt": .text("Pale")])
    let items = try diary.listItems(BeerQuery(order: .custom("hop")), in: 0..<10)
    #expect(items.map(\.sortedValue) == [.integer(5), .text("Citra"), nil])
    #expect(try diary.listItems(in: 0..<10).compactMap(\.sortedValue).isEmpty)
  }

  @Test func itemsHaveTheFieldsThatAreAskedFor() throws {
    let price: ListItemField = .property("price")
    let times: ListItemField = .property("times")
    let hop = ListItemField.custom("hop")
    for fields in [
      BeerFields(name: "Orval", price: "€4.50", extras: ["Hop": .text("Hallertau")]),
      BeerFields(name: "Orval", extras: ["country": .text(String(repeating: "x", count: 500))]),
    ] { _ = try diary.add(NewBeer(fields: fields)) }
    let asked = [hop, price, times, .property("country"), .property("nothing"), hop]

    let items = try diary.listItems(BeerQuery(order: .name), in: 0..<10, with: asked)

    #expect(items.map { $0.values[price] } == [nil, .text("€4.50")])
    #expect(items.map { $0.values[hop] } == [nil, .text("Hallertau")])
    #expect(items.map { $0.values[times] } == [.integer(2), .integer(2)])
    #expect(items[0].values[.property("country")]?.display.count == 200)
    #expect(try diary.listItems(in: 0..<10).allSatisfy { $0.values.isEmpty })
  }

  @Test func valuesAreOfferedTheMostUsedFirst() throws {
    try fresh.addBeers(
      ["hop": .text("Saaz")], ["Hop": .text("Citra")], ["hop": .text("citra")], ["hop": .integer(5)],
      ["malt": .text("Pale")], ["hop": .text(String(repeating: "long ", count: 40))], ["hop": .null])
    _ = try diary.moveToTrash([diary.add(NewBeer(fields: BeerFields(extras: ["hop": .text("Gone")]))).id])
    #expect(try diary.mostFrequentValues(inField: "HOP") == ["Citra", "5", "Saaz"])
    #expect(try diary.mostFrequentValues(inField: "hop", limit: 1) == ["Citra"])
    #expect(try diary.mostFrequentValues(inField: "none") == [])
  }

  @Test func wordsOfNotesAndFieldsAreOfferedTheMostUsedFirst() throws {
    try fresh.addBeers(["aroma": .text("4 Citrus, grapefruit")], ["malt": .text("Pale")])
    _ = try diary.add(NewBeer(fields: BeerFields(notes: "Citrus and pine,\ncitrus.")))
    _ = try diary.moveToTrash([diary.add(NewBeer(fields: BeerFields(notes: "Gone"))).id])
    #expect(try diary.frequentWords(inNotesAnd: ["AROMA"]) == ["citrus", "grapefruit", "pine"])
    #expect(try diary.frequentWords(inNotesAnd: [], limit: 1) == ["citrus"])
  }

  /// Escaped as for a terminal, their code would be part of the word.
  @Test(arguments: ["\u{FEFF}", "\u{200B}", "\u{AD}"]) func aWordAfterAnInvisibleCharacterIsFound(
    _ sign: String
  ) throws {
    try fresh.addBeers(["hop": .text(sign + "Citra")])

    let before = try fresh.listedIDs("citra")
    try diary.finishBackgroundWork()

    #expect(before == [1])
    #expect(try fresh.listedIDs("citra") == [1])
    #expect(try fresh.listedIDs("hop:\(sign)citra") == [1])
  }

  @Test func fieldsAreListedWithTheirKindsAndCounts() throws {
    try fresh.addBeers(
      [
        "hop": .text("Citra"), "vintage": .integer(2015), "bottled": .text("2019-06-01"),
        "dry": .boolean(true),
      ],
      ["hop": .text("60"), "vintage": .text("old"), "bottled": .text("2020-01"), "dry": .boolean(false)],
      ["vintage": .number(14.5), "empty": .null, "list": .array([.text("a")])])
    _ = try diary.moveToTrash([diary.add(NewBeer(fields: BeerFields(extras: ["gone": .text("x")]))).id])

    let fields = try diary.customFields()

    #expect(fields.map(\.name) == ["bottled", "dry", "empty", "hop", "list", "vintage"])
    #expect(fields.map(\.kind) == [.date, .boolean, .text, .text, .text, .number])
    #expect(fields.map(\.beerCount) == [2, 2, 1, 2, 1, 3])
    #expect(fields.last?.kinds == [.number: 2, .text: 1])
    #expect(try diary.customFieldNames().contains("gone"))
    #expect(try !diary.customFieldNames(includingTrash: false).contains("gone"))
    let vocabulary = try diary.filterVocabulary()
    #expect(try vocabulary.customFields == diary.customFieldNames())
    #expect(vocabulary.trashedFields == ["gone"] && vocabulary.offeredFields == fields.map(\.name))
  }

  @Test func datesInCustomFieldsAreComparedAsDates() throws {
    try fresh.addBeers(
      ["bottled": .text("2019-06-01")], ["bottled": .text("2019")],
      ["bottled": .text("2018-12-31T10:00:00Z")],
      ["bottled": .text("soon")], ["bottled": .integer(2020)], [:])
    for isIndexed in [false, true] {
      if isIndexed { #expect(try diary.indexCustomField("bottled")?.name == "bottled") }
      #expect(try fresh.listedIDs("bottled>=2019-06") == [1, 5])
      #expect(try fresh.listedIDs("bottled<2019-06") == [2, 3])
      #expect(try fresh.listedIDs("bottled>=2019") == [1, 2, 5])
      #expect(try fresh.listedIDs("bottled=2019") == [1, 2])
      #expect(try fresh.listedIDs("bottled:2019-06") == [1])
      #expect(try fresh.listedIDs("has:bottled") == [1, 2, 3, 4, 5])
    }
  }

  @Test func aNumberIsFoundHoweverItIsWritten() throws {
    try fresh.addBeers(
      ["size": .decimal("1.50")], ["size": .number(1.5)], ["size": .text("1.50")], ["size": .integer(1)],
      ["size": .decimal("15.0")])
    for isIndexed in [false, true] {
      if isIndexed { _ = try diary.indexCustomField("size") }
      for filter in ["size:1.50", "size:1.5", "size=1.50", "size=1.5", "size:1,50"] {
        #expect(try fresh.listedIDs(filter) == [1, 2, 3], "\(filter), indexed: \(isIndexed)")
      }
      #expect(try fresh.listedIDs("size>=1.5") == [1, 2, 3, 5] && fresh.listedIDs("size<1.50") == [4])
      #expect(try fresh.listedIDs("size:1.5..1.50") == [1, 2, 3])
      #expect(try fresh.listedIDs("size:15") == [5] && fresh.listedIDs("size:50") == [3])
    }
  }

  @Test(arguments: [false, true]) func aTextIsComparedAsTheNumberThatIsTyped(_ isIndexed: Bool) throws {
    try fresh.addBeers(
      ["size": .text("4,5")], ["size": .text("4.5")], ["size": .text("0x10")], ["size": .text("1e3")],
      ["size": .text("1,000")], ["size": .text("4.5 %")], ["size": .text("inf")])
    if isIndexed { _ = try diary.indexCustomField("size") }
    #expect(try fresh.listedIDs("size=4.5") == [1, 2])
    #expect(try fresh.listedIDs("size>1") == [1, 2])
  }

  @Test mutating func anIndexChangesNoAnswer() throws {
    let newBeers = (0..<400).map { _ in NewBeer(fields: RandomBeer.make(using: &random)) }
    _ = try diary.importBeers(newBeers, in: try diary.startImport(source: "test"))
    _ = try diary.moveToTrash([3, 50, 77])
    let filters = (0..<150).map { _ in RandomFilter.make(using: &random) }
    let orders = ["Hop", "vintage", "größe", "hop variety", "none"].map(BeerQuery.Order.custom)
    let queries =
      filters.map { BeerQuery(filter: $0) }
      + orders.flatMap { [BeerQuery(order: $0), BeerQuery(order: $0, isReversed: true)] }
    func answers() throws -> [[Int64]] { try queries.map { try diary.listItems($0, in: 0..<5000).map(\.id) } }

    let before = try answers()
    for name in ["hop", "VINTAGE", "größe", "hop variety"] { _ = try diary.indexCustomField(name) }
    let indexed = try answers()
    for (query, pair) in zip(queries, zip(before, indexed)) { #expect(pair.0 == pair.1, "\(query)") }

    #expect(try diary.examine(isDeep: true, progress: { _, _ in }, isCancelled: { false }) == [])
    try diary.close()
    let reopened = try Diary.open(at: diary.path)
    #expect(reopened.migration == nil)
    #expect(try reopened.customFields().filter(\.isIndexed).count == 4)
    #expect(try reopened.unindexCustomField("Hop") == "Hop")
    #expect(try reopened.unindexCustomField("Hop") == nil)
  }

  @Test func anOrderHasNumbersThenTextsThenTheRest() throws {
    try fresh.addBeers(
      ["size": .integer(2)], ["size": .text("b")], [:], ["size": .number(10.5)], ["size": .text("A")],
      ["Size": .text("c")])
    for isIndexed in [false, true] {
      if isIndexed { #expect(try diary.indexCustomField("size")?.respelled == 1) }
      #expect(try ids(by: "size") == [4, 1, 5, 2, 6, 3])
      #expect(try ids(by: "SIZE", isReversed: true) == [1, 4, 6, 2, 5, 3])
    }
    try fresh.addBeers(["day": .text("2019")], ["day": .text("2020-06")], ["day": .text("2018-01-01")])
    #expect(try ids(by: "day").prefix(3) == [8, 7, 9])
  }

  @Test func anIndexKeepsItsSpelling() throws {
    try fresh.addBeers(
      ["Hop": .text("Citra")], ["hop": .text("Saaz")], ["HOP": .text("a"), "hop": .text("b")])

    let made = try #require(try diary.indexCustomField("hop"))
    try fresh.addBeers(["HOP": .text("Late")])
    let edited = try diary.edit(2, to: BeerFields(name: "Beer", extras: ["hOp": .text("Saaz")]))

    #expect(made.name == "hop" && made.respelled == 1)
    #expect(edited == nil)
    #expect(try diary.beer(1)?.beer.fields.extras == ["hop": .text("Citra")])
    #expect(try diary.beer(3)?.beer.fields.extras == ["HOP": .text("a"), "hop": .text("b")])
    #expect(try diary.beer(4)?.beer.fields.extras == ["hop": .text("Late")])
    #expect(try fresh.listedIDs("hop:late or hop:citra") == [1, 4])
  }

  @Test(arguments: ["a'b", "$.x", "50 %", "größe", "x.y[0]", "\u{1F37A}"])
  func fieldsWithUnusualNamesAreIndexed(_ name: String) throws {
    try fresh.addBeers([name: .text("Citra")], [name: .integer(5)], [:])
    #expect(try diary.indexCustomField(name)?.name == name)
    #expect(try ids(by: name).prefix(2) == [2, 1])
  }

  @Test(arguments: ["a\"b", "back\\slash", "line\nbreak"])
  func namesThatAnIndexCannotHaveAreRefusedAndSorted(_ name: String) throws {
    try fresh.addBeers([name: .integer(1)], [name: .integer(2)])
    #expect(throws: CustomFieldError.notIndexable(name)) { try diary.indexCustomField(name) }
    #expect(try ids(by: name, isReversed: true) == [1, 2])
  }
}
