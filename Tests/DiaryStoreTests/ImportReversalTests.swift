import DiaryStore
import FixtureStores
import Testing

/// Taking an import back.
@Suite struct ImportReversalTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private func imported(_ names: String...) throws -> DiaryChange {
    let batch = try diary.startImport(source: "csv")
    let drafts = names.map {
      BeerDraft(fields: BeerFields(name: $0), origin: Origin(source: "csv", id: $0))
    }
    _ = try diary.importBeers(drafts, batch: batch)
    return try #require(try diary.change(ofImport: batch.id))
  }

  @Test func whatWasAddedIsGoneAndCanBeImportedAgain() throws {
    let own = try fresh.addBeer("Own").beer
    let change = try imported("Orval", "Rochefort")
    let back = try diary.revert(change)

    #expect(!back.canBeTakenBack && change.canBeTakenBack)
    #expect(try diary.summary().beerCount == 1)
    #expect(try diary.beer(own.id)?.beer == own)
    _ = try imported("Orval", "Rochefort")
    #expect(try diary.summary().beerCount == 3)
  }

  @Test func whatWasAddedAndChangedStays() throws {
    let change = try imported("Orval", "Rochefort")
    let row = try #require(try diary.rows(in: 0..<1).first)
    _ = try diary.addPhoto(to: row.id, image: FixtureBytes("photo"), caption: nil, allowsSame: true)

    let refused = DiaryError.changedMeanwhile(what: "“\(row.name ?? "")”")
    #expect(throws: refused) { try diary.revert(change) }
    #expect(try diary.summary().beerCount == 2)
  }

  @Test func anImportThatAddedNothingIsNoChange() throws {
    #expect(try diary.change(ofImport: diary.startImport(source: "csv").id) == nil)
  }
}
