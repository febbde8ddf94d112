import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import GRDB
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// Beers of several days that have the same label.
@Suite struct LabelTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private func add(
    _ name: String?, _ brewery: String? = nil, rating: Double? = nil, on date: String? = nil, bid: Int? = nil
  ) throws -> Int64 {
    var fields = BeerFields(
      name: name, brewery: brewery, rating: rating, drunkAt: date.flatMap { DiaryDate($0) })
    if let bid { fields.extras["bid"] = .integer(Int64(bid)) }
    let origin = bid == nil ? nil : Origin(source: "untappd", id: UUID().uuidString)
    return try diary.add(NewBeer(fields: fields, origin: origin)).id
  }

  private func label(_ beer: Int64) throws -> Label { try #require(try diary.label(ofBeer: beer)) }

  /// SQLite gives a new label the row id of the last one that is gone.
  private func rowID(_ label: Label) throws -> Int64 {
    try #require(try diary.read { try Labels($0).id(of: label.uuid) })
  }

  private func found(_ filter: String) throws -> Set<Int64> {
    Set(try diary.ids(matching: filter))
  }

  @Test func beersWithTheSameNameAndBreweryShareALabel() throws {
    let first = try add("Orval", "Brasserie d'Orval", rating: 5, on: "2019-06-01")
    let second = try add("ORVAL ", "brasserie d’Orval", rating: 4, on: "2024-05-01")
    let other = try add("Orval", "Orval Import")

    let label = try label(first)
    #expect(try self.label(second) == label)
    #expect(try self.label(other).uuid != label.uuid)
    #expect(
      label.history
        == LabelHistory(
          times: 2, ratedTimes: 2, meanRating: 4.5, bestRating: 5, first: DiaryDate("2019-06-01"),
          last: DiaryDate("2024-05-01")))
    #expect(label.facts.name == "ORVAL " && label.facts.brewery == "brasserie d’Orval")
    #expect(try diary.beer(second)?.label == BeerLabel(uuid: label.uuid, times: 2))
    #expect(try diary.summary().labelCount == 2)
  }

  @Test func labelsAreFoundByWordsOfTheNameAndTheBrewery() throws {
    _ = try add("Orval", "Brasserie d'Orval", on: "2019-06-01")
    let newest = try add("Orval", "Brasserie d'Orval", on: "2024-05-01")
    let other = try add("Pêche Brasserie", "Cantillon")
    let trashed = try add("Orval Jeune", "Brasserie d'Orval")
    _ = try diary.moveToTrash([trashed])
    func names(_ text: String, limit: Int = 10) throws -> [Int64] {
      try diary.labels(matching: text, limit: limit).map(\.newestBeer)
    }
    #expect(try names("") == [newest, other])
    #expect(try names("", limit: 1) == [newest])
    #expect(try names("orv bras") == [newest])
    #expect(try names("brass") == [newest, other])
    #expect(try names("peche") == [other])
    #expect(try names("canti pech brass") == [other])
    #expect(try names("orval zzz").isEmpty && names("val").isEmpty)
  }

  @Test func valuesAreFoundByTheBeginningsOfTheirWords() throws {
    func add(place: String?, style: String?, hop: String?) throws {
      var fields = BeerFields(name: "A", style: style, place: place)
      if let hop { fields.extras["hop"] = .text(hop) }
      _ = try diary.add(NewBeer(fields: fields, origin: nil))
    }
    try add(place: "Café de Klomp", style: "Stout", hop: "Citra")
    try add(place: "Café de Klomp", style: "Imperial Stout", hop: "Citra")
    try add(place: "Home", style: "Stout", hop: "Saaz")
    func values(_ name: String, _ text: String, limit: Int = 10) throws -> [ValueCount] {
      let field = AssignableField(builtIn: name) ?? .custom(name)
      return try diary.values(of: field, matching: text, limit: limit)
    }
    #expect(try values("place", "") == [ValueCount("Café de Klomp", 2), ValueCount("Home", 1)])
    #expect(try values("place", "klo cafe") == [ValueCount("Café de Klomp", 2)])
    #expect(try values("style", "stou") == [ValueCount("Stout", 2), ValueCount("Imperial Stout", 1)])
    #expect(try values("style", "", limit: 1) == [ValueCount("Stout", 2)])
    #expect(try values("hop", "c") == [ValueCount("Citra", 2)])
    #expect(try values("hop", "itra").isEmpty)
  }

  @Test func aTypedNumberBeginsPricesAndNumbers() throws {
    for (price, brewery) in [("€3.00", "3 Floyds"), ("€4.30", "Brewery 3"), ("33 kr", "")] {
      var fields = BeerFields(name: "A", brewery: brewery, price: price)
      fields.extras["vintage"] = .number(price == "€3.00" ? 3.5 : 2.3)
      _ = try diary.add(NewBeer(fields: fields, origin: nil))
    }
    let price = try #require(AssignableField(builtIn: "price"))
    func values(_ field: AssignableField, _ text: String) throws -> Set<String> {
      Set(try diary.values(of: field, matching: text, limit: 10).map(\.value))
    }
    #expect(try values(price, "€3") == ["€3.00"])
    #expect(try values(price, "3") == ["€3.00", "33 kr"])
    #expect(try values(.custom("vintage"), "3") == ["3.5"])
    #expect(try values(.text(.brewery), "3") == ["3 Floyds", "Brewery 3"])
    #expect(try values(.text(.brewery), "flo") == ["3 Floyds"])
  }

  @Test func theCommonValueOfBeersIsRead() throws {
    func add(_ style: String?, _ rating: Double) throws -> Int64 {
      var fields = BeerFields(name: "A", style: style, rating: rating)
      fields.extras["hop"] = .text("Citra")
      return try diary.add(NewBeer(fields: fields, origin: nil)).id
    }
    let beers = try [add("Stout", 4), add("Stout", 3), add(nil, 4)]
    #expect(try diary.commonValue(of: .text(.style), in: beers) == .different)
    #expect(try diary.commonValue(of: .text(.style), in: [beers[0], beers[1], 99]) == .same(.text("Stout")))
    #expect(try diary.commonValue(of: .text(.style), in: [beers[2]]) == .same(nil))
    #expect(try diary.commonValue(of: .number(.rating), in: [beers[0], beers[2]]) == .same(.number(4)))
    #expect(try diary.commonValue(of: .custom("hop"), in: beers) == .same(.text("Citra")))
    #expect(throws: StoreError.cancelled) {
      try diary.commonValue(of: .text(.style), in: [beers[0]]) { true }
    }
  }

  @Test func aMinusInANameLeavesNoLabelsOut() throws {
    let beer = try add("Hop Alley Big -n- Bold")
    _ = try add("Hop Alley Big")
    for text in ["hop alley big -n-", "hop alley - big bold", "-bold"] {
      #expect(try diary.labels(matching: text, limit: 10).map(\.newestBeer) == [beer], "\(text)")
    }
  }

  @Test func aLabelWithTheTypedNameComesFirst() throws {
    for _ in 0..<2 { _ = try add("Pils Extra") }
    _ = try add("Pils")
    #expect(try diary.labels(matching: "pils", limit: 1).map(\.label.facts.name) == ["Pils"])
  }

  @Test func aCustomFieldNamedLikeABuiltInOneHasItsOwnValues() throws {
    var fields = BeerFields(name: "A", style: "Stout")
    fields.extras["style"] = .text("handwritten")
    _ = try diary.add(NewBeer(fields: fields, origin: nil))
    func values(_ field: AssignableField) throws -> [ValueCount] {
      try diary.values(of: field, matching: "", limit: 10)
    }
    #expect(try values(.custom("style")) == [ValueCount("handwritten", 1)])
    #expect(try values(.text(.style)) == [ValueCount("Stout", 1)])
    #expect(try values(.number(.abv)) == [])
  }

  @Test func lookingForChoicesCanBeCanceled() throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", style: "Trappist"), origin: nil))
    #expect(throws: StoreError.cancelled) { try diary.labels(matching: "", limit: 10) { true } }
    #expect(throws: StoreError.cancelled) {
      try diary.values(of: .text(.style), matching: "", limit: 10) { true }
    }
  }

  @Test func beersWithoutANameHaveLabelsOfTheirOwn() throws {
    let beers = try [add(nil), add(nil), add("???"), add("???")]

    let labels = try beers.map { try label($0).uuid }
    #expect(Set(labels).count == 3 && labels[2] == labels[3])
  }

  @Test func theProductIsMoreCertainThanTheName() throws {
    let orval = try add("Orval", "Orval", bid: 1)
    let renamed = try add("Orval Trappist Ale", "Brasserie d'Orval", bid: 1)
    let vintage = try add("Orval", "Orval", bid: 2)
    let written = try add("Orval", "Orval")

    #expect(try label(renamed) == label(orval))
    #expect(try label(vintage).uuid != label(orval).uuid)
    #expect(try label(written) == label(orval))
  }

  @Test func aNameLeadsToTheProductOutsideTheTrash() throws {
    let first = try add("Orval", "Orval", bid: 1)
    _ = try diary.moveToTrash([first])
    let second = try add("Orval", "Orval", bid: 2)

    #expect(try label(second).uuid != label(first).uuid)
    #expect(try diary.labels(named: "Orval") == [label(second)])

    _ = try diary.restore([first])
    #expect(try label(first).history.times == 1)
    #expect(try label(add("Orval", "Orval", bid: 1)) == label(first))
  }

  @Test func aBeerThatIsRenamedFindsAnotherLabelAndComesBack() throws {
    let beer = try add("Orvall", "Orval")
    let orval = try add("Orval", "Orval")
    let before = try label(beer).uuid
    var fields = try #require(try diary.beer(beer)).beer.fields
    fields.name = "Orval"

    let change = try #require(try diary.edit(beer, to: fields))

    #expect(try label(beer) == label(orval))
    #expect(try diary.label(uuid: before) == nil)
    _ = try diary.revert(change)
    #expect(try label(beer).uuid == before)
    #expect(try label(orval).history.times == 1)
  }

  @Test func labelsAreMergedAndTheMergeIsUndone() throws {
    let old = try add("Lambic X", "Boon")
    let new = try add("Oude Lambic X", "Brouwerij Boon")
    let a = try label(old)
    let b = try label(new)

    let change = try #require(try diary.mergeLabels([a.uuid], into: b.uuid))

    #expect(try label(old).uuid == b.uuid && label(new).history.times == 2)
    #expect(try diary.summary().labelCount == 1)
    let later = try add("lambic x", "boon")
    #expect(try label(later).uuid == b.uuid)
    let back = try diary.revert(change)
    #expect(try label(old).uuid == a.uuid && label(new).uuid == b.uuid)
    _ = try diary.revert(back)
    #expect(try label(old).uuid == b.uuid)
    #expect(try diary.mergeLabels([b.uuid], into: b.uuid) == nil)
    let unknown = UUID()
    #expect(throws: LabelError.noSuchLabel(unknown.text)) { try diary.mergeLabels([unknown], into: b.uuid) }
  }

  /// SQLite gives a new label the id of the last one that is gone.
  @Test func aLabelThatIsGoneIsNotTakenForTheOneWithItsID() throws {
    let stays = try label(add("Orval", "Orval"))
    let beer = try add("Duvel", "Duvel")
    let gone = try label(beer)
    let id = try rowID(gone)
    _ = try diary.moveToTrash([beer])
    _ = try diary.emptyTrash()
    let other = try label(add("Chimay", "Chimay"))
    #expect(try rowID(other) == id)

    #expect(throws: LabelError.noSuchLabel(gone.uuid.text)) {
      try diary.mergeLabels([gone.uuid], into: stays.uuid)
    }
    #expect(throws: LabelError.noSuchLabel(gone.uuid.text)) {
      try diary.keepApart(stays.uuid, gone.uuid)
    }
    #expect(throws: LabelError.noSuchLabel(gone.uuid.text)) {
      try diary.setFacts(LabelFacts(style: "Stout"), ofLabel: gone.uuid)
    }
    #expect(try diary.beers(ofLabel: gone.uuid, includingTrash: true).isEmpty)
    #expect(try diary.keepApart(stays.uuid, other.uuid) != nil)
    #expect(try diary.mergeLabels([other.uuid], into: stays.uuid) != nil)
    #expect(try diary.summary().labelCount == 1)
  }

  @Test func theLabelThatStaysKeepsItsNameAndBrewery() throws {
    let stays = try add("Turbo Dog", "Abita", on: "2019-06-01")
    let newer = try add("TurboDog", "Abita Brewing Co.", on: "2024-06-01")

    let change = try #require(try diary.mergeLabels([label(newer).uuid], into: label(stays).uuid))

    #expect(try label(newer).facts == LabelFacts(name: "Turbo Dog", brewery: "Abita"))
    let back = try diary.revert(change)
    #expect(try diary.factOverrides(ofLabel: label(stays).uuid).isEmpty)
    #expect(try label(newer).facts.name == "TurboDog")
    _ = try diary.revert(back)
    #expect(try label(newer).facts == LabelFacts(name: "Turbo Dog", brewery: "Abita"))
  }

  /// A product keeps the name of its label from leading to another product.
  @Test(arguments: [false, true]) func undoingAMergeRestoresTheProduct(isSplit: Bool) throws {
    let written = try add("Orval", "Orval")
    let checkedIn = try add("Orval Vert", "Orval", bid: 1)
    let before = try (label(written).uuid, label(checkedIn).uuid)
    let change = try #require(try diary.mergeLabels([label(checkedIn).uuid], into: label(written).uuid))
    let merged = try add("Orval", "Orval", bid: 2)
    #expect(try label(merged).uuid != before.0)
    _ = try diary.moveToTrash([merged])
    _ = try diary.emptyTrash()

    if isSplit {
      _ = try diary.splitLabel(ofBeer: checkedIn)
    } else {
      _ = try diary.revert(change)
    }

    #expect(try label(written).uuid == before.0 && label(checkedIn).uuid == before.1)
    #expect(try label(add("Orval", "Orval", bid: 3)).uuid == before.0)
    #expect(try label(add("Orval Vert", "Orval", bid: 4)).uuid != before.1)
    #expect(try label(add("Renamed", bid: 1)).uuid == before.1)
  }

  @Test func aLabelIsNotKeptApartFromItself() throws {
    let orval = try label(add("Orval"))
    #expect(throws: LabelError.sameLabel) { try diary.keepApart(orval.uuid, orval.uuid) }
  }

  @Test func decisionsAboutAMergedLabelCountForTheOther() throws {
    let beers = try ["Orval", "Orval Trappist", "Orval Vert"].map { try add($0) }
    let one = LabelFacts(name: "Orval!")
    let other = LabelFacts(name: "Trappist", abv: 6.2)
    _ = try diary.setFacts(one, ofLabel: label(beers[0]).uuid)
    _ = try diary.setFacts(other, ofLabel: label(beers[1]).uuid)
    _ = try diary.keepApart(label(beers[1]).uuid, label(beers[2]).uuid)

    let change = try #require(try diary.mergeLabels([label(beers[1]).uuid], into: label(beers[0]).uuid))

    #expect(try label(beers[1]).facts == LabelFacts(name: "Orval!", abv: 6.2))
    #expect(try diary.keepApart(label(beers[0]).uuid, label(beers[2]).uuid) == nil)
    _ = try diary.revert(change)
    #expect(try diary.factOverrides(ofLabel: label(beers[0]).uuid) == one)
    #expect(try diary.factOverrides(ofLabel: label(beers[1]).uuid) == other)
    #expect(try diary.keepApart(label(beers[1]).uuid, label(beers[2]).uuid) == nil)
    #expect(try diary.keepApart(label(beers[0]).uuid, label(beers[2]).uuid) != nil)
  }

  @Test func aLabelThatIsSplitOffAgainHasWhatTheUserDecided() throws {
    let beers = try ["Orval", "Orval Trappist", "Orval Vert"].map { try add($0) }
    _ = try diary.setFacts(LabelFacts(abv: 6.2), ofLabel: label(beers[1]).uuid)
    _ = try diary.keepApart(label(beers[1]).uuid, label(beers[2]).uuid)
    _ = try diary.mergeLabels([label(beers[1]).uuid], into: label(beers[0]).uuid)

    _ = try diary.splitLabel(ofBeer: beers[1])

    #expect(try label(beers[1]).facts.abv == 6.2)
    #expect(try diary.keepApart(label(beers[1]).uuid, label(beers[2]).uuid) == nil)
    #expect(try diary.keepApart(label(beers[0]).uuid, label(beers[2]).uuid) != nil)
  }

  /// A slice of the background work must not read all beers that wait for their labels.
  @Test func beersWithoutALabelAreReadInTheOrderOfAnIndex() throws {
    let plan = try SQLiteFile(diary.path).rows("EXPLAIN QUERY PLAN " + LabelAssignment.waiting)
    let readings = plan.map { $0[3] }.filter { $0.contains(" beer ") }
    let index = "USING COVERING INDEX beer_by_label"
    #expect(readings.count == 2 && readings.allSatisfy { $0.contains(index) }, "\(plan)")
    #expect(readings.first?.hasSuffix("(label_id=? AND deleted_at=?)") == true, "\(plan)")
  }

  /// The name leads to the label of the product, whose beer is older.
  @Test(arguments: 0...1) func beersGetLabelsInTheirOrderAlsoInTheTrash(_ inTrash: Int) throws {
    let beers = [try add("Orval", "Orval", bid: 1), try add("Orval", "Orval"), try add("Bock")]
    let label = try label(beers[0]).uuid
    _ = try diary.moveToTrash([beers[inTrash]])

    try diary.write { db in
      try db.execute(sql: "UPDATE beer SET label_id = NULL; DELETE FROM label; DELETE FROM label_key")
      for beer in beers {
        #expect(try LabelAssignment(db).assign(atMost: 1) == 1)
        #expect(try Labels(db).id(ofBeer: beer) != nil)
      }
      #expect(try LabelAssignment(db).assign(atMost: 1) == 0)
    }

    #expect(try beers.prefix(2).map { try self.label($0).uuid } == [label, label])
  }

  @Test func aNameOfPunctuationIsFound() throws {
    let beer = try add("???", "Orval")
    _ = try add("!!!")

    #expect(try diary.labels(named: " ??? ") == [label(beer)])
    #expect(try diary.labels(named: "???", brewery: "orval") == [label(beer)])
    #expect(try diary.labels(named: "??") == [])
    #expect(try diary.labels(named: " ") == [])
  }

  @Test func labelsOfANameAreSortedByFrequencyAndThenByDate() throws {
    let older = try add("Orval", "Aster", on: "2023-02-01")
    let newer = try add("Orval", "Birch", on: "2024-05-01")
    let undated = try add("Orval", "Cedar")
    let frequent = try add("Orval", "Dill", on: "2019-06-01")
    _ = try add("Orval", "Dill", on: "2019-07-01")
    let expected = try [frequent, newer, older, undated].map(label)

    #expect(try diary.labels(named: "Orval") == expected)
    let answers = try diary.menuAnswers(to: ["Orval", "Orval 6.2% $7"])
    #expect(answers.map(\.kind) == [.had(expected), .had(expected)])
  }

  @Test func theLabelOfANewBeerIsKnownBeforeItIsAdded() throws {
    _ = try add("Orval", "Brasserie d'Orval")
    _ = try add("Saison", "Dupont")
    _ = try add("Saison", "Fantôme")
    _ = try add("Saison")
    let trashed = try add("Duvel", "Moortgat")
    _ = try diary.moveToTrash([trashed])
    let merged = try label(add("Oeil de Perdrix", "Orval"))
    _ = try diary.mergeLabels([merged.uuid], into: label(add("Orval Vert", "Orval")).uuid)

    let names: [(String, String?)] = [
      ("orval", nil), ("Orval", "brasserie d’orval"), ("Orval", "Other"), ("Saison", nil),
      ("saison", "fantome"), ("Duvel", nil), ("Duvel", "Moortgat"), ("Oeil de Perdrix", "Orval"), ("??", nil),
    ]
    let expected = try names.map { try diary.label(ofNewBeer: $0.0, brewery: $0.1) }
    #expect(expected.map { $0?.history.times } == [1, 1, nil, 1, 1, nil, nil, 2, nil])
    for (name, known) in zip(names, expected) {
      let added = try label(try add(name.0, name.1))
      #expect(known == nil ? added.history.times == 1 : added.uuid == known?.uuid, "\(name)")
    }
  }

  @Test func aBeerThatWasSplitOffKeepsItsLabelWhenItIsRenamed() throws {
    let beers = try (0..<3).map { _ in try add("Orval", "Orval") }
    let before = try label(beers[0])

    let change = try #require(try diary.splitLabel(ofBeer: beers[1]))

    let split = try label(beers[1])
    #expect(split.uuid != before.uuid && split.history.times == 1)
    #expect(try label(beers[0]).history.times == 2)
    var fields = try #require(try diary.beer(beers[1])).beer.fields
    fields.name = "Orval Vert"
    let rename = try #require(try diary.edit(beers[1], to: fields))
    #expect(try label(beers[1]).uuid == split.uuid)
    _ = try diary.revert(rename)
    _ = try diary.revert(change)
    #expect(try label(beers[1]) == before)
    #expect(throws: LabelError.noOtherBeer) {
      try diary.splitLabel(ofBeer: try add("Solo"))
    }
  }

  @Test func splittingOffAMergedBeerRestoresItsName() throws {
    let orval = try add("Orval", "Orval")
    let duvel = try add("Duvel", "Moortgat")
    let own = try label(duvel).uuid
    _ = try diary.mergeLabels([label(duvel).uuid], into: label(orval).uuid)

    let change = try #require(try diary.splitLabel(ofBeer: duvel))

    #expect(try label(duvel).uuid == own)
    #expect(try diary.labels(named: "Duvel").map(\.uuid) == [own])
    let later = try add("Duvel", "Moortgat")
    #expect(try label(later).uuid == own)
    _ = try diary.moveToTrash([later])
    _ = try diary.emptyTrash()
    let back = try diary.revert(change)
    #expect(try label(duvel) == label(orval))
    #expect(try diary.labels(named: "Duvel") == [label(orval)])
    _ = try diary.revert(back)
    #expect(try diary.labels(named: "Duvel").map(\.uuid) == [own])
  }

  @Test func beersAreSplitOffTogetherInOneChangeThatCanBeUndone() throws {
    let orval = try add("Orval", "Orval")
    let duvels = try (0..<3).map { _ in try add("Duvel", "Moortgat") }
    let own = try label(duvels[0]).uuid
    _ = try diary.mergeLabels([label(duvels[0]).uuid], into: label(orval).uuid)
    let merged = try label(orval)

    let change = try #require(try diary.splitLabel(ofBeers: duvels))

    #expect(try duvels.allSatisfy { try label($0).uuid == own })
    #expect(try diary.labels(named: "Duvel").map(\.uuid) == [own])
    let back = try diary.revert(change)
    #expect(try (duvels + [orval]).allSatisfy { try label($0) == merged })
    _ = try diary.revert(back)
    #expect(try label(duvels[2]).uuid == own && label(orval).history.times == 1)
  }

  private func suggested() throws -> Int { try diary.labelSuggestions().count }

  @Test func labelsThatWereSplitAreNotSuggestedAsTheSame() throws {
    let beers = try (0..<4).map { _ in try add("Night Ferry", "Slipway") }

    let changes = try [1, 2].map { try #require(try diary.splitLabel(ofBeer: beers[$0])) }

    // Neither with the label that they had, nor with each other.
    #expect(try suggested() == 0)
    #expect(try diary.keepApart(label(beers[1]).uuid, label(beers[2]).uuid) == nil)
    for change in changes.reversed() { _ = try diary.revert(change) }
    #expect(try diary.read { try LabelRecord($0).pairsApart() } == [])
    #expect(try diary.summary().labelCount == 1)
  }

  @Test func aMergeThatASplitReversesIsNotSuggestedAgain() throws {
    let orval = try add("Orval", "Brasserie d'Orval")
    let other = try add("Orval", "Orval")
    #expect(try suggested() == 1)
    let merge = try #require(try diary.mergeLabels([label(other).uuid], into: label(orval).uuid))

    let split = try #require(try diary.splitLabel(ofBeer: other))

    #expect(try suggested() == 0)
    // The user may change their mind, twice.
    _ = try diary.mergeLabels([label(other).uuid], into: label(orval).uuid)
    _ = try diary.splitLabel(ofBeer: other)
    #expect(try suggested() == 0)
    for _ in 0..<2 { _ = try diary.undoChange() }
    _ = try diary.revert(split)
    _ = try diary.revert(merge)
    #expect(try suggested() == 1)
  }

  @Test func noBeerIsSplitOffUnlessAllCanBe() throws {
    let orval = try add("Orval")
    let duvel = try add("Duvel")
    _ = try (add("Orval"), add("Duvel"))
    let before = try label(orval)

    #expect(throws: LabelError.differentLabels) {
      try diary.splitLabel(ofBeers: [orval, duvel])
    }
    #expect(throws: LabelError.noSuchBeer("4711")) { try diary.splitLabel(ofBeers: [orval, 4711]) }
    #expect(try label(orval) == before)
    #expect(try diary.splitLabel(ofBeers: []) == nil)
  }

  @Test func mergedLabelsStayOneIfTheirBeersAreSplitOffTogether() throws {
    let beers = try ["Orval", "Duvel", "Westmalle"].map { try add($0) }
    let labels = try beers.map { try label($0) }
    _ = try diary.mergeLabels([labels[1].uuid, labels[2].uuid], into: labels[0].uuid)

    let change = try #require(try diary.splitLabel(ofBeers: [beers[1], beers[2]]))

    #expect(try label(beers[1]).uuid == labels[1].uuid && label(beers[2]).uuid == labels[1].uuid)
    #expect(try label(add("Westmalle")).uuid == labels[1].uuid)
    _ = try diary.revert(change)
    #expect(try beers.allSatisfy { try label($0).uuid == labels[0].uuid })
  }

  @Test func aNameThatOtherBeersOfTheLabelHaveStaysWhenOneIsSplitOff() throws {
    let beers = try (0..<2).map { _ in try add("Orval", "Orval") }

    _ = try diary.splitLabel(ofBeer: beers[0])

    #expect(try diary.labels(named: "Orval") == [label(beers[1])])
  }

  @Test func aBeerThatWasAddedToALabelHasItAgainAfterUndoAndRedo() throws {
    let beers = try (0..<2).map { _ in try add("Orval", "Orval") }
    _ = try diary.splitLabel(ofBeer: beers[0])
    let label = try label(beers[0])
    let fields = BeerFields(name: "Orval", brewery: "Orval")
    let beer = try diary.add(NewBeer(fields: fields), toLabel: label.uuid)

    let undone = try diary.revert(.added(beer))
    _ = try diary.mergeLabels([label.uuid], into: self.label(beers[1]).uuid)
    #expect(try diary.revert(undone) == .added(beer))
    #expect(try self.label(beer.id) == self.label(beers[1]))

    let other = try diary.add(NewBeer(fields: BeerFields(name: "Other")), toLabel: self.label(beers[1]).uuid)
    let undoneOther = try diary.revert(.added(other))
    #expect(try diary.revert(undoneOther) == .added(other))
    #expect(try self.label(other.id) == self.label(beers[1]))
  }

  @Test func aBeerWithoutABreweryKeepsTheOnlyLabelOfItsName() throws {
    let orval = try add("Orval", "Brasserie d'Orval")
    let entered = try add("ORVAL")

    #expect(try label(entered) == label(orval))
    _ = try diary.edit(entered, to: BeerFields(name: "Orval Vert"))
    #expect(try label(entered).uuid == label(orval).uuid)
    // The name of several labels, another brewery and a file decide nothing.
    _ = try add("Orval", "Orval Import")
    #expect(try label(add("Orval")).history.times == 1)
    _ = try add("Duvel", "Moortgat")
    #expect(try label(add("Duvel", "Duvel")).history.times == 1)
    _ = try add("Westmalle", "Westmalle")
    #expect(try label(add("Westmalle", bid: 1)).history.times == 1)
  }

  @Test func theNameOfABeerThatIsSplitOffLeadsToItsNewLabel() throws {
    let orval = try add("Orval", "Brasserie d'Orval")
    let entered = try add("Orval")

    let change = try #require(try diary.splitLabel(ofBeer: entered))

    #expect(try label(add("Orval")).uuid == label(entered).uuid)
    #expect(try label(entered).uuid != label(orval).uuid)
    #expect(try diary.positionInLabel(ofBeer: entered) == 1)
    _ = try diary.revert(change)
    #expect(try label(entered).uuid == label(orval).uuid)
  }

  /// Another program may merge or delete the label while the user fills in a form.
  @Test func aBeerIsAddedToTheLabelIntoWhichItsLabelWasMerged() throws {
    let alpha = try add("Alpha")
    let beta = try add("Beta")
    let merged = try label(beta)
    let id = try rowID(merged)
    _ = try diary.mergeLabels([merged.uuid], into: label(alpha).uuid)
    let gamma = try label(add("Gamma"))
    #expect(try rowID(gamma) == id)

    let again = try diary.add(NewBeer(fields: BeerFields(name: "Beta")), toLabel: merged.uuid)
    let other = try diary.add(NewBeer(fields: BeerFields(name: "Other")), toLabel: merged.uuid)

    #expect(try label(again.id) == label(alpha) && label(other.id) == label(alpha))
    #expect(try label(alpha).history.times == 4)
    #expect(try diary.labels(named: "Gamma") == [gamma])
  }

  @Test func aBeerIsAddedToALabelWhoseBeersWereDeleted() throws {
    let beta = try add("Beta")
    let gone = try label(beta)
    _ = try diary.setFacts(LabelFacts(style: "Stout"), ofLabel: gone.uuid)
    _ = try diary.moveToTrash([beta])
    _ = try diary.emptyTrash()

    let again = try diary.add(NewBeer(fields: BeerFields(name: "Beta")), toLabel: gone.uuid)

    #expect(try label(again.id).uuid == gone.uuid && label(again.id).facts.style == "Stout")
  }

  @Test func whatTheUserSetForALabelIsShownInsteadOfWhatTheBeersSay() throws {
    let beer = try add("Orval", "Orval")
    let uuid = try label(beer).uuid

    let change = try #require(
      try diary.setFacts(LabelFacts(brewery: "Brasserie d'Orval", abv: 6.2), ofLabel: uuid))

    #expect(try label(beer).facts == LabelFacts(name: "Orval", brewery: "Brasserie d'Orval", abv: 6.2))
    #expect(try diary.beer(beer)?.beer.fields.brewery == "Orval")
    _ = try diary.revert(change)
    #expect(try label(beer).facts == LabelFacts(name: "Orval", brewery: "Orval"))
  }

  @Test func beersInTheTrashAreNotCountedAndTheirLabelStays() throws {
    let beers = try (0..<2).map { _ in try add("Orval", "Orval", rating: 4) }

    _ = try diary.moveToTrash([beers[0]])
    #expect(try label(beers[1]).history.times == 1)
    _ = try diary.moveToTrash([beers[1]])
    #expect(try label(beers[1]).history.times == 0)
    #expect(try diary.summary().labelCount == 0)
    _ = try diary.emptyTrash()
    #expect(try diary.labels(named: "Orval") == [])
    #expect(try diary.label(uuid: try label(add("Orval", "Orval")).uuid) != nil)
  }

  /// The beers of a list with one beer of each label, as the screen and as `list` read it.
  private func foundLabels(_ filter: String, generation: Int? = nil) throws -> [Int64] {
    let query = BeerQuery(filter: try BeerFilter(filter), isDistinct: true, generation: generation)
    var listed: [Int64] = []
    try diary.forEachListItem(query) { listed.append($0.id) }
    #expect(try diary.listItems(query, in: 0..<9).map(\.id) == listed)
    return listed
  }

  /// What `list` prints of the first line of a list of labels, as text and in columns; both must be the same.
  private func factsOfFirstLine(_ query: BeerQuery) throws -> LabelFacts {
    let item = try #require(try diary.listItems(query, in: 0..<1).first)
    let facts = LabelFacts(name: item.name, brewery: item.brewery, style: item.style, abv: item.abv)
    let properties = ["name", "brewery", "style", "abv"].compactMap { BeerProperty.builtIn(named: $0) }
    var values: [JSONValue?] = []
    try diary.forEachBeer(query, values: properties, limit: 1) { values = $0 }
    #expect(
      values == [
        facts.name.map { .text($0) }, facts.brewery.map { .text($0) }, facts.style.map { .text($0) },
        facts.abv.map { .number($0) },
      ])
    return facts
  }

  @Test func aLineOfAListOfLabelsShowsWhatTheLabelShows() throws {
    let new = try add("Purple Haze", on: "2024-01-01")
    let old = try add("Purpel Haze", "Abita", on: "2020-01-01")
    _ = try diary.mergeLabels([label(old).uuid], into: label(new).uuid)
    let filter = try BeerFilter("year:2020")
    let labels = BeerQuery(filter: filter, isDistinct: true)

    #expect(try diary.listItems(labels, in: 0..<1).map(\.id) == [old])
    #expect(try factsOfFirstLine(labels) == LabelFacts(name: "Purple Haze", brewery: "Abita"))
    _ = try diary.setFacts(
      LabelFacts(brewery: "Abita Brewing", style: "Wheat", abv: 4.2), ofLabel: label(new).uuid)
    #expect(try factsOfFirstLine(labels) == label(old).facts)
    #expect(try label(old).facts.abv == 4.2)
    // A beer in the trash is not asked first, and a list of beers shows the beers.
    _ = try diary.moveToTrash([new])
    #expect(try factsOfFirstLine(labels).name == "Purpel Haze")
    #expect(
      try factsOfFirstLine(BeerQuery(filter: filter)) == LabelFacts(name: "Purpel Haze", brewery: "Abita"))
  }

  @Test func aLineOfAListOfLabelsForABeerWithoutALabelShowsTheBeer() throws {
    let beer = try add("Orval", "Brasserie d'Orval")
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET label_id = NULL WHERE id = \(beer)")
    file.close()

    let facts = try factsOfFirstLine(BeerQuery(isDistinct: true))
    #expect(facts == LabelFacts(name: "Orval", brewery: "Brasserie d'Orval"))
  }

  @Test func theRatingInAListOfLabelsIsTheMeanRating() throws {
    let once = try add("A", rating: 5, on: "2024-01-03")
    let favorite = try [add("B", rating: 5, on: "2020-01-01"), add("B", rating: 4, on: "2021-01-01")]
    let mixed = try [add("C", rating: 5, on: "2020-01-02"), add("C", rating: 2, on: "2021-01-02")]
    let partly = try [add("D", on: "2019-01-01"), add("D", rating: 3, on: "2018-01-01")]
    let unrated = try add("E", on: "2017")
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET label_id = NULL WHERE id = \(once)")
    file.close()

    #expect(try found("rating>=4.5") == [once, favorite[0], mixed[0]])
    #expect(try foundLabels("rating>=4.5") == [once, favorite[1]])
    #expect(try foundLabels("rating:4.5") == [favorite[1]])
    #expect(try foundLabels("-rating>=4.5") == [mixed[1], partly[0], unrated])
    #expect(try foundLabels("rating>=4.5 last<2022") == [favorite[1]])
    #expect(try foundLabels("has:rating year:2019") == [partly[0]])
    #expect(try foundLabels("no:rating") == [unrated])

    var labels: [String?] = []
    try diary.forEachLabel(BeerQuery(filter: try BeerFilter("rating>=4.5"), isDistinct: true)) {
      labels.append($0.facts.name)
    }
    #expect(labels == ["B"])
    let favorites = BeerQuery(filter: try BeerFilter("rating>=4.5"), isDistinct: true)
    #expect(try diary.summary(favorites).countWithRepeats == 3)

    // The same condition by name, which also selects beers.
    #expect(try foundLabels("mean_rating>=4.5") == [once, favorite[1]])
    #expect(try found("mean_rating>=4.5") == Set([once] + favorite))
    #expect(try found("mean_rating:3..3.5 rating>=3") == [mixed[0], partly[1]])
    #expect(try found("no:mean_rating") == [unrated])
    #expect(try found("has:mean_rating -has:rating") == [partly[0]])
  }

  @Test func statisticsCountTheBeersOfTheListByTheMeaningOfItsFilter() throws {
    for rating in [5.0, 2] { _ = try add("A", rating: rating) }
    for rating in [5.0, 4.5] { _ = try add("B", rating: rating) }
    let filter = try BeerFilter("rating>=4.5")
    let beers = BeerQuery(filter: filter)
    let labels = BeerQuery(filter: filter, isDistinct: true)
    let ofLabels = BeerQuery(filter: labels.withExplicitRatings.filter)

    #expect(beers.withExplicitRatings == beers)
    #expect(ofLabels.filter.description == "mean_rating>=4.5")
    for counting in DiaryStatistics.Counting.allCases {
      let counts = try [beers, labels, ofLabels].map { query in
        let statistics = try diary.statistics(query, counting: counting)
        return [statistics.beerCount, statistics.labelCount]
      }
      #expect(counts == [[3, 2], [2, 1], [2, 1]])
    }
    var groups: [BeerGroup] = []
    try diary.forEachGroup(ofLabels, BeerGrouping(by: .label)) { groups.append($0) }
    #expect(groups.map(\.beerCount) == [2])
  }

  @Test func aRatedBeerUpdatesAListFilteredByTheMeanRating() throws {
    let a = try add("A", rating: 5, on: "2024-01-02")
    let b = try add("B", rating: 5, on: "2024-01-01")
    diary.followChanges { _ in }
    #expect(try foundLabels("rating>=4.5", generation: 1) == [a, b])
    _ = try diary.summary(BeerQuery(filter: BeerFilter("rating>=4.5"), isDistinct: true, generation: 1))

    _ = try add("A", rating: 1, on: "2020-01-01")

    _ = try diary.summary(BeerQuery(filter: BeerFilter("rating>=4.5"), isDistinct: true, generation: 2))
    #expect(try foundLabels("rating>=4.5", generation: 2) == [b])
  }

  @Test func filtersAskForTheBeersOfALabel() throws {
    let a = try ["2019-06-01", "2024-01-01", "2024-05-01"].map { try add("A", on: $0) }
    let b = try ["2024-02-01", "2025-02-01"].map { try add("B", on: $0) }
    let c = try [add("C", on: "2018-01-01")]

    #expect(try found("times>=3") == Set(a))
    #expect(try found("times:1") == Set(c))
    #expect(try found("times:2..3") == Set(a + b))
    #expect(try found("first:2024") == Set(b))
    #expect(try found("last<2024-06") == Set(a + c))
    #expect(try found("again:yes") == Set(a.dropFirst() + b.dropFirst()))
    #expect(try found("again:no") == [a[0], b[0], c[0]])
    #expect(try found("-again:yes year:2024") == [b[0]])
    for text in ["again:maybe", "times:x", "times>=x", "times:1..x", "first:x", "last<june", "-last:x"] {
      #expect(throws: FilterError.self, "\(text)") { try BeerFilter(text) }
    }
    for text in ["times>=3", "first:2024", "last<2024-06", "again:no", "times:1"] {
      #expect(try BeerFilter(text).description == text)
    }
  }

  @Test func aLabelWithoutABeerInTheDiaryHasZeroTimes() throws {
    let kept = try add("A")
    let repeated = try add("A")
    let gone = try add("B")
    _ = try diary.moveToTrash([repeated, gone])

    #expect(try found("times:1") == [kept] && found("times:0").isEmpty)
    let inTrash: [(String, Set<Int64>)] = [
      ("times<2", [repeated, gone]), ("times:0", [gone]), ("-times>=1", [gone]), ("times>=1", [repeated]),
    ]
    for (filter, beers) in inTrash {
      let query = BeerQuery(filter: try BeerFilter("in:trash \(filter)"))
      #expect(try found("in:trash \(filter)") == beers, "\(filter)")
      // The first beers of a list are read without evaluating the filter for all of them.
      #expect(try Set(diary.listItems(query, in: 0..<9).map(\.id)) == beers, "\(filter)")
      #expect(try diary.summary(query).beerCount == beers.count, "\(filter)")
    }
  }

  @Test func aLabelWithoutABeerInTheDiaryIsSortedAsZeroTimes() throws {
    _ = try add("A")
    let repeated = try add("A")
    let gone = try add("B")
    _ = try diary.moveToTrash([repeated, gone])
    var query = BeerQuery(filter: try BeerFilter("in:trash"))
    query.order = .times

    let items = try diary.listItems(query, in: 0..<9)

    #expect(items.map(\.id) == [repeated, gone] && items.map(\.times) == [1, 0])
  }

  @Test func aLabelIsNotListedForABeerInTheTrash() throws {
    _ = try add("A")
    let trashed = try diary.add(NewBeer(fields: BeerFields(name: "A", style: "Stout"))).id
    _ = try diary.addPhoto(to: trashed, image: FixtureBytes("photo"))
    _ = try diary.moveToTrash([trashed])
    try diary.finishBackgroundWork()

    let counts = [
      ("stout", 0), ("style:stout", 0), ("has:photo", 0), ("no:photo", 1), ("in:trash", 1),
      ("in:trash stout", 1),
    ]
    for (filter, count) in counts {
      var listed = 0
      try diary.forEachLabel(BeerQuery(filter: BeerFilter(filter), isDistinct: true)) { _ in listed += 1 }
      #expect(listed == count, "\(filter)")
    }
  }

  @Test func aDistinctListIsReadAfterAnotherProgramDeletedTheLastBeer() throws {
    let beers = try ["A", "B"].map { try add($0) }
    #expect(try diary.summary(BeerQuery(generation: 1)).beerCount == 2)
    let other = try Diary.open(at: diary.path)
    _ = try other.moveToTrash([beers[1]])
    _ = try other.emptyTrash()

    let query = BeerQuery(isDistinct: true, generation: 1)
    _ = try diary.summary(query)
    #expect(try diary.listItems(query, in: 0..<9).map(\.id) == [beers[0]])
    try other.close()
  }

  @Test func aDistinctListIsSortedAgainAfterAnotherBeerOfALabelIsRated() throws {
    let a = try add("A", rating: 4)
    let b = try add("B", rating: 3)
    let unrated = try add("C")
    diary.followChanges { _ in }
    #expect(
      try diary.listItems(BeerQuery(order: .rating, isDistinct: true, generation: 1), in: 0..<9).map(\.id)
        == [a, b, unrated])
    _ = try diary.summary(BeerQuery(order: .rating, isDistinct: true, generation: 1))

    let again = try add("A", rating: 1)

    let query = BeerQuery(order: .rating, isDistinct: true, generation: 2)
    _ = try diary.summary(query)
    #expect(try diary.listItems(query, in: 0..<9).map(\.id) == [b, again, unrated])
    let plain = BeerQuery(order: .rating, generation: 2)
    #expect(try diary.listItems(plain, in: 0..<9).map(\.id) == [a, b, again, unrated])
  }

  @Test func aBeerWithANegativeIDIsNotTakenForALabel() throws {
    let beer = try add("A")
    let id = try -rowID(label(beer))
    let file = try SQLiteFile(diary.path)
    // Without a label, as long as nothing is written.
    try file.execute(
      """
      INSERT INTO beer (id, uuid, name, created_at, updated_at)
      VALUES (\(id), randomblob(16), 'B', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z')
      """)
    file.close()
    let query = BeerQuery(order: .name, isDistinct: true, generation: 1)

    #expect(try diary.listItems(query, in: 0..<9).map(\.id) == [beer, id])
    #expect(try diary.summary(query).beerCount == 2)
    var all: [Int64] = []
    try diary.forEachListItem(query) { all.append($0.id) }
    #expect(all == [beer, id])
    #expect(try diary.statistics().labelCount == 2)
  }

  @Test func aFilteredListHasTheOtherBeersOfALabelAfterAChange() throws {
    let first = try add("A")
    let filter = try BeerFilter("times>=2")
    diary.followChanges { _ in }
    #expect(try diary.summary(BeerQuery(filter: filter, generation: 1)).beerCount == 0)

    let second = try add("A")

    let query = BeerQuery(filter: filter, generation: 2)
    #expect(try diary.summary(query).beerCount == 2)
    #expect(try diary.listItems(query, in: 0..<9).map(\.id) == [second, first])
  }

  @Test func aDistinctListHasTheFirstBeerOfEachLabel() throws {
    let a = try [(5.0, "2019"), (3.0, "2024"), (nil, "2021")].map { try add("A", rating: $0.0, on: $0.1) }
    let b = try [(4.5, "2020")].map { try add("B", rating: $0.0, on: $0.1) }

    func list(_ order: BeerQuery.Order, _ filter: String = "", isReversed: Bool = false) throws -> [Int64] {
      let query = BeerQuery(
        order: order, isReversed: isReversed, filter: try BeerFilter(filter), isDistinct: true, generation: 1)
      let items = try diary.listItems(query, in: 0..<9)
      #expect(try diary.summary(query).beerCount == items.count)
      #expect(try diary.listItems(query, in: 0..<9) == items)
      var all: [Int64] = []
      try diary.forEachListItem(query) { all.append($0.id) }
      #expect(all == items.map(\.id))
      return all
    }
    #expect(try list(.date) == [a[1], b[0]])
    #expect(try list(.date, isReversed: true) == [b[0], a[1]])
    // By the mean rating, which the list shows: A has the best beer.
    #expect(try list(.rating) == [b[0], a[2]])
    #expect(try list(.rating, isReversed: true) == [a[2], b[0]])
    #expect(try list(.rating, "year<=2020") == [b[0], a[0]])
    #expect(try list(.rating, "rating:4") == [a[2]])
    #expect(try list(.rating, "rating>=5") == [])
    #expect(try list(.times) == [a[2], b[0]])
    #expect(try list(.date, "year<=2021") == [a[2], b[0]])
    let query = BeerQuery(isDistinct: true, generation: 2)
    let item = try #require(try diary.listItems(query, in: 0..<1).first)
    #expect(item.history?.times == 3 && item.history?.meanRating == 4 && item.history?.bestRating == 5)
    #expect(try diary.position(of: a[0], in: query) == 0)
    #expect(try diary.summary().labelCount == 2)
    #expect(try diary.summary(query).countWithRepeats == 4)
    let filtered = BeerQuery(filter: try BeerFilter("year<=2021"), isDistinct: true, generation: 2)
    #expect(try diary.summary(filtered).countWithRepeats == 3)
    #expect(try diary.summary().countWithRepeats == nil)
    var exported: [Int64] = []
    try diary.forEachListItem(query) { exported.append($0.id) }
    #expect(exported == [a[1], b[0]])
    let times = BeerQuery(order: .times, generation: 1)
    #expect(try diary.listItems(times, in: 0..<9).map(\.times) == [3, 3, 3, 1])
    #expect(try diary.listItems(BeerQuery(generation: 1), in: 0..<9).allSatisfy { $0.times == nil })
  }

  @Test(arguments: BeerQuery.Order.builtIn + [.custom("hop")], ["", "rating>=3 or -has:rating"])
  func aReversedDistinctListHasTheSameBeersInTheOppositeOrder(_ order: BeerQuery.Order, _ filter: String)
    throws
  {
    var random = Seeds.generator(8)
    func maybe<Value>(_ values: [Value]) -> Value? {
      Int.random(in: 0..<3, using: &random) == 0 ? nil : values.randomElement(using: &random)
    }
    for _ in 0..<60 {
      var fields = BeerFields(
        name: ["Orval", "Gose", "Saison", "Haze", "Porter"].randomElement(using: &random),
        brewery: maybe(["Abita", "Boon"]), style: maybe(["Stout", "Gose"]), abv: maybe([4, 5, 6.2]),
        ibu: maybe([20, 35]), rating: maybe([1, 3, 4.5]), place: maybe(["Bar", "Home"]),
        serving: maybe(["can", "Bottle"]), price: maybe(["€3", "4,50 €", "free"]),
        drunkAt: maybe(["2019", "2021-05", "2024-05-01"]).flatMap { DiaryDate($0) })
      if let hop = maybe([JSONValue.text("Citra"), .integer(3), .integer(7)]) { fields.extras["hop"] = hop }
      if let country = maybe(["Norway", "belgium"]) { fields.extras["country"] = .text(country) }
      _ = try diary.add(NewBeer(fields: fields))
    }
    func list(isReversed: Bool) throws -> [Int64] {
      let query = BeerQuery(
        order: order, isReversed: isReversed, filter: try BeerFilter(filter), isDistinct: true, generation: 1)
      var walked: [Int64] = []
      try diary.forEachListItem(query) { walked.append($0.id) }
      #expect(try diary.listItems(query, in: 0..<100).map(\.id) == walked)
      #expect(try diary.listItems(query, in: 2..<5).map(\.id) == Array(walked[2..<5]))
      var first: [Int64] = []
      try diary.forEachListItem(query, limit: 3) { first.append($0.id) }
      #expect(first == Array(walked.prefix(3)))
      return walked
    }
    func lacksValue(_ id: Int64) throws -> Bool {
      let fields = try #require(try diary.beer(id)).beer.fields
      return switch order {
      case .date: fields.drunkAt == nil
      case .brewery: fields.brewery == nil
      case .style: fields.style == nil
      case .rating: try label(id).history.meanRating == nil
      case .abv: fields.abv == nil
      case .custom: fields.extras["hop"] == nil
      case .property("country"): fields.extras["country"] == nil
      case .property("best_rating"): try label(id).history.bestRating == nil
      case .property(let name): BeerColumn.named(name).map { $0.json(of: fields) == nil } ?? false
      case .name, .times: false
      }
    }

    let forward = try list(isReversed: false)
    let backward = try list(isReversed: true)

    let count = try forward.firstIndex { try lacksValue($0) } ?? forward.count
    #expect(count > 2 && forward.count > 5)
    #expect(try forward[count...].allSatisfy { try lacksValue($0) })
    let opposite = Array(forward[..<count].reversed()) + forward[count...]
    #expect(backward == opposite)
  }

  @Test func aDistinctListSaysThatNotAllBeersHaveLabels() throws {
    let beer = try add("A")
    _ = try add("B")
    #expect(try diary.summary(BeerQuery(isDistinct: true)).lacksLabels == false)
    // As after the migration of a large diary; another program does not give labels.
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET label_id = NULL WHERE id = \(beer)")
    file.close()
    #expect(try diary.summary(BeerQuery(isDistinct: true)).lacksLabels)
    #expect(try diary.summary().labelCount == nil)
  }

  @Test func aDistinctListHasPhotosIfOnlyAnEarlierBeerHasOne() throws {
    let old = try fresh.addBeer("Orval", drunkAt: "2019-06-01", photos: ["glass"])
    let new = try fresh.addBeer("Orval", drunkAt: "2024-05-01")
    let query = BeerQuery(isDistinct: true, generation: 1)

    let items = try diary.listItems(query, in: 0..<9)

    #expect(items.map(\.id) == [new.beer.id] && items.map(\.thumbnailID) == old.photos.map(\.id))
    #expect(try diary.summary(query).beersWithPhotos == 1)
  }

  @Test func aDistinctListHasThePhotoOfTheNewestBeerOnTheLocalClock() throws {
    let folder = try TemporaryFolder()
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let diary = try Diary.open(at: folder.file("diary.sqlite"), timeZone: auckland)
    // The instant is half past midnight on 2 June.
    for (caption, time) in [("instant", "2024-06-01T12:30:00Z"), ("local time", "2024-06-01T23:30:00")] {
      let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval", drunkAt: DiaryDate(time))))
      _ = try diary.addPhoto(to: beer.id, image: FixtureBytes(caption), caption: caption)
    }

    let items = try diary.listItems(BeerQuery(isDistinct: true, generation: 1), in: 0..<9)

    let newest = try #require(try diary.beer(1))
    #expect(items.map(\.id) == [1] && items.map(\.thumbnailID) == newest.photos.map(\.id))
    withExtendedLifetime(folder) {}
  }

  @Test func aLabelIsReadWithItsBeersTheirNotesAndPhotos() throws {
    let old = try fresh.addBeer("Orval", drunkAt: "2019-06-01", photos: ["front", "back"])
    let new = try fresh.addBeer("Orval", drunkAt: "2024-05-01", photos: ["glass"])
    let trashed = try fresh.addBeer("Orval", drunkAt: "2024-06-01", photos: ["cap"])
    _ = try fresh.addBeer("Duvel", photos: ["other"])
    var fields = old.beer.fields
    fields.notes = "Dry, with a long finish. " + String(repeating: "Again! ", count: 100)
    _ = try diary.edit(old.beer.id, to: fields)
    _ = try diary.moveToTrash([trashed.beer.id])

    let detail = try #require(try diary.labelDetail(ofBeer: old.beer.id))

    #expect(try label(new.beer.id) == detail.label && detail.label.history.times == 2)
    #expect(try diary.beers(ofLabel: detail.label.uuid) == detail.beers)
    #expect(detail.beers.map(\.id) == [new.beer.id, old.beer.id] && detail.photoCount == 3)
    #expect(detail.photos.map(\.caption) == ["glass", "front", "back"])
    #expect(detail.photos.map(\.order) == [0, 0, 1])
    #expect(Set(detail.notes.keys) == [old.beer.id])
    let start = try #require(detail.notes[old.beer.id])
    #expect(start.hasPrefix("Dry, with") && start.count < 400)
    #expect(try diary.labelDetail(uuid: detail.label.uuid) == detail)
    #expect(try diary.labelDetail(ofBeer: 4711) == nil && diary.labelDetail(uuid: UUID()) == nil)
    _ = try diary.moveToTrash([old.beer.id, new.beer.id])
    #expect(try diary.labelDetail(uuid: detail.label.uuid) == nil)
  }

  @Test func aLabelIsReadWithABoundedNumberOfPhotos() throws {
    let captions = (0..<LabelDetail.maxPhotos / 2 + 1).map { "photo \($0)" }
    let beers = try ["2020", "2021"].map { try fresh.addBeer("Orval", drunkAt: $0, photos: captions) }

    let detail = try #require(try diary.labelDetail(ofBeer: beers[0].beer.id))

    #expect(detail.photoCount == 2 * captions.count && detail.photos.count == LabelDetail.maxPhotos)
    #expect(detail.photos.prefix(captions.count).compactMap(\.caption) == captions)
    #expect(detail.photos.dropFirst(captions.count).map(\.order) == Array(0..<captions.count - 2))
  }
}
