import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import TestSupport
import Testing

/// Conflicts of labels that are merged.
@Suite struct MergedLabelConflictTests {
  private let store: TemporaryFolder
  private let first: Desk
  private let second: Desk
  private let beer: UUID
  /// Those of “Orval” and “Orval Trappist”.
  private let labels: [UUID]

  init() throws {
    store = try TemporaryFolder()
    let desk = try Desk("laptop")
    first = desk
    second = try Desk("tower")
    beer = try desk.add("Orval")
    let beers = [beer, try desk.add("Orval Trappist")]
    labels = try beers.map { try #require(try desk.diary.label(ofBeer: desk.id($0))).uuid }
    try first.share(in: store, with: second)
  }

  private func setStyle(_ style: String, of label: Int, at desk: Desk) throws {
    _ = try desk.diary.setFacts(LabelFacts(style: style), ofLabel: labels[label])
  }

  /// Gives a label the style “Ale” on the first device, and the newer “Trappist” on the second one.
  private func conflict(ofLabel label: Int) throws {
    try setStyle("Ale", of: label, at: first)
    try first.sync()
    try setStyle("Trappist", of: label, at: second)
    try first.exchange(with: second)
  }

  private func onlyConflict(of desk: Desk) throws -> SyncConflict {
    let conflicts = try desk.conflicts()
    #expect(conflicts.count == 1)
    return try #require(conflicts.first)
  }

  /// The merge has given the other label its name, which is not sent yet.
  @Test func theConflictHasTheNameOfTheOtherLabelBeforeTheMergeIsSent() throws {
    try conflict(ofLabel: 1)
    #expect(try onlyConflict(of: first).title == "Orval Trappist")

    _ = try first.diary.mergeLabels([labels[1]], into: labels[0])

    #expect(try onlyConflict(of: first).title == "Orval")
    try first.exchange(with: second)
    for desk in [first, second] { #expect(try onlyConflict(of: desk).title == "Orval") }
  }

  /// The beer that was added last is not the one from which the label has its name.
  @Test func theConflictOfALabelHasTheNameThatTheLabelShows() throws {
    try first.edit(beer) { $0.drunkAt = DiaryDate("2024-06-01") }
    _ = try first.diary.mergeLabels([labels[1]], into: labels[0])
    try first.exchange(with: second)

    try conflict(ofLabel: 0)

    #expect(try first.diary.label(ofBeer: first.id(beer))?.facts.name == "Orval")
    for desk in [first, second] { #expect(try onlyConflict(of: desk).title == "Orval") }
  }

  // MARK: - Conflicts of both labels

  /// Makes a conflict of a label, and one of the other label, into which the first one is merged: they have “Trappist”,
  /// and the older values “Ale” and “Stout” of the first device.
  private func conflicts(ofBothWithMerged merged: Int) throws -> [SyncConflict] {
    try conflict(ofLabel: merged)
    try setStyle("Stout", of: 1 - merged, at: first)
    try first.sync()
    _ = try second.diary.mergeLabels([labels[merged]], into: labels[1 - merged])
    try first.exchange(with: second)
    let conflicts = try first.conflicts()
    #expect(Set(conflicts.map(\.title)).count == 1)
    #expect(conflicts.map(\.field) == ["Label style", "Merged label style"])
    #expect(conflicts.map { $0.choices.map(\.text) } == [["Trappist", "Stout"], ["Trappist", "Ale"]])
    return conflicts
  }

  @Test(arguments: [0, 1]) func aChoiceNamesWhatElseItDiscards(_ index: Int) throws {
    let conflicts = try conflicts(ofBothWithMerged: 0)
    let watch = try ConflictWatch(first.diary)

    let change = try SyncSession.resolve(conflicts[index].id, choosing: 1, of: first.diary)

    #expect(try first.conflicts() == [])
    #expect(try watch.ended() == Set(conflicts.map(\.id)))
    let discarded = try watch.discarded(by: [change])
    #expect(discarded.map(\.id) == [conflicts[1 - index].id])
    #expect(discarded.flatMap(\.choices).map(\.text) == [["Ale", "Stout"][index]])
    _ = try first.diary.revert(change)
    #expect(try first.conflicts() == conflicts && watch.ended() == [])
  }

  @Test func choosingTheShownValueKeepsTheOtherConflict() throws {
    let conflicts = try conflicts(ofBothWithMerged: 0)
    let watch = try ConflictWatch(first.diary)

    let change = try SyncSession.resolve(conflicts[0].id, choosing: 0, of: first.diary)

    #expect(try first.conflicts() == [conflicts[1]])
    #expect(try watch.discarded(by: [change]) == [])
  }

  /// The choice for the merged label is written for the other one as well.
  @Test(arguments: [0, 1]) func resolvingBothConflictsSetsTheValueOfTheRemainingLabel(_ merged: Int) throws {
    let conflicts = try conflicts(ofBothWithMerged: merged)

    let changes = try SyncSession.resolveAll(conflicts, choosing: .thisDevice, of: first.diary)

    #expect(changes.count == 2)
    try first.exchange(with: second)
    for desk in [first, second] {
      #expect(try desk.diary.factOverrides(ofLabel: labels[1 - merged]).style == "Stout")
      #expect(try desk.conflicts() == [])
    }
  }
}
