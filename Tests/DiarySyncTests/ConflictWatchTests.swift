import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import Interchange
import TestSupport
import Testing

/// What changes discard by ending conflicts.
@Suite struct ConflictWatchTests {
  private let store: TemporaryFolder
  private let first: Desk
  private let second: Desk
  private let beer: UUID

  init() throws {
    store = try TemporaryFolder()
    first = try Desk("laptop")
    second = try Desk("tower")
    beer = try first.add("Orval")
    try first.share(in: store, with: second)
  }

  /// Makes both change something before they see each other's change; that of the second is the newer one.
  private func conflict(_ edit: (Desk, Int) throws -> Void) throws {
    try edit(first, 0)
    try first.sync()
    try edit(second, 1)
    try first.exchange(with: second)
  }

  @Test func anEditDiscardsTheValuesThatAreNotShown() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let watch = try ConflictWatch(second.diary)

    try second.edit(beer) { $0.notes = "Dry" }
    #expect(try watch.discarded() == [], "another field")
    try second.edit(beer) { $0.rating = 3 }

    let discarded = try watch.discarded()
    #expect(discarded.map(\.field) == ["Rating"] && discarded.first?.title == "Orval")
    #expect(discarded.first?.choices.map(\.text) == ["4"])
    #expect(discarded.first?.choices.map(\.device) == ["laptop"])
    #expect(try ConflictWatch(second.diary).discarded() == [], "the conflict had ended before")
  }

  @Test func aValueThatIsWrittenAgainIsNotDiscarded() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let watch = try ConflictWatch(second.diary)

    try second.edit(beer) { $0.rating = 4 }
    #expect(try watch.discarded() == [])
    try second.edit(beer) { $0.rating = 4.5 }
    #expect(try watch.discarded() == [] && second.conflicts().count == 1, "it is changed back")
  }

  @Test func itDoesNotMatterWhenABeerWasMovedToTheTrash() throws {
    let id = try first.id(beer)
    _ = try first.diary.moveToTrash([id])
    try first.exchange(with: second)
    try conflict { desk, index in
      _ = try desk.diary.restore([desk.id(beer)])
      if index == 0 { _ = try desk.diary.moveToTrash([desk.id(beer)]) }
    }
    #expect(
      try first.conflicts().first?.choices.map(\.text) == ["not in the trash", "in the trash"])
    let watch = try ConflictWatch(first.diary)

    _ = try first.diary.moveToTrash([id])

    #expect(try watch.discarded() == [])
  }

  @Test func undoBringsTheConflictBackUntilTheChangeIsSent() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let watch = try ConflictWatch(first.diary)
    try first.edit(beer) { $0.rating = 3 }
    #expect(try watch.discarded().count == 1)

    _ = try first.diary.undoChange()

    #expect(try watch.discarded() == [] && first.conflicts().count == 1)
  }

  /// The other label shows one of the values of the merged one.
  @Test(arguments: [false, true])
  func aFactOfALabelDiscardsThoseOfAMergedLabel(_ showsOlderValue: Bool) throws {
    let other = try first.add("Orval Trappist")
    try first.exchange(with: second)
    let labels = try [beer, other].map { try #require(try first.diary.label(ofBeer: first.id($0))).uuid }
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    _ = try second.diary.mergeLabels([labels[0]], into: labels[1])
    if showsOlderValue { _ = try second.diary.setFacts(LabelFacts(style: "Ale"), ofLabel: labels[1]) }
    try first.exchange(with: second)
    let watch = try ConflictWatch(first.diary)

    _ = try first.diary.setFacts(LabelFacts(style: "Stout"), ofLabel: labels[1])

    let discarded = try watch.discarded()
    #expect(discarded.map(\.field) == ["Merged label style"] && discarded.first?.title == "Orval Trappist")
    #expect(discarded.first?.choices.map(\.text) == [showsOlderValue ? "Trappist" : "Ale"])
    _ = try first.diary.undoChange()
    #expect(try watch.discarded() == [] && first.conflicts().count == 1)
  }

  /// A merge takes over the fact, and so its conflict, only if the other label has none.
  @Test(arguments: [false, true])
  func aMergeDiscardsTheValuesOfAFactThatIsNotTakenOver(_ hasOwnFact: Bool) throws {
    let other = try first.add("Orval Trappist")
    try first.exchange(with: second)
    let labels = try [beer, other].map { try #require(try first.diary.label(ofBeer: first.id($0))).uuid }
    if hasOwnFact { _ = try first.diary.setFacts(LabelFacts(style: "Stout"), ofLabel: labels[1]) }
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    let watch = try ConflictWatch(first.diary)

    _ = try first.diary.mergeLabels([labels[0]], into: labels[1])

    let discarded = try watch.discarded()
    #expect(discarded.map(\.field) == (hasOwnFact ? ["Merged label style"] : []))
    #expect(discarded.flatMap(\.choices).map(\.text) == (hasOwnFact ? ["Ale"] : []))
    #expect(try first.conflicts().count == (hasOwnFact ? 0 : 1))
    _ = try first.diary.undoChange()
    #expect(try watch.discarded() == [] && first.conflicts().count == 1)
  }

  /// The label has no style, and an older one of another device.
  @Test func anImportDoesNotSetAFactInConflict() throws {
    let label = try #require(try first.diary.label(ofBeer: first.id(beer))).uuid
    _ = try first.diary.setFacts(LabelFacts(style: "Ale"), ofLabel: label)
    try first.exchange(with: second)
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Stout", nil][index]), ofLabel: label)
    }
    let other = try Desk("other")
    try other.add("Orval")
    _ = try other.diary.setFacts(LabelFacts(style: "Gose", abv: 6.2), ofLabel: label)
    var bytes: [UInt8] = []
    _ = try DiaryExport(.json).run(from: other.diary) { bytes += $0 }

    let summary = try FileImport(ImportSource(bytes)).run(into: first.diary)
    #expect(summary.failure == nil && summary.tally.decisions.editedCount == 1)

    #expect(try first.diary.factOverrides(ofLabel: label) == LabelFacts(abv: 6.2))
    #expect(try first.conflicts().map { $0.choices.map(\.text) } == [[nil, "Stout"]])
  }
}
