import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import GRDB
import Pictures
import SyncStores
import TestSupport
import Testing

/// Conflicts are listed on all devices until someone chooses.
@Suite struct ConflictTests {
  private let store: TemporaryFolder
  private let otherStore: TemporaryFolder
  private let first: Desk
  private let second: Desk
  private let beer: UUID

  init() throws {
    store = try TemporaryFolder()
    otherStore = try TemporaryFolder()
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

  private func onlyConflict(of desk: Desk) throws -> SyncConflict {
    let conflicts = try desk.conflicts()
    #expect(conflicts.count == 1)
    #expect(try desk.status().conflictCount == conflicts.count)
    return try #require(conflicts.first)
  }

  private func expectNoConflicts(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for desk in [first, second] {
      #expect(try desk.conflicts() == [], sourceLocation: sourceLocation)
      #expect(try desk.status().conflictCount == 0, sourceLocation: sourceLocation)
    }
  }

  // MARK: - Listing

  @Test func differentSpellingsOfACustomFieldAreShown() throws {
    try first.edit(beer) { $0.extras = ["a b": .integer(2)] }
    try first.exchange(with: second)
    try conflict { desk, index in
      try desk.edit(beer) { $0.extras = index == 0 ? ["AB": .integer(2)] : ["aB": .integer(2)] }
    }

    for desk in [first, second] {
      #expect(try Set(onlyConflict(of: desk).choices.map(\.text)) == ["AB: 2", "aB: 2"])
    }
  }

  @Test func aConflictHasTheValuesAndTheirDevices() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }

    for desk in [first, second] {
      let conflict = try onlyConflict(of: desk)
      #expect(conflict.title == "Orval" && conflict.field == "Rating" && conflict.beer == beer)
      #expect(conflict.choices.map(\.text) == ["4.5", "4"])
      #expect(conflict.choices.map(\.device) == ["tower", "laptop"])
      #expect(conflict.choices.map(\.isFromThisDevice) == [desk === second, desk === first])
      #expect(try desk.fields(beer).rating == 4.5)
    }
    #expect(try onlyConflict(of: first).id == onlyConflict(of: second).id)
  }

  @Test func devicesWithTheSameNameAreDistinguished() throws {
    let third = try Desk("tower")
    try third.join(store)
    for desk in [third, first, second] { try desk.sync() }
    try third.edit(beer) { $0.rating = 4 }
    // The other edit is later then.
    try third.sync()
    try second.edit(beer) { $0.rating = 4.5 }
    for desk in [second, first] { try desk.sync() }

    let names = try [second, third].map { "tower (\(try $0.status().device.prefix(8)))" }
    #expect(try onlyConflict(of: first).choices.map(\.device) == names)
    let devices = try SyncSession.devices(of: first.diary)
    #expect(devices.map(\.name) == ["laptop"] + names.sorted())
    #expect(try SyncSession.devices(of: third.diary).map(\.name) == [names[1], "laptop", names[0]])
  }

  /// Both have changed something under the id that they share, before one of them continues as a new device.
  @Test func valuesOfACopiedDiskAreDistinguished() throws {
    let copy = try Desk(copying: first, name: "laptop", withKeys: true)
    try first.edit(beer) { $0.rating = 4 }
    try copy.edit(beer) { $0.rating = 4.5 }
    for desk in [first, copy, first, copy] { try desk.sync() }
    // Until all know each other's names.
    for _ in 0..<2 { for desk in [first, copy, second] { try desk.sync() } }

    let names = try onlyConflict(of: second).choices.map(\.device)
    #expect(names.count == 2 && Set(names).count == 2, "\(names)")
    for desk in [first, copy] {
      let choices = try onlyConflict(of: desk).choices
      #expect(choices.map(\.device) == names)
      #expect(Set(choices.map(\.text)) == ["4", "4.5"])
      #expect(choices.filter(\.isFromThisDevice).map(\.text) == [desk === copy ? "4.5" : "4"])
    }
  }

  @Test func aValueThatAnotherDeviceWroteAsWellIsOneOfThisDevice() throws {
    let third = try Desk("phone")
    try third.join(store)
    for desk in [third, first, second, third] { try desk.sync() }
    // Each edit is later than the one before it.
    try first.edit(beer) { $0.rating = 4 }
    try first.sync()
    try third.edit(beer) { $0.rating = 4 }
    try third.sync()
    try second.edit(beer) { $0.rating = 4.5 }
    for desk in [second, first] { try desk.sync() }

    let choices = try onlyConflict(of: first).choices
    #expect(choices.map(\.text) == ["4.5", "4"])
    #expect(choices.map(\.isFromThisDevice) == [false, true])
    // All devices name the one that wrote it last.
    for desk in [first, second] {
      #expect(try onlyConflict(of: desk).choices.map(\.device) == ["tower", "phone"])
    }
    #expect(try resolveAll(first, .thisDevice).count == 1)
    #expect(try first.fields(beer).rating == 4)
  }

  @Test func anOwnEditCountsInATrashConflictDespiteALaterOne() throws {
    let third = try Desk("phone")
    try third.join(store)
    for desk in [third, first, second, third] { try desk.sync() }
    try first.edit(beer) { $0.notes = "Dry" }
    try third.edit(beer) { $0.style = "Trappist" }
    _ = try second.diary.moveToTrash([second.id(beer)])
    for desk in [first, third, second, first] { try desk.sync() }

    let conflict = try #require(try first.conflicts().first { $0.field == "Trash" })
    #expect(conflict.choices.map(\.isFromThisDevice) == [false, true])
  }

  @Test func changesOfDifferentFieldsAndEqualValuesAreNotAConflict() throws {
    try conflict { desk, index in
      try desk.edit(beer) {
        $0.style = "Trappist"
        if index == 0 { $0.rating = 4 } else { $0.notes = "Dry" }
      }
    }

    try expectNoConflicts()
  }

  // MARK: - Times

  /// Two computers whose clocks a test advances, with a beer that both have.
  private func desksWithClock() throws -> (clock: TestClock, desks: [Desk], beer: UUID) {
    let clock = TestClock()
    let desks = try ["laptop", "tower"].map { try Desk($0, clock: { clock.now }) }
    let beer = try desks[0].add("Orval")
    clock.advance(seconds: 60)
    try desks[0].create(in: otherStore)
    try desks[0].sync()
    try desks[1].join(otherStore)
    try desks[1].sync()
    clock.advance(seconds: 60)
    return (clock, desks, beer)
  }

  @Test func theNewerEditIsShownWhicheverDeviceSynchronizesFirst() throws {
    let (clock, desks, beer) = try desksWithClock()
    try desks[0].edit(beer) { $0.rating = 4 }
    let time = clock.now
    clock.advance(seconds: 3_600)
    try desks[1].edit(beer) { $0.rating = 4.5 }
    try desks[1].sync()
    clock.advance(days: 1)
    for desk in [desks[0], desks[1]] { try desk.sync() }

    for desk in desks {
      #expect(try desk.fields(beer).rating == 4.5)
      let choices = try #require(try desk.conflicts().first).choices
      #expect(choices.map(\.text) == ["4.5", "4"])
      #expect(choices.map { $0.time.timeIntervalSince(time).rounded() } == [3_600, 0])
    }
  }

  @Test func aBeerRestoredAfterBothDevicesTrashedItIsShown() throws {
    let (clock, desks, beer) = try desksWithClock()
    _ = try desks[0].diary.moveToTrash([desks[0].id(beer)])
    clock.advance(seconds: 60)
    _ = try desks[1].diary.moveToTrash([desks[1].id(beer)])
    try desks[1].sync()
    clock.advance(seconds: 60)
    _ = try desks[1].diary.restore([desks[1].id(beer)])
    try desks[1].sync()
    clock.advance(days: 1)
    for desk in desks { try desk.sync() }

    for desk in desks {
      #expect(try desk.conflicts().first?.choices.map(\.text) == ["not in the trash", "in the trash"])
      #expect(try desk.names() == ["Orval"])
    }
  }

  /// Undo sets the time of the last change back.
  @Test func anUndoIsNewerThanAnEditBeforeIt() throws {
    let (clock, desks, beer) = try desksWithClock()
    try desks[0].edit(beer) { $0.rating = 4 }
    for desk in desks { try desk.sync() }
    clock.advance(seconds: 60)
    try desks[1].edit(beer) { $0.rating = 4.5 }
    clock.advance(seconds: 60)
    _ = try desks[0].diary.undoChange()
    for desk in [desks[0], desks[1], desks[0]] { try desk.sync() }

    for desk in desks {
      #expect(try desk.conflicts().first?.choices.map(\.text) == [nil, "4.5"])
      #expect(try desk.fields(beer).rating == nil)
    }
  }

  // MARK: - Choosing

  @Test func theOtherValueIsChosenForAllDevices() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }

    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)

    #expect(try first.fields(beer).rating == 4)
    #expect(try first.conflicts() == [])
    try first.exchange(with: second)
    #expect(try second.fields(beer).rating == 4)
    try expectNoConflicts()
  }

  @Test func theShownValueIsChosenForAllDevices() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }

    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 0, of: first.diary)

    #expect(try first.status().unsentCount == 1)
    try first.exchange(with: second)
    #expect(try second.fields(beer).rating == 4.5)
    try expectNoConflicts()
  }

  @Test(arguments: [0, 1]) func aChoiceIsUndoneAndRedone(_ index: Int) throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let before = try onlyConflict(of: first)
    let change = try SyncSession.resolve(before.id, choosing: index, of: first.diary)

    let reverse = try first.diary.revert(change)

    #expect(try onlyConflict(of: first) == before)
    #expect(try first.fields(beer).rating == 4.5)
    _ = try first.diary.revert(reverse)
    #expect(try first.conflicts() == [])
    #expect(try first.fields(beer).rating == [4.5, 4][index])

    _ = try first.diary.undoChange()
    try first.exchange(with: second)
    #expect(try onlyConflict(of: second).choices.map(\.text) == before.choices.map(\.text))
  }

  @Test func aChoiceThatWasSentIsUndoneAsANewEdit() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    _ = try first.diary.undoChange()
    try first.exchange(with: second)

    #expect(try second.fields(beer).rating == 4.5)
    try expectNoConflicts()
  }

  @Test func undoingTheChoiceOfTheShownValueAfterItWasSentChangesNothing() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let change = try SyncSession.resolve(onlyConflict(of: first).id, choosing: 0, of: first.diary)
    try first.exchange(with: second)

    #expect(try [first.diary.revert(change)].changedNothing)
    #expect(try first.fields(beer).rating == 4.5)
    #expect(try first.status().unsentCount == 0)
    #expect(throws: UndoError.nothingToRedo) { try first.diary.redoChange() }
    try expectNoConflicts()
  }

  @Test func aConflictOfABeerThatComesBackFromAnEmptiedTrashIsListed() throws {
    let third = try Desk("phone")
    try third.join(store)
    try conflict { desk, index in try desk.edit(beer) { $0.notes = ["Leather.", "Hops."][index] } }
    try third.sync()

    _ = try first.diary.moveToTrash([first.id(beer)])
    _ = try first.diary.emptyTrash()
    try first.sync()
    try third.edit(beer) { $0.place = "Brussels" }
    for desk in [third, second, first, third, second] { try desk.sync() }

    for desk in [first, second, third] {
      #expect(try desk.fields(beer).place == "Brussels")
      let conflict = try onlyConflict(of: desk)
      #expect(conflict.choices.map(\.text) == ["Hops.", "Leather."])
    }
  }

  @Test func undoGoesOnWithTheChangeBeforeAChoiceThatWasSent() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    try first.edit(beer) { $0.style = "Trappist" }
    #expect(try resolveAll(first, .newest).count == 1)
    try first.exchange(with: second)

    #expect(try first.diary.undoChange().changedNothing)
    #expect(try first.fields(beer).style == "Trappist")
    #expect(try !first.diary.undoChange().changedNothing)
    #expect(try first.fields(beer).style == nil)
    #expect(try first.fields(beer).rating == 4.5)
  }

  @Test func theChoiceOfTheShownValueBringsTheConflictBackBeforeItIsSent() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 0, of: first.diary)

    #expect(try !first.diary.undoChange().changedNothing)
    _ = try onlyConflict(of: first)
  }

  @Test func anEditEndsAConflictToo() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }

    try first.edit(beer) { $0.rating = 5 }

    #expect(try first.conflicts() == [])
    try first.exchange(with: second)
    try expectNoConflicts()
    #expect(try second.fields(beer).rating == 5)
  }

  @Test func aConflictThatHasChangedIsNotResolved() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let seen = try onlyConflict(of: first)
    try SyncSession.resolve(onlyConflict(of: second).id, choosing: 1, of: second.diary)
    try first.exchange(with: second)

    #expect(throws: ConflictError.noSuchConflict) {
      try SyncSession.resolve(seen.id, choosing: 0, of: first.diary, expecting: seen)
    }
    #expect(throws: ConflictError.noSuchConflict) {
      try SyncSession.resolve(seen.id, choosing: 0, of: first.diary)
    }
  }

  @Test func aConflictHasNoOtherValue() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let id = try onlyConflict(of: first).id

    #expect(throws: ConflictError.noSuchConflict) {
      try SyncSession.resolve(id, choosing: 2, of: first.diary)
    }
    #expect(try onlyConflict(of: first).id == id)
  }

  // MARK: - Choosing for all

  /// Resolves the conflicts as a device lists them.
  private func resolveAll(_ desk: Desk, _ preference: SyncConflict.Preference) throws -> [DiaryChange] {
    try SyncSession.resolveAll(desk.conflicts(), choosing: preference, of: desk.diary)
  }

  private func rating(of beers: [UUID], at desk: Desk) throws -> [Double?] {
    try beers.map { try desk.fields($0).rating }
  }

  @Test func theValuesOfThisDeviceAreChosenForAllConflicts() throws {
    let beers = [beer, try first.add("Kriek")]
    try first.exchange(with: second)
    try conflict { desk, index in
      for beer in beers { try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    }
    let before = try first.conflicts()

    #expect(try resolveAll(first, .thisDevice).count == 2)

    #expect(try rating(of: beers, at: first) == [4, 4])
    _ = try first.diary.undoChange()
    #expect(try first.conflicts() == before)
    #expect(try rating(of: beers, at: first) == [4.5, 4.5])
    _ = try first.diary.redoChange()
    try first.exchange(with: second)
    #expect(try rating(of: beers, at: second) == [4, 4])
    try expectNoConflicts()
  }

  @Test func theNewestValueIsTheLaterOneOfARemovalAndAnEdit() throws {
    try conflict { desk, index in
      if index == 0 {
        _ = try desk.diary.moveToTrash([desk.id(beer)])
      } else {
        try desk.edit(beer) { $0.rating = 4.5 }
      }
    }

    #expect(try resolveAll(first, .newest).count == 1)

    #expect(try first.diary.beer(uuid: beer)?.beer.deletedAt == nil)
    try first.exchange(with: second)
    try expectNoConflicts()
  }

  @Test func conflictsOfOtherDevicesStayIfTheValuesOfThisDeviceAreChosen() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let third = try Desk("phone")
    try third.join(store)
    try third.sync()

    #expect(try resolveAll(third, .thisDevice) == [])

    _ = try onlyConflict(of: third)
    #expect(throws: UndoError.self) { try third.diary.undoChange() }
  }

  @Test func onlyConflictsThatTheUserSawAreResolvedTogether() throws {
    let other = try first.add("Kriek")
    try first.exchange(with: second)
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let seen = try first.conflicts()
    try conflict { desk, index in try desk.edit(other) { $0.rating = [3, 3.5][index] } }

    #expect(try SyncSession.resolveAll(seen, choosing: .thisDevice, of: first.diary).count == 1)

    #expect(try rating(of: [beer, other], at: first) == [4, 3.5])
    #expect(try onlyConflict(of: first).beer == other)
  }

  @Test func conflictsThatHaveChangedAreNotResolvedTogether() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }
    let seen = try first.conflicts()
    let third = try Desk("phone")
    try third.join(store)
    try third.sync()
    _ = try SyncSession.resolve(onlyConflict(of: third).id, choosing: 1, of: third.diary)
    try second.edit(beer) { $0.rating = 5 }
    for desk in [third, second, first] { try desk.sync() }
    #expect(try onlyConflict(of: first) != seen.first)

    #expect(try SyncSession.resolveAll(seen, choosing: .newest, of: first.diary) == [])

    _ = try onlyConflict(of: first)
  }

  /// Of one of the conflicts, the shown value was chosen, so there is nothing that could be changed back.
  @Test func choicesForAllConflictsAreUndoneAsNewEditsAfterTheyWereSent() throws {
    let beers = [beer, try first.add("Kriek")]
    try first.exchange(with: second)
    try second.edit(beers[1]) { $0.rating = 3 }
    try conflict { desk, index in
      try desk.edit(beer) { $0.rating = [4, 4.5][index] }
      if index == 0 { try desk.edit(beers[1]) { $0.rating = 3.5 } }
    }
    #expect(try resolveAll(first, .thisDevice).count == 2)
    try first.exchange(with: second)

    _ = try first.diary.undoChange()
    try first.exchange(with: second)

    #expect(try rating(of: beers, at: second) == [4.5, 3.5])
    try expectNoConflicts()
  }

  // MARK: - Fields

  @Test func aRemovedValueIsChosen() throws {
    try first.edit(beer) { $0.style = "Trappist" }
    try first.exchange(with: second)
    try conflict { desk, index in try desk.edit(beer) { $0.style = ["Ale", nil][index] } }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.choices.map(\.text) == [nil, "Ale"])

    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.fields(beer).style == "Ale")
    try expectNoConflicts()
  }

  @Test func latitudeAndLongitudeAreOneValueOfAConflict() throws {
    try conflict { desk, index in
      try desk.edit(beer) { ($0.latitude, $0.longitude) = [(49.6, 5.3), (50, 4)][index] }
    }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.field == "Position" && conflict.choices.map(\.text) == ["50, 4", "49.6, 5.3"])

    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.fields(beer).latitude == 49.6 && second.fields(beer).longitude == 5.3)
    try expectNoConflicts()
  }

  @Test func aDateIsChosen() throws {
    try conflict { desk, index in
      try desk.edit(beer) { $0.drunkAt = DiaryDate(["2024-06-01T18:04:00", "2024"][index]) }
    }

    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.fields(beer).drunkAt == DiaryDate("2024-06-01T18:04:00"))
    try expectNoConflicts()
  }

  /// Otherwise, all devices would lose it.
  @Test func aDateThatThisVersionDoesNotKnowIsNotChosen() throws {
    try conflict { desk, index in
      let date = ["2024-W22", "2024"][index]
      try desk.diary.write { try $0.execute(sql: "UPDATE beer SET drunk_at = ?", arguments: [date]) }
    }
    let conflict = try onlyConflict(of: first)
    let unknown = try #require(conflict.choices.firstIndex { $0.text == "2024-W22" })

    #expect(throws: ConflictError.self) {
      try SyncSession.resolve(conflict.id, choosing: unknown, of: first.diary)
    }
    #expect(try onlyConflict(of: first) == conflict)
  }

  @Test func aCustomFieldIsChosen() throws {
    try conflict { desk, index in
      try desk.edit(beer) {
        $0.extras = [["hop": .text("Saaz"), "malt": .text("Pale")], ["Hop": .text("Citra")]][index]
      }
    }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.choices.map(\.text) == ["Hop: Citra", "hop: Saaz"])

    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.fields(beer).extras == ["hop": .text("Saaz"), "malt": .text("Pale")])
    try expectNoConflicts()
  }

  @Test func aChosenCustomFieldHasTheSpellingOfAnIndex() throws {
    let kriek = BeerFields(name: "Kriek", extras: ["Hop": .text("Nelson")])
    _ = try second.diary.add(NewBeer(fields: kriek))
    _ = try second.diary.indexCustomField("Hop")
    try conflict { desk, index in
      try desk.edit(beer) { $0.extras = [["hop": .text("Saaz")], ["Hop": .text("Citra")]][index] }
    }

    try SyncSession.resolve(onlyConflict(of: second).id, choosing: 1, of: second.diary)
    #expect(try second.fields(beer).extras == ["Hop": .text("Saaz")])
    _ = try second.diary.undoChange()
    #expect(try second.fields(beer).extras == ["Hop": .text("Citra")])
  }

  /// In the register, the field has the spelling of the other device.
  @Test(arguments: [false, true])
  func aConflictOfAFieldThatIsSpelledAsAnIndexStaysIfAnotherFieldIsEdited(_ isChangedBack: Bool) throws {
    let kriek = BeerFields(name: "Kriek", extras: ["Hop": .text("Nelson")])
    _ = try first.diary.add(NewBeer(fields: kriek))
    _ = try first.diary.indexCustomField("Hop")
    try conflict { desk, index in
      try desk.edit(beer) { $0.extras = [["Hop": .text("Saaz")], ["hop": .text("Citra")]][index] }
    }
    #expect(try first.fields(beer).extras == ["Hop": .text("Citra")])
    let conflict = try onlyConflict(of: first)
    let watch = try ConflictWatch(first.diary)

    try first.edit(beer) { $0.extras["malt"] = .text("Pale") }
    if isChangedBack { try first.edit(beer) { $0.extras["malt"] = nil } }

    #expect(try onlyConflict(of: first) == conflict && watch.discarded() == [])
    try first.exchange(with: second)
    for desk in [first, second] { #expect(try onlyConflict(of: desk).choices.count == 2) }
  }

  @Test func aCustomFieldWithTheNameOfABuiltInOneIsInQuotationMarks() throws {
    try conflict { desk, index in
      try desk.edit(beer) { $0.extras = ["Style": .text(["Ale", "Stout"][index])] }
    }
    #expect(try onlyConflict(of: first).field == "“Style”")
  }

  @Test(arguments: [0, 1]) func anEditOfABeerInTheTrashIsAConflict(_ index: Int) throws {
    try conflict { desk, turn in
      if turn == 0 {
        _ = try desk.diary.moveToTrash([desk.id(beer)])
      } else {
        try desk.edit(beer) { $0.notes = "Dry" }
      }
    }
    let conflict = try onlyConflict(of: second)
    #expect(conflict.field == "Trash")
    #expect(conflict.choices.map(\.text) == ["in the trash", "not in the trash"])

    try SyncSession.resolve(conflict.id, choosing: index, of: second.diary)
    try first.exchange(with: second)

    #expect(try first.names() == [[], ["Orval"]][index])
    #expect(try first.fields(beer).notes == "Dry")
    try expectNoConflicts()
  }

  /// The device that removed a beer may have edited it as well.
  @Test func theEditOfABeerInTheTrashIsThatOfTheOtherDevice() throws {
    try second.edit(beer) { $0.notes = "Dry" }
    try second.sync()
    try first.edit(beer) { $0.notes = "Bitter" }
    _ = try first.diary.moveToTrash([first.id(beer)])
    try first.exchange(with: second)

    let conflict = try #require(try first.conflicts().first { $0.field == "Trash" })
    #expect(conflict.choices.map(\.device) == ["laptop", "tower"])
  }

  @Test func beersThatBothMovedToTheTrashAreNotAConflict() throws {
    try conflict { desk, _ in _ = try desk.diary.moveToTrash([desk.id(beer)]) }

    try expectNoConflicts()
  }

  @Test func aBeerThatBothSplitByDayBecomesTheSameBeers() throws {
    let id = try first.id(beer)
    for day in ["2024-06-01", "2024-06-03", "2024-06-05"] {
      let photo = try first.diary.addPhoto(to: id, image: MemoryBytes(Data(day.utf8)), caption: day)
      try first.diary.write { db in
        try db.execute(
          sql: "UPDATE photo SET taken_at = caption WHERE id = ?", arguments: [photo.photo.id])
      }
    }
    try first.exchange(with: second)

    for desk in [first, second] { _ = try desk.diary.splitBeer(desk.id(beer), in: .gmt) }
    try first.exchange(with: second)

    try expectNoConflicts()
    for desk in [first, second] {
      #expect(try desk.diary.listItems(in: 0..<9).map(\.photoCount) == [1, 1, 1])
    }
  }

  /// The passphrase was lost, for example.
  @Test func whatBothHadRemovedBeforeTheyBeginANewStoreIsNoConflict() throws {
    let other = try first.add("Gueuze")
    _ = try first.diary.addPhoto(to: first.id(other), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    _ = try first.diary.moveToTrash([first.id(beer)])
    _ = try first.diary.removePhoto(#require(try first.diary.beer(uuid: other)?.photos.first).id)
    try first.exchange(with: second)
    for desk in [first, second] { try desk.session.leave(desk.diary) }

    try first.create(in: otherStore)
    try first.sync()
    try second.join(otherStore)
    try first.exchange(with: second)

    try expectNoConflicts()
    for desk in [first, second] {
      #expect(try desk.names() == ["Gueuze"])
      #expect(try desk.diary.beer(uuid: other)?.photos.isEmpty == true)
    }
  }

  @Test func aCaptionIsChosen() throws {
    let photo = try first.diary.addPhoto(
      to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    try conflict { desk, index in
      let photo = try #require(try desk.diary.beer(uuid: beer)?.photos.first)
      _ = try desk.diary.setCaption(["Bottle", "Foam"][index], ofPhoto: photo.id)
    }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.beer == beer && conflict.title == "Orval")
    #expect(conflict.field == "Caption of photo 1")

    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.diary.beer(uuid: beer)?.photos.map(\.caption) == ["Bottle"])
    try expectNoConflicts()
    _ = photo
  }

  @Test func theCaptionOfARemovedPhotoIsChosen() throws {
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    try conflict { desk, index in
      let photo = try #require(try desk.diary.beer(uuid: beer)?.photos.first)
      _ = try desk.diary.setCaption(["Bottle", "Foam"][index], ofPhoto: photo.id)
    }
    let removal = try second.diary.removePhoto(
      #require(try second.diary.beer(uuid: beer)?.photos.first).id)
    try first.exchange(with: second)

    let change = try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)
    _ = try first.diary.revert(change)
    let conflict = try onlyConflict(of: first)
    #expect(conflict.choices.map(\.text) == ["Foam", "Bottle"])
    #expect(conflict.field == "Caption of removed photo 1")
    try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)
    try first.exchange(with: second)
    _ = try second.diary.revert(removal)

    #expect(try second.diary.beer(uuid: beer)?.photos.map(\.caption) == ["Bottle"])
    try expectNoConflicts()
  }

  @Test func conflictsOfWhatIsInTheTrashAreCounted() throws {
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    try conflict { desk, index in
      let photo = try #require(try desk.diary.beer(uuid: beer)?.photos.first)
      _ = try desk.diary.setCaption(["Bottle", "Foam"][index], ofPhoto: photo.id)
    }
    func count() throws -> Int {
      try SyncSession.conflictCount(in: first.diary.contentsOfTrash(), of: first.diary)
    }
    #expect(try count() == 0)

    let photo = try #require(try first.diary.beer(uuid: beer)?.photos.first)
    let removal = try first.diary.removePhoto(photo.id)
    #expect(try count() == 1)

    _ = try first.diary.revert(removal)
    _ = try first.diary.moveToTrash([first.id(beer)])
    #expect(try count() == 1)
  }

  @Test func aRemovedPhotoIsRestoredForItsNewCaption() throws {
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    try conflict { desk, index in
      let photo = try #require(try desk.diary.beer(uuid: beer)?.photos.first)
      if index == 0 {
        _ = try desk.diary.removePhoto(photo.id)
      } else {
        _ = try desk.diary.setCaption("Foam", ofPhoto: photo.id)
      }
    }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.field == "Removed photo 1")
    #expect(conflict.choices.map(\.text) == ["removed", "not removed"])

    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.diary.beer(uuid: beer)?.photos.map(\.caption) == ["Foam"])
    try expectNoConflicts()
  }

  @Test func aPhotoIsNamedByItsPositionAmongThoseOfItsBeer() throws {
    for caption in ["Glass", "Menu", "Bar"] {
      _ = try first.diary.addPhoto(
        to: first.id(beer), image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    try first.exchange(with: second)
    try conflict { desk, index in
      let photos = try #require(try desk.diary.beer(uuid: beer)?.photos)
      _ = try desk.diary.setCaption(["Beer", "Food"][index], ofPhoto: photos[1].id)
    }

    #expect(try onlyConflict(of: first).field == "Caption of photo 2")
    #expect(try onlyConflict(of: first).choices.map(\.text) == ["Food", "Beer"])
  }

  @Test func aCaptionConflictNamesTheBeerThatNowHasThePhoto() throws {
    let id = try first.id(beer)
    for day in ["2024-06-01", "2024-06-03"] {
      let photo = try first.diary.addPhoto(to: id, image: MemoryBytes(Data(day.utf8)), caption: day)
      try first.diary.write { db in
        try db.execute(
          sql: "UPDATE photo SET taken_at = caption WHERE id = ?", arguments: [photo.photo.id])
      }
    }
    try first.exchange(with: second)
    try conflict { desk, index in
      let photos = try #require(try desk.diary.beer(uuid: beer)?.photos)
      _ = try desk.diary.setCaption(["Bottle", "Foam"][index], ofPhoto: photos[1].id)
    }
    #expect(try onlyConflict(of: first).beer == beer)

    _ = try first.diary.splitBeer(id, in: .gmt)

    let conflict = try onlyConflict(of: first)
    let own = try #require(conflict.beer)
    #expect(own != beer && conflict.field == "Caption of photo 1")
    #expect(try first.diary.beer(uuid: own)?.photos.map(\.caption) == ["Foam"])
  }

  /// As of one that arrives before its beer.
  @Test func aChoiceForAPhotoThatIsNotHereDeletesNothing() throws {
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try first.exchange(with: second)
    try conflict { desk, index in
      let photo = try #require(try desk.diary.beer(uuid: beer)?.photos.first)
      _ = try desk.diary.setCaption(["Bottle", "Foam"][index], ofPhoto: photo.id)
    }
    let conflict = try onlyConflict(of: second)
    try second.diary.write { db in
      try db.execute(sql: "DELETE FROM photo")
      try ChangeTracker(db).reset()
    }

    #expect(try second.conflicts() == [] && second.status().conflictCount == 0)
    #expect(throws: ConflictError.noSuchConflict) {
      try SyncSession.resolve(conflict.id, choosing: 1, of: second.diary)
    }
    let photo = conflict.id.uuid
    try second.diary.write { try ChangeTracker($0).recordRewriting(of: .photo, photo, "caption") }
    try first.exchange(with: second)

    #expect(try first.diary.beer(uuid: beer)?.photos.map(\.caption) == ["Foam"])
  }

  @Test func factsOfALabelAreChosen() throws {
    let label = try #require(try first.diary.label(ofBeer: first.id(beer))).uuid
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: label)
    }
    let conflict = try onlyConflict(of: first)
    #expect(conflict.beer == nil && conflict.title == "Orval" && conflict.field == "Label style")

    let change = try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    _ = try first.diary.revert(change)
    #expect(try onlyConflict(of: first) == conflict)
    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)

    #expect(try second.diary.factOverrides(ofLabel: label).style == "Ale")
    try expectNoConflicts()
  }

  /// Two labels of both devices.
  private func labels() throws -> [UUID] {
    let other = try first.add("Orval Trappist")
    try first.exchange(with: second)
    return try [beer, other].map { try #require(try first.diary.label(ofBeer: first.id($0))).uuid }
  }

  /// The label into which it was merged shows its facts.
  @Test func factsOfAMergedLabelAreChosen() throws {
    let labels = try labels()
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    _ = try second.diary.mergeLabels([labels[0]], into: labels[1])
    try first.exchange(with: second)
    let conflict = try onlyConflict(of: first)
    #expect(conflict.title == "Orval Trappist" && conflict.choices.map(\.text) == ["Trappist", "Ale"])

    let change = try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    _ = try first.diary.revert(change)
    #expect(try onlyConflict(of: first) == conflict)
    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    #expect(try first.diary.factOverrides(ofLabel: labels[1]).style == "Ale")
    try first.exchange(with: second)

    #expect(try second.diary.factOverrides(ofLabel: labels[1]).style == "Ale")
    try expectNoConflicts()
  }

  /// Undo would set the fact of the other label back as well.
  @Test func aChoiceForAMergedLabelIsNotUndoneIfTheOtherLabelIsInConflictSince() throws {
    let labels = try labels()
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    _ = try second.diary.mergeLabels([labels[0]], into: labels[1])
    try first.exchange(with: second)
    let change = try SyncSession.resolve(onlyConflict(of: first).id, choosing: 1, of: first.diary)
    try first.exchange(with: second)
    // The chosen value is shown again.
    for (desk, style) in [(second, "Stout"), (first, "Porter"), (second, "Ale")] {
      _ = try desk.diary.setFacts(LabelFacts(style: style), ofLabel: labels[1])
      try desk.sync()
    }
    try first.exchange(with: second)
    #expect(try first.diary.factOverrides(ofLabel: labels[1]).style == "Ale")
    let conflict = try onlyConflict(of: first)

    #expect(throws: UndoError.self) { try first.diary.revert(change) }

    #expect(try onlyConflict(of: first) == conflict)
  }

  @Test func theValueThatTheOtherLabelShowsIsTheFirstOne() throws {
    let labels = try labels()
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    _ = try second.diary.mergeLabels([labels[0]], into: labels[1])
    _ = try second.diary.setFacts(LabelFacts(style: "Ale"), ofLabel: labels[1])
    try first.exchange(with: second)

    for desk in [first, second] {
      #expect(try onlyConflict(of: desk).choices.map(\.text) == ["Ale", "Trappist"])
    }
  }

  @Test func aConflictOfAMergedLabelWhoseFactIsNotShownIsNotListed() throws {
    let labels = try labels()
    _ = try second.diary.setFacts(LabelFacts(style: "Pale ale"), ofLabel: labels[1])
    try conflict { desk, index in
      _ = try desk.diary.setFacts(LabelFacts(style: ["Ale", "Trappist"][index]), ofLabel: labels[0])
    }
    _ = try onlyConflict(of: first)
    let merge = try #require(try second.diary.mergeLabels([labels[0]], into: labels[1]))
    try first.exchange(with: second)
    try expectNoConflicts()

    _ = try second.diary.revert(merge)
    try first.exchange(with: second)
    _ = try onlyConflict(of: first)
  }

  @Test func leavingForgetsConflicts() throws {
    try conflict { desk, index in try desk.edit(beer) { $0.rating = [4, 4.5][index] } }

    try first.session.leave(first.diary)

    #expect(try first.conflicts() == [])
    #expect(try first.fields(beer).rating == 4.5)
  }
}
