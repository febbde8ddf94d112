import DiaryModel
import Foundation
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// Labels in exports, and what an import makes of them.
@Suite struct LabelExportTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  @discardableResult
  private func add(_ name: String, bid: Int64? = nil, extras: Extras = [:]) throws -> Beer {
    var fields = BeerFields(name: name, extras: extras)
    if let bid { fields.extras["bid"] = .integer(bid) }
    let origin = bid.map { _ in Origin(source: "untappd", id: UUID().uuidString) }
    return try diary.add(NewBeer(fields: fields, origin: origin))
  }

  private func label(_ beer: Beer, in diary: Diary? = nil) throws -> Label {
    let diary = diary ?? self.diary
    let id = try #require(try diary.beer(uuid: beer.uuid)?.beer.id)
    return try #require(try diary.label(ofBeer: id))
  }

  private func copy(_ name: String = "copy.sqlite") throws -> Diary {
    try Diary.open(at: folder.file(name))
  }

  private func objects(_ json: [UInt8]) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
  }

  private func addBeers() throws -> [Beer] {
    try ["Orval", "Orval Trappist", "Orval", "Orval Vert"].map { try add($0) }
  }

  /// A diary in which the user has decided everything that can be decided about labels.
  private func decide() throws -> (merged: Beer, split: Beer, apart: Beer) { try decide(about: addBeers()) }

  private func decide(about beers: [Beer]) throws -> (merged: Beer, split: Beer, apart: Beer) {
    let orval = try label(beers[0])
    _ = try diary.mergeLabels([label(beers[1]).uuid], into: orval.uuid)
    _ = try diary.splitLabel(ofBeer: beers[2].id)
    _ = try diary.keepApart(orval.uuid, label(beers[3]).uuid)
    _ = try diary.setFacts(LabelFacts(name: "Orval", abv: 6.2), ofLabel: orval.uuid)
    return (beers[1], beers[2], beers[3])
  }

  @Test func jsonNamesTheLabelOfEachBeer() throws {
    let orval = try add("Orval")
    for name in ["Saison", "orval"] { try add(name) }

    let labels = try objects(diary.exported(.json)).map { $0["label"] as? [String: Any] }

    #expect(labels.map { $0?["times"] as? Int } == [2, 1, 2])
    let uuid = try label(orval).uuid.uuidString.lowercased()
    #expect(labels[0]?["uuid"] as? String == uuid)
    #expect(labels[0]?["uuid"] as? String == labels[2]?["uuid"] as? String)
    #expect(labels.allSatisfy { $0?.count == 2 })
  }

  @Test func csvHasTheUUIDOfTheLabel() throws {
    let orval = try add("Orval")

    let lines = String(decoding: try diary.exported(.csv), as: UTF8.self).split(separator: "\n")

    #expect(lines[0].hasSuffix(",uuid,photos,label"))
    let uuid = try label(orval).uuid.uuidString.lowercased()
    #expect(lines[1].hasSuffix("," + uuid))
  }

  @Test(arguments: [DiaryFileFormat.csv, .json, .jsonl])
  func decisionsOfTheUserComeBack(_ format: DiaryFileFormat) throws {
    let beers = try decide()
    let copy = try copy()

    try copy.importFile(diary.exported(format))

    #expect(try LabelContents(copy) == LabelContents(diary))
    #expect(try copy.customFieldNames() == [])
    let merged = try label(beers.merged, in: copy)
    let apart = try label(beers.apart, in: copy)
    #expect(merged.facts.name == "Orval" && merged.facts.abv == 6.2 && merged.history.times == 2)
    #expect(try label(beers.split, in: copy).history.times == 1)
    #expect(try copy.keepApart(merged.uuid, apart.uuid) == nil)
    // The name of the label that was merged still leads to the other one.
    let another = try copy.add(NewBeer(fields: BeerFields(name: "Orval Trappist")))
    #expect(try copy.label(ofBeer: another.id)?.uuid == merged.uuid)
  }

  /// An earlier version ignores the key `label`, and keeps custom fields as they are.
  @Test func labelsSurviveAVersionThatDoesNotKnowThem() throws {
    _ = try decide()
    let beers = try objects(diary.exported(.json)).map { $0.filter { $0.key != "label" } }
    let copy = try copy()

    try copy.importFile(Array(JSONSerialization.data(withJSONObject: beers)))

    #expect(try LabelContents(copy) == LabelContents(diary))
    #expect(try copy.customFieldNames() == [])
  }

  @Test func aFieldOfTheUserWithTheSameNameStays() throws {
    let plain = try add("Orval", extras: ["label": .text("Trappist")])
    let chosen = try add("Orval", extras: ["label": .text("Trappist")])
    _ = try diary.splitLabel(ofBeer: chosen.id)
    let copy = try copy()

    try copy.importFile(diary.exported(.json))

    for beer in [plain, chosen] {
      #expect(try copy.beer(uuid: beer.uuid)?.beer.fields.extras == ["label": .text("Trappist")])
      #expect(try label(beer, in: copy).uuid == label(beer).uuid)
    }
  }

  @Test(arguments: [
    #"[{"name": "Orval", "label": {"color": "blue"}}]"#,
    #"[{"name": "Orval", "label": {"color": "blue"}, "drunk_at": "2024-05-03"}]"#,
    #"[{"name": "Orval", "drunk_at": "2024-05-03", "label": {"color": "blue"}}]"#,
  ])
  func anObjectWithTheSameNameInAnotherFileIsReadMemberByMember(_ json: String) throws {
    let summary = try diary.importFile(Array(json.utf8))

    #expect(summary.tally.added == 1)
    #expect(try diary.customFieldNames() == ["label.color"])
  }

  @Test(arguments: [#""blue""#, #"{"uuid":"blue"}"#, #"{"times":2}"#, "[]", "7"])
  func aLabelThatCannotBeReadIsReportedAndKept(_ value: String) throws {
    let orval = try add("Orval")
    let json = String(decoding: try diary.exported(.json), as: UTF8.self)
      .replacing(/"label":\{[^}]*\}/, with: "\"label\":" + value)
    let copy = try copy()

    let summary = try copy.importFile(Array(json.utf8))

    #expect((summary.tally.added, summary.counts.keptValues, summary.counts.rejected) == (1, 1, 0))
    #expect(
      summary.counts.firstRowsWithKeptValues.flatMap(\.messages).contains { $0.contains("is not a label") })
    let kept = value.trimmingCharacters(in: ["\""])
    #expect(try copy.beer(uuid: orval.uuid)?.beer.fields.extras == ["label": .text(kept)])
    // The beer has the label of its name.
    #expect(try label(orval, in: copy).uuid == label(orval).uuid)
  }

  @Test func aLabelThatCannotBeReadRefusesAStrictImport() throws {
    try add("Orval")
    let json = String(decoding: try diary.exported(.json), as: UTF8.self)
      .replacing(/"label":\{[^}]*\}/, with: "\"label\":7")
    var options = ImportOptions()
    options.isStrict = true

    #expect(try copy().importFile(Array(json.utf8), options).wasRefused)
  }

  @Test func importingAgainUndoesNoDecision() throws {
    for name in ["Orval", "Orval", "Orval Trappist", "Saison"] { try add(name) }
    let export = try diary.exported(.json)
    let beers = try objects(export).compactMap { $0["uuid"] as? String }.compactMap { UUID(uuidString: $0) }
    func id(_ index: Int) throws -> Int64 { try #require(try diary.beer(uuid: beers[index])?.beer.id) }
    func label(_ index: Int) throws -> Label { try #require(try diary.label(ofBeer: id(index))) }
    _ = try diary.splitLabel(ofBeer: id(1))
    _ = try diary.mergeLabels([label(2).uuid], into: label(0).uuid)
    _ = try diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: label(3).uuid)
    let before = try LabelContents(diary)

    #expect(try diary.importFile(export).tally.same == 4)
    #expect(try LabelContents(diary) == before)

    // A beer that comes back after it was deleted has the label into which its own was merged.
    _ = try diary.moveToTrash([id(2)])
    _ = try diary.emptyTrash()
    #expect(try diary.importFile(export).tally.added == 1)
    #expect(try label(2).uuid == label(0).uuid)
  }

  /// The diary remembers that a name belongs to a product whose beer was deleted.
  @Test func anExportIsGroupedAsItWas() throws {
    let first = try add("Haze", bid: 1)
    try add("Haze", bid: 2)
    _ = try diary.moveToTrash([first.id])
    _ = try diary.emptyTrash()
    try add("Haze")
    let expected = try LabelContents(diary)
    #expect(Set(expected.beers.values.map(\.label)).count == 2)
    let copy = try copy()

    try copy.importFile(diary.exported(.json))

    #expect(try LabelContents(copy) == expected)
  }

  @Test func decisionsAboutAMergedLabelAreExportedWithTheOther() throws {
    let beers = try addBeers()
    _ = try diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: label(beers[1]).uuid)
    _ = try diary.keepApart(label(beers[1]).uuid, label(beers[3]).uuid)
    _ = try diary.mergeLabels([label(beers[1]).uuid], into: label(beers[0]).uuid)
    let copy = try copy()

    try copy.importFile(diary.exported(.json))

    #expect(try LabelContents(copy) == LabelContents(diary))
    let orval = try label(beers[0], in: copy)
    #expect(orval.facts.style == "Trappist")
    #expect(try copy.keepApart(orval.uuid, label(beers[3], in: copy).uuid) == nil)
  }

  @Test(arguments: [DiaryFileFormat.csv, .json, .jsonl])
  func decisionsReachADiaryThatHasTheBeers(_ format: DiaryFileFormat) throws {
    let beers = try addBeers()
    let copy = try copy()
    try copy.importFile(diary.exported(format))
    // Another beer of the label that is merged.
    let other = try copy.add(NewBeer(fields: BeerFields(name: "Orval Trappist")))
    _ = try decide(about: beers)

    let summary = try copy.importFile(diary.exported(format))

    #expect(summary.tally.added == 0)
    var contents = try LabelContents(copy)
    let moved = contents.beers.removeValue(forKey: other.uuid)
    #expect(try moved?.label == label(beers[0]).uuid)
    #expect(try contents == LabelContents(diary))
  }

  @Test func decisionsOfTheDiaryPrecedeThoseOfAFileWithTheSameBeers() throws {
    let beers = try addBeers()
    let copy = try copy()
    try copy.importFile(diary.exported(.json))
    let orval = try label(beers[0], in: copy)
    _ = try copy.keepApart(orval.uuid, label(beers[1], in: copy).uuid)
    _ = try copy.setFacts(LabelFacts(abv: 7), ofLabel: orval.uuid)
    let split = try #require(try copy.beer(uuid: beers[2].uuid)).beer.id
    _ = try copy.splitLabel(ofBeer: split)
    let before = try LabelContents(copy)
    _ = try decide(about: beers)

    try copy.importFile(diary.exported(.json))

    let contents = try LabelContents(copy)
    #expect(contents.beers == before.beers && contents.merged == before.merged)
    #expect(contents.pairs.isSuperset(of: before.pairs) && contents.pairs.count == 5)
    // Only what was not set is taken over.
    #expect(contents.facts == [orval.uuid: LabelFacts(name: "Orval", abv: 7)])
  }

  @Test func aRowForABeerOfTheDiaryChangesNoLabel() throws {
    let orval = try add("Orval")
    let before = try LabelTables(diary)
    let json = String(decoding: try diary.exported(.json), as: UTF8.self)
      .replacing(try label(orval).uuid.uuidString.lowercased(), with: "3e5b1c0a-7d2f-5a4e-9b61-0c8f2d7e4a13")

    #expect(try diary.importFile(Array(json.utf8)).tally.same == 1)

    #expect(try LabelTables(diary) == before)
  }

  @Test func aBeerThatComesBackWithItsUndoneImportHasTheLabelOfTheFile() throws {
    let beers = try addBeers()
    let copy = try copy()
    try copy.importFile(diary.exported(.json))
    _ = try copy.undoImport()
    _ = try decide(about: beers)

    #expect(try copy.importFile(diary.exported(.json)).tally.added == 4)

    #expect(try LabelContents(copy) == LabelContents(diary))
  }

  @Test func aBeerThatComesBackWithoutALabelKeepsTheOneThatTheUserChose() throws {
    let csv = Array("beer_name,brewery_name,bid,checkin_id\nOrval,Orval,1,10\nOrval,Orval,1,11\n".utf8)
    try diary.importFile(csv)
    let beers = try diary.ids(BeerQuery()).ascending
    _ = try diary.splitLabel(ofBeer: beers[1])
    let before = try LabelContents(diary)
    _ = try diary.undoImport()

    #expect(try diary.importFile(csv).tally.added == 2)

    #expect(try LabelContents(diary) == before)
  }

  @Test(arguments: [DiaryFileFormat.csv, .json, .jsonl])
  func importingTwiceIsTheSameAsOnceForLabelsThatTheDiaryHas(_ format: DiaryFileFormat) throws {
    _ = try decide()
    let export = try diary.exported(format)
    let copy = try copy()
    for name in ["Orval", "Orval Trappist", "Orval Vert"] {
      _ = try copy.add(NewBeer(fields: BeerFields(name: name)))
    }

    let plan = try FileImport(ImportSource(export)).plan(for: copy)
    let first = try copy.importFile(export)
    let tables = try LabelTables(copy)
    let secondPlan = try FileImport(ImportSource(export)).plan(for: copy)
    let second = try copy.importFile(export)

    #expect(first.tally.added == 4)
    for decisions in [plan.tally.decisions, first.tally.decisions] {
      #expect((decisions.mergedCount, decisions.splitCount) == (1, 1))
      #expect((decisions.apartCount, decisions.editedCount, decisions.count) == (2, 1, 5))
    }
    #expect(secondPlan.tally.decisions.isEmpty && second.tally.decisions.isEmpty)
    #expect(second.tally.same == 4 && second.tally.count == 4 && second.importID == nil)
    #expect(try LabelTables(copy) == tables)
    // The diary's own beers have the labels that the user decided on.
    #expect(try copy.label(ofBeer: 2)?.uuid == copy.label(ofBeer: 1)?.uuid)
    #expect(try copy.label(ofBeer: 1)?.facts.abv == 6.2)
  }

  /// Which label of the diary a label of the file is may follow from a later row.
  @Test func decisionsApplyToTheLabelThatTheDiaryHasInstead() throws {
    let renamed = try add("Orval Trappist")
    let orval = try add("Orval")
    let copy = try copy()
    try copy.importFile(diary.exported(.json))
    let export = try diary.exported(.json)
    let file = String(decoding: export, as: UTF8.self)
    // In the file both beers have a label that the copy does not have, with its own ABV.
    let other = #""label":{"uuid":"3e5b1c0a-7d2f-5a4e-9b61-0c8f2d7e4a13","abv":6.2}"#
    let changed = Array(file.replacing(/"label":\{[^}]*\}/, with: other).utf8)
    let deleted = try #require(try copy.beer(uuid: orval.uuid)).beer.id
    _ = try copy.moveToTrash([deleted])
    _ = try copy.emptyTrash()
    _ = try copy.add(NewBeer(fields: BeerFields(name: "Orval")))

    try copy.importFile(changed)
    let tables = try LabelTables(copy)
    #expect(try label(orval, in: copy).facts.abv == 6.2)
    #expect(try label(renamed, in: copy).facts.abv == nil)

    #expect(try copy.importFile(changed).tally.decisions.isEmpty)
    #expect(try LabelTables(copy) == tables)
  }

  @Test func aPlanForNoDiaryCountsAllDecisions() throws {
    _ = try decide()

    let plan = try FileImport(ImportSource(diary.exported(.json))).plan(for: nil)

    let decisions = plan.tally.decisions
    #expect((decisions.mergedCount, decisions.splitCount) == (1, 1))
    #expect((decisions.apartCount, decisions.editedCount) == (2, 1))
  }

  @Test func anImportChangesOnlyWhatTheUserHasNotSetForALabel() throws {
    let beers = try decide()
    let copy = try copy()
    let mine = try copy.add(NewBeer(fields: BeerFields(name: "Orval")))
    let before = try #require(try copy.label(ofBeer: mine.id))
    _ = try copy.setFacts(LabelFacts(abv: 7), ofLabel: before.uuid)

    let summary = try copy.importFile(diary.exported(.json))

    let own = try #require(try copy.label(ofBeer: mine.id))
    #expect(own.uuid == before.uuid && own.facts.abv == 7 && own.history.times == 3)
    #expect(try label(beers.merged, in: copy).uuid == own.uuid)
    #expect(try label(beers.split, in: copy).uuid == label(beers.split).uuid)
    _ = try copy.undoImport(summary.importID)
    #expect(try copy.label(ofBeer: mine.id)?.history.times == 1)
  }
}
