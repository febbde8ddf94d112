import DiaryFixtures
import DiaryModel
import GRDB
import Testing

@testable import DiaryStore

/// The beers of the diary that rows of a file are compared with.
@Suite struct ExistingBeerTests {
  /// The columns of a file, its custom fields, the values of a row, and whether one may have been emptied.
  static let fileFields: [([String], Set<String>, Double?, String?, Bool)] = [
    (["name", "rating"], ["hop"], 4, "Citra", false), (["name", "rating"], ["hop"], nil, "Citra", true),
    (["name", "rating"], ["hop"], 4, nil, true), (["name", "rating"], [], 4, nil, false),
    (["name"], ["hop"], nil, "Citra", false),
  ]

  private let fresh: FreshDiary

  init() throws { fresh = try FreshDiary() }

  /// Other values are compared one by one, which takes longer.
  @Test(arguments: fileFields)
  func onlyAFieldOfTheFileMayHaveBeenEmptied(
    _ columns: [String], _ customFields: Set<String>, _ rating: Double?, _ hop: String?, _ isExpected: Bool
  ) throws {
    let diary = fresh.diary
    var fields = BeerFields(name: "Orval", rating: 4, notes: "dry")
    fields.extras = ["hop": .text("Citra"), "glass": .text("tulip")]
    let origin = Origin(source: "csv", id: "1")
    _ = try diary.add(NewBeer(fields: fields, origin: origin))
    try diary.close()
    var imported = BeerFields(name: "Orval", rating: rating)
    imported.extras["hop"] = hop.map { .text($0) }
    var beer = ImportedBeer(NewBeer(fields: imported, origin: origin))
    beer.fileFields.columns = Set(columns)
    beer.fileFields.customFields = customFields

    let queue = try DatabaseQueue(path: diary.path)
    let existing = try queue.read { [beer] db in
      try ExistingBeerLookup(db, source: "csv", ImportPolicy(onDuplicate: .update)).existing(beer)
    }

    #expect(existing?.isSame == true && existing?.mayHaveEmptiedValues == isExpected)
    try queue.close()
  }
}
