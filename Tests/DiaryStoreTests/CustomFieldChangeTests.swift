import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Renaming, merging, deleting and converting custom fields in all beers.
@Suite struct CustomFieldChangeTests {
  private static let beerCount = 40
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private func extras(_ id: Int64) throws -> Extras { try #require(try diary.beer(id)).beer.fields.extras }

  private func beers(_ count: Int) throws -> [Int64: Beer] {
    var beers: [Int64: Beer] = [:]
    for id in 1...Int64(count) { beers[id] = try #require(try diary.beer(id)).beer }
    return beers
  }

  // MARK: - Any beers

  private static let names = ["hop", "Hop", "malt", "Malt!", "yeast"]
  private static let values: [JSONValue] = [
    .text("Citra"), .text("12"), .integer(12), .decimal("1.50"), .text("1.50"), .number(2.5), .boolean(true),
    .null, .array([.text("Saaz")]),
  ]

  private static func randomExtras(_ values: [JSONValue], using random: inout SeededGenerator) -> Extras {
    var extras: Extras = [:]
    for name in names where Int.random(in: 0..<5, using: &random) == 0 {
      extras[name] = values.randomElement(using: &random)
    }
    return extras
  }

  /// What a change makes of the fields of one beer; `nil` if they are refused.
  private static func model(_ change: CustomFieldChange, of field: String, _ extras: Extras) -> Extras? {
    let own = extras.filter { FilterKeyword.areSame($0.key, field) }
    var rest = extras.filter { !FilterKeyword.areSame($0.key, field) }
    switch change {
    case .delete: return rest
    case .retype(let type):
      for (name, value) in own {
        switch (type, value) {
        case (_, .null): rest[name] = value
        case (.text, .boolean), (.number, .boolean), (.number, .array), (.number, .object): return nil
        case (.text, .array), (.text, .object), (.text, .text): rest[name] = value
        case (.text, _): rest[name] = .text(value.display)
        case (.number, .text(let text)):
          guard Double(text) != nil else { return nil }
          rest[name] = Int64(text).map { .integer($0) } ?? .decimal(text)
        case (.number, _): rest[name] = value
        }
      }
      return rest
    case .rename(let new): return moved(own, into: new, among: rest, preferring: nil)
    case .merge(let into, let preference):
      return moved(own, into: into, among: rest, preferring: preference)
    }
  }

  private static func moved(
    _ own: Extras, into target: String, among rest: Extras,
    preferring preference: CustomFieldChange.Preference?
  ) -> Extras? {
    if own.isEmpty { return rest }
    let values = Set(own.values).subtracting([.null])
    if values.count > 1 { return nil }
    var rest = rest
    let others = rest.keys.filter { FilterKeyword.areSame($0, target) }.sorted()
    guard let value = values.first else {
      if others.isEmpty { rest[target] = .null }
      return rest
    }
    guard let holder = others.first(where: { rest[$0] != .null }) else {
      rest[others.first ?? target] = value
      return rest
    }
    if rest[holder] == value || preference == .into { return rest }
    if preference == nil { return nil }
    rest[holder] = value
    return rest
  }

  @Test(arguments: Seeds.range(0..<12)) func aChangeDoesWhatAModelDoesAndIsUndone(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Every spelling occurs, so that the model does not have to choose one.
    try fresh.addBeers(["hop": .null], ["Hop": .null], ["malt": .null], ["Malt!": .null])
    // With few values, not every change is refused.
    let count = Int.random(in: 1...3, using: &random)
    let values = Array(Self.values.shuffled(using: &random).prefix(count))
    for _ in 4..<Self.beerCount { try fresh.addBeers(Self.randomExtras(values, using: &random)) }
    _ = try diary.moveToTrash([7, 9])
    let changes: [CustomFieldChange] = [
      .rename(to: "hops"), .merge(into: "malt", preferring: nil), .merge(into: "malt", preferring: .from),
      .merge(into: "malt", preferring: .into), .delete, .retype(.text), .retype(.number),
    ]
    let before = try beers(Self.beerCount)
    for change in changes.shuffled(using: &random) {
      let expected = before.mapValues { Self.model(change, of: "hop", $0.fields.extras) }
      let refused = expected.count { $0.value == nil }

      let preview = try diary.previewChange(change, ofCustomField: "HOP")
      let report = try diary.change(customField: "HOP", change)

      #expect(report.refusalCount == refused && preview.refusalCount == refused, "\(change)")
      #expect(preview.refusals == report.refusals && preview.beerCount == report.beerCount)
      let after = try beers(Self.beerCount)
      if refused > 0 {
        #expect(after == before && report.changes == [], "\(change)")
        continue
      }
      let changed = before.filter { expected[$0.key] != $0.value.fields.extras }
      #expect(after.mapValues(\.fields.extras) == expected.compactMapValues { $0 }, "\(change)")
      #expect(report.beerCount == changed.count, "\(change)")
      #expect(report.trashCount == changed.values.count { $0.deletedAt != nil })
      #expect(try diary.examine(isDeep: true, progress: { _, _ in }, isCancelled: { false }) == [])

      for change in report.changes.reversed() { _ = try diary.revert(change) }
      #expect(try beers(Self.beerCount) == before, "undoing \(change)")
    }
  }

  // MARK: - Names and indexes

  @Test func aSpellingIsChangedInEveryBeer() throws {
    try fresh.addBeers(["hop": .text("Citra")], ["HOP": .text("Saaz")], ["Hop": .text("Mosaic")])

    let report = try diary.change(customField: "hop", .rename(to: "Hop"))

    #expect(report.beerCount == 2 && report.newName == "Hop")
    #expect(try diary.customFieldNames() == ["Hop"])
  }

  @Test func equalTextsKeepTheirUnicodeScalars() throws {
    try fresh.addBeers(["hop": .text("caf\u{E9}")], ["hop": .text("cafe\u{301}")])
    // Both beers have changed at the same time.
    _ = try diary.edit([1, 2]) { $0.rating = 4 }
    func bytes(of field: String) throws -> [[String]] {
      try SQLiteFile(diary.path).rows("SELECT hex(json_extract(extras, '$.\(field)')) FROM beer ORDER BY id")
    }
    let before = try bytes(of: "hop")
    #expect(before[0] != before[1])

    _ = try diary.change(customField: "hop", .rename(to: "hops"))
    #expect(try bytes(of: "hops") == before)
    _ = try diary.undoChange()
    #expect(try bytes(of: "hop") == before)
    _ = try diary.set(.custom("hop"), of: [1, 2], to: .text("Saaz"))
    _ = try diary.undoChange()
    #expect(try bytes(of: "hop") == before)
  }

  @Test func anIndexFollowsTheValues() throws {
    try fresh.addBeers(
      ["hop": .text("Citra")], ["Malt": .text("Pale")], ["malt": .text("Munich")], ["hop": .text("Saaz")])
    _ = try diary.indexCustomField("hop")
    func indexed() throws -> [String] { try diary.customFields().filter(\.isIndexed).map(\.name) }

    _ = try diary.change(customField: "hop", .rename(to: "hops"))
    #expect(try indexed() == ["hops"])
    #expect(try fresh.listedIDs("hops:citra") == [1])

    // An index covers one spelling.
    _ = try diary.change(customField: "hops", .merge(into: "malt", preferring: nil))
    #expect(try indexed() == ["malt"])
    #expect(try diary.customFieldNames() == ["malt"])
    #expect(try fresh.listedIDs("malt:citra or malt:pale") == [1, 2])

    _ = try diary.change(customField: "malt", .delete)
    #expect(try indexed() == [] && diary.customFieldNames() == [])
    #expect(try diary.examine(isDeep: true, progress: { _, _ in }, isCancelled: { false }) == [])
  }

  @Test func anIndexFollowsASpellingThatIsUndoneAndRedone() throws {
    try fresh.addBeers(["hop": .text("Citra")], ["hop": .text("Saaz")])
    _ = try diary.indexCustomField("hop")
    _ = try diary.change(customField: "hop", .rename(to: "Hop"))

    for spelling in ["hop", "Hop"] {
      _ = try spelling == "hop" ? diary.undoChange() : diary.redoChange()

      let fields = try diary.customFields()
      #expect(fields.map(\.name) == [spelling] && fields.allSatisfy(\.isIndexed))
      #expect(try fresh.listedIDs("hop:citra") == [1])
    }
  }

  @Test func whatIsUndoneAfterAFieldGotAnIndexHasItsSpelling() throws {
    try fresh.addBeers(["hop": .text("Citra")], ["hop": .text("Saaz")], ["Hop": .text("Mosaic")])
    var fields = try #require(try diary.beer(1)).beer.fields
    fields.extras = [:]
    _ = try diary.edit(1, to: fields)
    _ = try diary.edit([2]) { $0.extras = [:] }
    _ = try diary.edit(3, to: BeerFields(name: "Orval", extras: ["Hop": .text("Nelson")]))
    _ = try diary.indexCustomField("Hop")

    for _ in 1...3 { _ = try diary.undoChange() }
    #expect(try fresh.listedIDs("hop:citra or hop:saaz or hop:mosaic") == [1, 2, 3])
    #expect(try diary.customFields().map(\.name) == ["Hop"])
    for _ in 1...3 { _ = try diary.redoChange() }
    #expect(try fresh.listedIDs("has:hop") == [3] && fresh.listedIDs("hop:nelson") == [3])
  }

  @Test func anAdditionIsUndoneAndRedoneAfterAFieldGotAnIndex() throws {
    try fresh.addBeers(["hop": .text("Citra")])
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: ["HOP": .text("Saaz")])))
    _ = try diary.undoChange()
    _ = try diary.indexCustomField("hop")
    _ = try diary.redoChange()
    #expect(try fresh.listedIDs("hop:saaz") == [2])

    _ = try diary.undoChange()
    #expect(try fresh.listedIDs("hop:saaz") == [])
  }

  /// The vocabulary has only names that beers have.
  @Test func anUnusedIndexGivesANewFieldItsSpelling() throws {
    try fresh.addBeers(["hop": .text("Citra")])
    _ = try diary.indexCustomField("hop")
    _ = try diary.set(.custom("hop"), of: [1], to: nil)

    _ = try diary.set(.custom("HOP"), of: [1], to: .text("Saaz"))

    #expect(try extras(1) == ["hop": .text("Saaz")])
    #expect(try fresh.listedIDs("hop:saaz") == [1])
  }

  @Test func namesThatCannotBeUsedAreRefused() throws {
    try fresh.addBeers(["hop": .text("Citra"), "malt": .text("Pale")])

    for (field, change, error) in [
      ("hop", .rename(to: "malt"), .nameInUse("malt")),
      ("hop", .rename(to: "Style"), .invalidName("Style", reason: "style is a built-in field")),
      ("hop", .rename(to: "Venue"), .invalidName("Venue", reason: "place is a built-in field")),
      ("hop", .rename(to: " "), .invalidName(" ", reason: "it is empty")),
      ("yeast", .delete, .noSuchField("yeast")),
      ("hop", .merge(into: "yeast", preferring: .from), .noSuchField("yeast")),
      ("hop", .merge(into: "HOP", preferring: .from), .sameField("HOP")),
    ] as [(String, CustomFieldChange, CustomFieldError)] {
      #expect(throws: error) { try diary.change(customField: field, change) }
      #expect(throws: error) { try diary.previewChange(change, ofCustomField: field) }
    }
    #expect(try extras(1) == ["hop": .text("Citra"), "malt": .text("Pale")])
  }

  @Test func wordsAreFoundAfterTheirFieldIsRenamedOrDeleted() throws {
    try fresh.addBeers(["hop": .text("Citra")], ["hop": .text("Saaz")])
    try diary.finishBackgroundWork()

    _ = try diary.change(customField: "hop", .rename(to: "hops"))
    #expect(
      try fresh.listedIDs("citra") == [1] && fresh.listedIDs("has:hop") == []
        && fresh.listedIDs("hops:saaz") == [2])
    _ = try diary.change(customField: "hops", .delete)
    #expect(try fresh.listedIDs("citra") == [])
  }

  // MARK: - One transaction

  @Test func nothingIsChangedIfOneBeerCannotBeChanged() throws {
    try fresh.addBeers(["hop": .text("a")], ["hop": .text("b")], ["hop": .text("c")])
    _ = try diary.indexCustomField("hop")
    let before = try beers(3)
    let file = try SQLiteFile(diary.path)
    try file.execute(
      """
      CREATE TRIGGER stop BEFORE UPDATE ON beer WHEN json_extract(new.extras, '$.hops') = 'b' BEGIN
        SELECT RAISE(ABORT, 'stop');
      END
      """)
    file.close()

    #expect(throws: CustomFieldError.self) { try diary.change(customField: "hop", .rename(to: "hops")) }

    #expect(try beers(3) == before)
    #expect(try diary.customFields().filter(\.isIndexed).map(\.name) == ["hop"])
  }
}
