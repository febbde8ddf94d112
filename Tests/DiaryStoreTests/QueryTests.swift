import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// Finding and ordering beers in the store.
@Suite struct QueryTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }
  private var random = Seeds.generator(20)

  init() throws { fresh = try FreshDiary() }

  /// Adds beers that have much in common, some with photos and some in the trash.
  private mutating func fill(_ count: Int) throws {
    let newBeers = (0..<count).map { _ in NewBeer(fields: RandomBeer.make(using: &random)) }
    _ = try diary.importBeers(newBeers, in: try diary.startImport(source: "test"))
    for id in stride(from: Int64(3), to: Int64(count), by: 7) {
      _ = try diary.addPhoto(to: id, image: FixtureBytes("photo \(id)"), allowsDuplicate: true)
    }
    _ = try diary.moveToTrash(Array(stride(from: Int64(5), to: Int64(count), by: 11)))
  }

  @Test func theSummaryHasTheColumnsOfTheNewestBeers() throws {
    #expect(try diary.summary().populatedColumns == [])
    _ = try diary.add(NewBeer(fields: BeerFields(name: "A", brewery: "  ", style: "Gose", rating: 0)))
    #expect(try diary.summary().populatedColumns == ["style", "rating"])
    _ = try diary.add(NewBeer(fields: BeerFields(name: "B", abv: 5, place: "Home")))
    #expect(try diary.summary().populatedColumns == ["style", "abv", "rating", "place"])
    #expect(try diary.summary(BeerQuery(search: "a")).populatedColumns == [])
  }

  @Test func itemsHaveSnippetsOfMatchesInHiddenFields() throws {
    let notes = String(repeating: "Regen und Wind. ", count: 20) + "Dann\nZÜRICHER Zitrone, mit Pfeffer."
    let fields = [
      BeerFields(name: "Zitrone"), BeerFields(name: "Saison", notes: notes),
      BeerFields(name: "Gose", extras: ["Frucht": .array([.text("zitrone")])]),
      BeerFields(name: "Saison", notes: "Zitrone", place: "Zürich"),
    ]
    for fields in fields { _ = try diary.add(NewBeer(fields: fields)) }

    let items = try diary.listItems(BeerQuery(search: "ZITRO"), in: 0..<10).sorted { $0.id < $1.id }
    #expect(items.map { $0.found.first?.field } == [nil, "notes", "Frucht", "notes"])
    #expect(items[1].found.first?.text.hasSuffix("Dann ZÜRICHER Zitrone, mit Pfeffer.") == true)
    #expect(
      items[1].found.first?.isTruncatedAtStart == true && items[3].found.first?.isTruncatedAtStart == false)
    let both = try diary.listItems(BeerQuery(search: "zurich zitrone"), in: 0..<10)
    #expect(both.flatMap(\.found).map(\.field) == ["notes", "notes"])
    #expect(try diary.listItems(in: 0..<10).flatMap(\.found).isEmpty)
    let excerpts = try diary.listItems(in: 0..<10, highlighting: ["zitrone"]).flatMap(\.found)
    #expect(excerpts.count == 3)
  }

  private func all() throws -> [BeerDetail] {
    var beers: [BeerDetail] = []
    try diary.forEachBeer { beers.append($0) }
    try diary.forEachBeer(BeerQuery(filter: BeerFilter(isInTrash: true))) { beers.append($0) }
    return beers
  }

  private func expectSameAnswers(_ filters: [BeerFilter], _ beers: [BeerDetail]) throws {
    for filter in filters {
      let query = BeerQuery(filter: filter)
      let expected = Set(beers.filter(PlainFilter(filter: filter).shows).map(\.beer.id))
      let found = try diary.listItems(query, in: 0..<5000).map(\.id)
      #expect(Set(found) == expected && found.count == expected.count, "\(filter)")
      #expect(try diary.listItems(query, in: 0..<10).map(\.id) == Array(found.prefix(10)), "\(filter)")
      #expect(try diary.summary(query).beerCount == expected.count, "\(filter)")
    }
  }

  @Test mutating func filtersFindTheSameBeersBeforeDuringAndAfterIndexing() throws {
    try fill(250)
    let filters = (0..<40).map { _ in RandomFilter.make(using: &random) }
    let beers = try all()
    #expect(beers.count == 250)

    try expectSameAnswers(filters, beers)
    _ = try diary.doBackgroundWork()
    while try diary.doBackgroundWork()?.work == .readingPhotoMetadata {}
    try expectSameAnswers(filters, beers)
    try diary.finishBackgroundWork()
    try expectSameAnswers(filters, beers)
  }

  @Test mutating func idsSelectBeersInTheDiaryAndInTheTrash() throws {
    try fill(40)
    #expect(try diary.ids(matching: "id:3,7,9..12") == [3, 7, 9, 10, 11, 12])
    #expect(try diary.ids(matching: "id:1..10 id!=2 -id:4..6") == [1, 3, 7, 8, 9, 10])
    #expect(try diary.ids(matching: "id>=39 or id<2") == [1, 39, 40])
    #expect(try diary.ids(matching: "id:5") == [] && diary.ids(matching: "in:trash id:1..20") == [5, 16])
    #expect(try diary.ids(matching: "id:99,-4") == [])
  }

  @Test mutating func everyOrderIsTotalAndBeersWithoutAValueComeLast() throws {
    try fill(400)
    for order in BeerQuery.Order.builtIn {
      for isReversed in [false, true] {
        let query = BeerQuery(order: order, isReversed: isReversed)
        let items = try diary.listItems(query, in: 0..<5000)
        let count = try diary.summary().beerCount
        #expect(Set(items.map(\.id)).count == count && items.count == count)
        let firstWithout = items.firstIndex { RandomBeer.lacks(order, $0) } ?? items.count
        #expect(items[firstWithout...].allSatisfy { RandomBeer.lacks(order, $0) })
        #expect(
          zip(items[..<firstWithout], items[..<firstWithout].dropFirst()).allSatisfy {
            RandomBeer.isOrdered($0, $1, order, isReversed)
          }, "\(order) \(isReversed)")
        var walked: [Int64] = []
        try diary.forEachListItem(query) { walked.append($0.id) }
        #expect(walked == items.map(\.id))
        #expect(try diary.listItems(query, in: 90..<120) == Array(items[90..<120]))
      }
    }
  }

  @Test func pricesAreSortedByTheirNumbers() throws {
    let prices = ["€4.50", nil, "12,00 €", "free", "$ 1,200", "4,50 EUR", "Gift", "CHF 6.-"]
    for price in prices { _ = try diary.add(NewBeer(fields: BeerFields(name: "Beer", price: price))) }
    func ids(isReversed: Bool, isDistinct: Bool = false) throws -> [Int64] {
      var query = BeerQuery(order: BeerQuery.Order(name: "price"), isReversed: isReversed)
      query.isDistinct = isDistinct
      return try diary.listItems(query, in: 0..<9).map(\.id)
    }

    #expect(try ids(isReversed: false) == [5, 3, 8, 6, 1, 4, 7, 2])
    #expect(try ids(isReversed: true) == [6, 1, 8, 3, 5, 7, 4, 2])
    // All beers have one label, for which the beer stands that is first without the reversal.
    #expect(try ids(isReversed: true, isDistinct: true) == [5])
  }

  @Test func beersAreSortedByCountryPhotosAndBestRating() throws {
    let beers = [
      BeerFields(name: "A", rating: 3, extras: ["brewery_country": .text("Norway")]),
      BeerFields(name: "B", rating: 4),
      BeerFields(name: "A", rating: 5, extras: ["country": .text("belgium")]),
    ]
    for fields in beers { _ = try diary.add(NewBeer(fields: fields)) }
    _ = try diary.addPhoto(to: 2, image: FixtureBytes("photo"))
    func items(_ name: String) throws -> [BeerListItem] {
      try diary.listItems(BeerQuery(order: BeerQuery.Order(name: name)), in: 0..<9)
    }

    #expect(try items("country").map(\.id) == [3, 1, 2])
    #expect(try items("country").map(\.sortedValue) == [.text("belgium"), .text("Norway"), nil])
    #expect(try items("photos").map(\.id) == [2, 3, 1])
    #expect(try items("best_rating").map(\.id) == [3, 1, 2])
  }

  @Test func aNameInQuotationMarksIsACustomField() {
    for order in BeerQuery.Order.builtIn {
      #expect(BeerQuery.Order(name: order.name.uppercased()) == order)
      let custom = BeerQuery.Order.custom(order.name)
      #expect(custom.name == "\"\(order.name)\"" && BeerQuery.Order(sortingBy: custom.name) == custom)
    }
    #expect(BeerQuery.Order(name: "hop") == .custom("hop") && BeerQuery.Order.custom("hop").name == "hop")
    #expect(BeerQuery.Order(name: "Venue") == .property("place"))
    #expect(BeerQuery.Order.custom("Venue").name == "\"Venue\"")
    for name in ["notes", "latitude", ""] { #expect(BeerQuery.Order(sortingBy: name) == nil) }
  }

  @Test mutating func aListKeepsItsPositionsUntilItIsReadAgain() throws {
    try fill(50)
    var query = BeerQuery(order: .name, generation: 1)
    let before = try diary.listItems(query, in: 0..<100).map(\.id)
    #expect(try diary.position(of: before[7], in: query) == 7)
    #expect(try diary.summary(query).beerCount == before.count)

    let added = try fresh.addBeer("!").beer.id

    #expect(try diary.position(of: added, in: query) == nil)
    query.generation = 2
    #expect(try diary.position(of: added, in: query) == 0)
    #expect(try diary.position(of: before[7], in: query) == 8)
    #expect(try diary.summary(query).beerCount == before.count + 1)
  }

  @Test mutating func aListIsReadAgainAfterBeersWereRemoved() throws {
    try fill(50)
    let query = BeerQuery(generation: 1)
    let before = try diary.listItems(query, in: 0..<100).map(\.id)
    _ = try diary.summary(query)

    try SQLiteFile(diary.path).execute("DELETE FROM beer WHERE id = \(before[3])")

    #expect(try diary.listItems(query, in: 0..<100).map(\.id) == before.filter { $0 != before[3] })
  }

  @Test mutating func aSearchFindsBeginningsOfWordsAnywhere() throws {
    let fields = BeerFields(
      name: "Schlenkerla Märzen", notes: "smoky", place: "Café Abseits", extras: ["hop": .text("Hallertau")])
    let id = try diary.add(NewBeer(fields: fields)).id
    try fill(30)
    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      for search in [
        "marz schl", "SMOK cafe", "abseits", "  schl märz ", "smoky m\u{61}\u{308}rz", "haller smok",
      ] {
        #expect(try diary.listItems(BeerQuery(search: search), in: 0..<9).map(\.id) == [id], "\(search)")
      }
      #expect(try diary.listItems(BeerQuery(search: "arzen"), in: 0..<9).isEmpty)
      // What a custom field is called is no text of the beer's.
      #expect(try diary.listItems(BeerQuery(search: "smoky hop"), in: 0..<9).isEmpty)
    }
  }

  @Test func aWordWithAMinusLeavesBeersOut() throws {
    let names = ["Stout", "Imperial Stout", "Stout-Porter", "Gose"]
    let ids = try names.map { try fresh.addBeer($0).beer.id }
    let searches: [(String, [Int])] = [
      ("stout -imperial", [0, 2]), ("-stout", [3]), ("-imp stout -PORT", [0]), ("stout -", [0, 1, 2]),
      ("-stout -gose", []), ("stout-porter", [2]), ("-", [0, 1, 2, 3]),
    ]
    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      for (search, expected) in searches {
        let found = try diary.listItems(BeerQuery(search: search), in: 0..<9).map(\.id)
        #expect(Set(found) == Set(expected.map { ids[$0] }), "\(search)")
        #expect(try diary.count(of: search) == expected.count, "\(search)")
      }
    }
    let filtered = BeerQuery(filter: try BeerFilter("stout or gose"), search: "-imperial")
    #expect(try diary.summary(filtered).beerCount == 3)
  }

  @Test(arguments: ["salt & pepper", "pepper / blend", "- salt", "smith + sons –", "salt \" -&"])
  func aSearchIgnoresSignsBetweenWords(_ search: String) throws {
    let blend = BeerFields(name: "Salt & Pepper / Blend", brewery: "Smith + Sons")
    let id = try diary.add(NewBeer(fields: blend)).id
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Gose")))
    #expect(try diary.listItems(BeerQuery(search: search), in: 0..<9).map(\.id) == [id])
    #expect(BeerQuery(search: "& -").hasAllBeers)
  }

  @Test func addressesInCustomFieldsAreFoundOnlyByFiltersOnTheField() throws {
    let address = "https://untappd.com/user/ann/checkin/1"
    let checkedIn = BeerFields(name: "Gose", extras: ["checkin_url": .text(address), "hop": .text("Citra")])
    let noted = BeerFields(name: "Saison", notes: address)
    let described = BeerFields(name: "Tripel", extras: ["seen": .text("at \(address)")])
    let ids = try [checkedIn, noted, described].map { try diary.add(NewBeer(fields: $0)).id }
    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      for query in [BeerQuery(search: "untappd"), BeerQuery(filter: try BeerFilter("untappd"))] {
        #expect(Set(try diary.listItems(query, in: 0..<9).map(\.id)) == Set(ids[1...]))
      }
      for filter in ["checkin_url:untappd", "checkin_url=\"\(address)\"", "citra"] {
        let query = BeerQuery(filter: try BeerFilter(filter))
        #expect(try diary.listItems(query, in: 0..<9).map(\.id) == [ids[0]], "\(filter)")
      }
    }
    let excerpts = try diary.listItems(in: 0..<9, highlighting: ["untappd"]).flatMap(\.found)
    #expect(Set(excerpts.map(\.field)) == ["notes", "seen"])

    // The triggers of the index leave out addresses as well.
    var edited = checkedIn
    edited.extras["checkin_url"] = .text("at untappd")
    for (fields, count) in [(edited, 3), (checkedIn, 2)] {
      _ = try diary.edit(ids[0], to: fields)
      #expect(try diary.count(of: "untappd") == count)
    }
  }

  /// More beers than are read together, in several orders, with photos, labels and the trash.
  @Test mutating func beersOfAQueryAreExportedAsTheyAreReadOneByOne() throws {
    try fill(1200)
    try diary.finishBackgroundWork()
    for query in [
      BeerQuery(), BeerQuery(order: .name), BeerQuery(order: .rating, isReversed: true),
      BeerQuery(filter: BeerFilter(isInTrash: true)), BeerQuery(search: "stout"),
    ] {
      for limit in [0, 1, 499, 500, 501, Int.max] {
        var exported: [ExportedBeer] = []
        var read: [BeerDetail] = []
        try diary.forEachExportedBeer(query, limit: limit) { exported.append($0) }
        try diary.forEachBeer(query, limit: limit) { read.append($0) }

        #expect(exported.map(\.id) == read.map(\.beer.id))
        let expected = read.map { ExportedBeer($0) }
        #expect(exported.map(\.uuid) == expected.map(\.uuid))
        #expect(exported.map(\.photos) == expected.map(\.photos))
        #expect(exported.map(\.label) == expected.map(\.label))
        for column in ExportedBeer.columnNames where column != "extras" {
          #expect(exported.map { $0.value(column) } == expected.map { $0.value(column) }, "\(column)")
        }
      }
    }
  }

  @Test mutating func anExportWithOneBeerOfEachLabelHasTheHistories() throws {
    for (rating, day) in [(4.0, "2019-06-01"), (5, "2024-05-01")] {
      let fields = BeerFields(name: "Orval", rating: rating, drunkAt: DiaryDate(day))
      _ = try diary.add(NewBeer(fields: fields))
    }
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Gueuze")))
    var query = BeerQuery()
    query.isDistinct = true

    var exported: [ExportedBeer] = []
    var items: [BeerListItem] = []
    try diary.forEachExportedBeer(query) { exported.append($0) }
    try diary.forEachListItem(query) { items.append($0) }

    #expect(exported.map(\.id) == items.map(\.id))
    #expect(exported.map(\.history) == items.map(\.history))
    #expect(exported.map { $0.history?.times }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [1, 2])
  }

  @Test mutating func anErrorEndsTheExportOfAQuery() throws {
    try fill(600)
    let diary = diary
    var count = 0
    #expect(throws: Stopped.self) {
      try diary.forEachExportedBeer(BeerQuery()) { _ in
        count += 1
        throw Stopped()
      }
    }
    #expect(count == 1)
  }

  @Test mutating func anExportWithAFilterHasBeersOfTheDiaryOrOfTheTrash() throws {
    let kept = try diary.add(NewBeer(fields: BeerFields(name: "Kept", style: "Stout"))).id
    let trashed = try diary.add(NewBeer(fields: BeerFields(name: "Trashed", style: "Stout"))).id
    for beer in [kept, trashed] { _ = try diary.addPhoto(to: beer, image: FixtureBytes("photo")) }
    _ = try diary.moveToTrash([trashed])
    func exported(_ text: String) throws -> [Int64] {
      var ids: [Int64] = []
      try diary.forEachExportedBeer(selectedBy: BeerQuery(filter: BeerFilter(text))) { ids.append($0.id) }
      return ids
    }
    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      for filter in ["stout", "style:stout", "has:photo"] {
        #expect(try exported(filter) == [kept], "\(filter)")
        #expect(try exported("\(filter) in:trash") == [trashed], "\(filter)")
        #expect(
          try diary.beersWithPhotos(selectedBy: BeerQuery(filter: BeerFilter(filter))) == [kept], "\(filter)")
      }
    }
  }

  @Test func canceledQueriesEnd() throws {
    for number in 0..<3 { _ = try fresh.addBeer("Beer \(number)") }
    #expect(throws: StoreError.cancelled) {
      try diary.summary(BeerQuery(search: "beer"), isCancelled: { true })
    }
  }

  @Test mutating func theVocabularyHasWhatTheDiaryHas() throws {
    try fill(200)
    let vocabulary = try diary.filterVocabulary()
    #expect(vocabulary.customFields == ["Hop", "größe", "hop variety", "vintage"])
    #expect(vocabulary.values["style"]?.isEmpty == false)
    let years = Set(
      try all().filter { $0.beer.deletedAt == nil }.compactMap(\.beer.fields.drunkAt?.text).map {
        String($0.prefix(4))
      })
    #expect(vocabulary.years == years.sorted(by: >) && years.count > 1)
  }
}

/// Beers made up for tests, which have much in common.
enum RandomBeer {
  /// Texts by column; other columns have any.
  private static let texts = [
    "name": ["Imperial Stout", "Märzen", "marzen", "Café Sour", "IPA 12", "Pale-Ale", "or", "a\"b"],
    "brewery": ["De Molen", "de Molenaar", "Brouwerij de Molen", "Heller", "ÅBRO"],
    "style": ["Stout", "Stout - Imperial", "Sour"], "notes": ["pale and\nsour", "Citra!", "no:1"],
    "place": ["Café 't Arendsnest", "home"], "serving": ["bottle, 33 cl"], "price": ["€12"],
  ]
  /// Numbers by column; 1 is in the range of all others.
  private static let numbers: [String: [Double]] = [
    "abv": [3, 4.5, 8, 11.3], "ibu": [27, 40], "rating": [0, 3, 4.5, 5], "longitude": [2],
  ]
  private static let dates = [
    "2019", "2019-06", "2019-06-01", "2019-06-01T18:04:00", "2020-02-29T10:00:00Z", "2018-12-31", "2020",
  ]

  static func make(using random: inout SeededGenerator) -> BeerFields {
    func maybe<Value>(_ values: [Value]) -> Value? {
      Int.random(in: 0..<4, using: &random) == 0 ? nil : values.randomElement(using: &random)
    }
    var extras: Extras = [:]
    if let hop = maybe(["Citra", "Hallertau Blanc", "12"]) { extras["Hop"] = .text(hop) }
    if let vintage = maybe([Int64(2014), 2015, 2016]) { extras["vintage"] = .integer(vintage) }
    let varieties = ["Citra", "de Molen", "HTTPS://citra.example/pale-12", "https://citra.example/ and pale"]
    if let variety = maybe(varieties) { extras["hop variety"] = .text(variety) }
    if let size = maybe([4.5, 0.33]) { extras["größe"] = .number(size) }
    var fields = BeerFields(extras: extras)
    for column in BeerColumn.values {
      switch column.content {
      case .text(let property): fields[keyPath: property] = maybe(texts[column.name] ?? ["Citra", "pale"])
      case .number(let property, _): fields[keyPath: property] = maybe(numbers[column.name] ?? [1])
      case .date(let property): fields[keyPath: property] = maybe(dates).flatMap { DiaryDate($0) }
      case .customFields: break
      }
    }
    return fields
  }

  static func lacks(_ order: BeerQuery.Order, _ item: BeerListItem) -> Bool {
    switch order {
    case .date: item.drunkAt == nil
    case .name: item.name == nil
    case .brewery: item.brewery == nil
    case .style: item.style == nil
    case .rating: item.rating == nil
    case .abv: item.abv == nil
    case .property: item.sortedValue == nil
    case .times, .custom: true
    }
  }

  static func isOrdered(_ a: BeerListItem, _ b: BeerListItem, _ order: BeerQuery.Order, _ isReversed: Bool)
    -> Bool
  {
    func ordered<Value: Comparable>(_ x: Value?, _ y: Value?, rises: Bool) -> Bool {
      guard let x, let y else { return false }
      return x == y ? a.id > b.id : (x < y) == (rises != isReversed)
    }
    func folded(_ text: String?) -> [UInt8]? {
      text.map { $0.utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 } }
    }
    func orderedText(_ x: String?, _ y: String?) -> Bool {
      guard let x = folded(x), let y = folded(y) else { return false }
      return x == y ? a.id > b.id : x.lexicographicallyPrecedes(y) != isReversed
    }
    return switch order {
    case .date: ordered(a.drunkAt?.text, b.drunkAt?.text, rises: false)
    case .name: orderedText(a.name, b.name)
    case .brewery: orderedText(a.brewery, b.brewery)
    case .style: orderedText(a.style, b.style)
    case .rating: ordered(a.rating, b.rating, rises: false)
    case .abv: ordered(a.abv, b.abv, rises: false)
    case .property:
      switch (a.sortedValue, b.sortedValue) {
      case (.text(let x)?, .text(let y)?): orderedText(x, y)
      default: ordered(a.sortedValue?.number, b.sortedValue?.number, rises: false)
      }
    case .times, .custom: false
    }
  }
}
