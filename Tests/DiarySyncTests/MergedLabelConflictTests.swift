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
}
