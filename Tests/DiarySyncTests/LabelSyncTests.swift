import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Sync
import TestSupport
import Testing

@testable import DiarySync

/// Decisions about labels that two devices exchange.
@Suite struct LabelSyncTests {
  private let objects: SharedObjects
  private let first: Device
  private let second: Device

  init() throws {
    objects = try SharedObjects()
    first = try Device(objects)
    second = try Device(objects)
  }

  private func exchange() throws {
    for _ in 0..<3 { for device in [first, second] { try device.sync() } }
  }

  /// The labels of beers on the second device.
  private func labels(_ beers: [Beer]) throws -> [UUID] {
    try beers.map { beer in
      let copy = try #require(try second.diary.beer(uuid: beer.uuid)).beer
      return try #require(try second.diary.label(ofBeer: copy.id)).uuid
    }
  }

  @Test func factsOfALabelArrive() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", brewery: "Orval")))
    let label = try #require(try first.diary.label(ofBeer: beer.id))
    _ = try first.diary.setFacts(LabelFacts(abv: 6.2), ofLabel: label.uuid)

    try exchange()

    #expect(try second.diary.factOverrides(ofLabel: label.uuid) == LabelFacts(abv: 6.2))
  }

  @Test func mergedLabelsArriveAndAreSeparateAgainAfterUndo() throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    #expect(before[0] != before[1])

    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    try exchange()
    #expect(try labels(beers) == [before[0], before[0]])

    _ = try first.diary.undoChange()
    try exchange()
    #expect(try labels(beers) == before)
  }

  /// The device that merges the labels has not seen the facts.
  @Test(arguments: [false, true]) func factsOfALabelThatAnotherDeviceMergesStay(_ isCleared: Bool) throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    if isCleared {
      for facts in [LabelFacts(abv: 5), LabelFacts()] {
        _ = try second.diary.setFacts(facts, ofLabel: before[0])
        try exchange()
      }
    }
    _ = try first.diary.setFacts(LabelFacts(style: "Trappist", abv: 6.2), ofLabel: before[1])
    _ = try second.diary.mergeLabels([before[1]], into: before[0])

    try exchange()

    for device in [first, second] {
      let facts = try device.diary.factOverrides(ofLabel: before[0])
      #expect(facts.style == "Trappist" && facts.abv == (isCleared ? nil : 6.2))
    }
    _ = try second.diary.setFacts(LabelFacts(style: "Pale ale"), ofLabel: before[0])
    try exchange()
    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]) == LabelFacts(style: "Pale ale"))
      let unsent: Int = try device.diary.read { try ChangeTracker($0).changedRowCount }
      #expect(unsent == 0)
    }
  }

  @Test func aFactThatIsClearedRightAfterAMergeStaysCleared() throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    _ = try first.diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: before[1])
    try exchange()

    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    _ = try first.diary.setFacts(LabelFacts(), ofLabel: before[0])
    try exchange()

    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]) == LabelFacts())
    }
  }

  @Test(arguments: [nil, "Pale ale"])
  func aFactThatChangesWhileAnotherDeviceMergesItsLabelIsThatOfTheOtherLabel(_ style: String?) throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    _ = try first.diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: before[1])
    try exchange()

    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    _ = try second.diary.setFacts(LabelFacts(style: style), ofLabel: before[1])
    try exchange()

    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]).style == style)
      let unsent: Int = try device.diary.read { try ChangeTracker($0).changedRowCount }
      #expect(unsent == 0)
    }
  }

  /// The fact arrives on the device that has merged the label, and changes before the merge arrives on the other one.
  @Test(arguments: [nil, "Pale ale"])
  func aFactTakenOverAfterTheMergeFollowsTheMergedLabel(_ style: String?) throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    _ = try second.diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: before[1])
    for device in [second, first, first] { try device.sync() }
    #expect(try first.diary.factOverrides(ofLabel: before[0]).style == "Trappist")

    _ = try second.diary.setFacts(LabelFacts(style: style), ofLabel: before[1])
    try exchange()

    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]).style == style)
      let unsent: Int = try device.diary.read { try ChangeTracker($0).changedRowCount }
      #expect(unsent == 0)
    }
  }

  /// It had the fact itself, and has not taken it over.
  @Test func aLabelKeepsAFactThatIsClearedForOneThatIsMergedIntoIt() throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    for label in before { _ = try first.diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: label) }
    try exchange()

    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    _ = try second.diary.setFacts(LabelFacts(), ofLabel: before[1])
    try exchange()

    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]).style == "Trappist")
    }
  }

  /// The user has set the same fact, and the label has not taken it over.
  @Test(arguments: [nil, "Porter"])
  func aLabelKeepsAFactThatIsSetAfterAMerge(_ style: String?) throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    for (label, style) in zip(before, ["Stout", "Trappist"]) {
      _ = try first.diary.setFacts(LabelFacts(style: style), ofLabel: label)
    }
    try exchange()

    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    try first.sync()
    _ = try first.diary.setFacts(LabelFacts(style: "Trappist"), ofLabel: before[0])
    try first.sync()
    _ = try second.diary.setFacts(LabelFacts(style: style), ofLabel: before[1])
    for device in [second, first, second] { try device.sync() }

    for device in [first, second] {
      #expect(try device.diary.factOverrides(ofLabel: before[0]).style == "Trappist")
    }
  }

  /// The first label is merged into the second again, not into the third.
  @Test func undoingTheSecondOfTwoMergesIsSent() throws {
    let beers = try ["Orval", "Orval Trappist", "Orval Vert"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    for index in [0, 1] {
      _ = try first.diary.mergeLabels([before[index]], into: before[index + 1])
      try exchange()
    }
    #expect(try labels(beers) == [before[2], before[2], before[2]])

    _ = try first.diary.undoChange()
    try exchange()

    #expect(try labels(beers) == [before[1], before[1], before[2]])
  }

  /// One device merges the first label into the second, the other merges the second into the first.
  @Test func labelsMergedIntoEachOtherBecomeOneLabel() throws {
    let beers = try ["Orval", "Orval Trappist"].map {
      try first.diary.add(NewBeer(fields: BeerFields(name: $0, brewery: "Orval")))
    }
    try exchange()
    let before = try labels(beers)
    _ = try first.diary.mergeLabels([before[1]], into: before[0])
    _ = try second.diary.mergeLabels([before[0]], into: before[1])

    try exchange()

    let after = try labels(beers)
    #expect(after[0] == after[1])
    #expect(try first.diary.label(ofBeer: beers[0].id)?.uuid == after[0])
    #expect(try first.diary.label(ofBeer: beers[1].id)?.uuid == after[0])
  }

  /// The name leads to the label of the product, which was added first.
  @Test func aBeerThatArrivesInTheTrashHasTheLabelThatItHasOnItsDevice() throws {
    let clock = TestClock()
    let (first, second) = try (Device(objects, clock: { clock.now }), Device(objects, clock: { clock.now }))
    var product = BeerFields(name: "Orval", brewery: "Orval")
    product.extras["bid"] = .integer(1)
    let beer = try first.diary.add(NewBeer(fields: product, origin: Origin(source: "untappd", id: "7")))
    // The UUIDs of beers are in the order of their times.
    clock.advance(seconds: 1)
    let other = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", brewery: "Orval")))
    _ = try first.diary.moveToTrash([beer.id])

    for device in [first, second] { try device.sync() }

    let labels = try first.labels()
    #expect(labels[beer.uuid] != nil && labels[beer.uuid] == labels[other.uuid])
    #expect(try second.labels() == labels)
  }

  @Test func aLabelThatIsSplitOffArrivesAndIsKeptApart() throws {
    let beers = try (0..<2).map { _ in
      try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", brewery: "Orval")))
    }
    try exchange()
    _ = try first.diary.splitLabel(ofBeer: beers[1].id)

    try exchange()

    let split = try labels(beers)
    #expect(split[0] != split[1])
    #expect(try first.diary.label(ofBeer: beers[1].id)?.uuid == split[1])
    #expect(try second.diary.keepApart(split[0], split[1]) == nil)

    _ = try first.diary.undoChange()
    try exchange()

    #expect(try labels(beers) == [split[0], split[0]])
  }
}
