import Foundation
import Testing

@testable import Sync

@Suite struct ReplicaTests {
  private let name = Register(Samples.beer, "name")
  private let note = Register(Samples.beer, "note")
  private let removal = Register(Samples.beer, "deleted_at")
  private var first = Self.replica(1)
  private var second = Self.replica(2)

  private static func replica(_ device: UInt64) -> Replica<MemoryStorage> {
    Replica(device: DeviceID(device), storage: MemoryStorage())
  }

  @Test mutating func concurrentValuesAreAConflict() throws {
    // given
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 10))
    let two = try #require(try second.cut([.set(name, .text("Bock"))], now: 5))

    // when
    try first.receive(two, after: [], now: 11)
    try second.receive(one, after: [], now: 11)

    // then
    #expect(first.storage.versions(of: name).isConflict)
    #expect(Set(first.storage.versions(of: name)) == Set(second.storage.versions(of: name)))
    #expect(try first.winner(of: name)?.value == .text("Pils"))
    #expect(try second.winner(of: name)?.value == .text("Pils"))

    // when it is written again, even as it was
    let end = try #require(try second.cut([.set(name, .text("Bock"))], now: 0))
    try first.receive(end, after: [], now: 12)

    // then
    #expect(first.storage.versions(of: name).map(\.value) == [.text("Bock")])
    #expect(try second.winner(of: name)?.value == .text("Bock"))
  }

  @Test mutating func equalConcurrentValuesAreNotAConflict() throws {
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 10))
    try second.cut([.set(name, .text("Pils"))], now: 5)
    try second.receive(one, after: [], now: 11)
    #expect(second.storage.versions(of: name).count == 2)
    #expect(!second.storage.versions(of: name).isConflict)
  }

  @Test mutating func aChangeHasTheTimeOfTheEditIfThatIsKnown() throws {
    func stamp(_ time: Int64?, now: Int64) throws -> Int64? {
      _ = try first.cut([.set(name, .text("Pils"), time: time)], now: now)
      return try first.winner(of: name)?.stamp
    }
    #expect(try stamp(50, now: 100) == 50)
    #expect(try stamp(60, now: 200) == 60)
    #expect(try stamp(900, now: 300) == 300)
    // Not that of this edit, because it replaces a newer value.
    #expect(try stamp(60, now: 400) == 400)
    #expect(try stamp(nil, now: 500) == 500)
    // The clock was set back.
    #expect(try stamp(60, now: 70) == 501)
    #expect(try stamp(nil, now: 80) == 502)
  }

  @Test mutating func localChangesAreCutBeforeForeignOnesAreApplied() throws {
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 10))
    let own = try second.receive(one, after: [.set(name, .text("Bock"))], now: 20)
    #expect(own.map(\.context) == [[]])
    #expect(second.storage.versions(of: name).isConflict)
  }

  @Test mutating func editsThatAreConcurrentWithARemovalAreListed() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)

    // when
    let removed = try #require(try first.cut([.set(removal, .integer(3))], now: 3))
    let edit = try #require(try second.cut([.set(note, .text("malty"))], now: 4))
    try first.receive(edit, after: [], now: 5)
    try second.receive(removed, after: [], now: 5)

    // then
    #expect(try first.editsConcurrent(withRemoval: removal).keys.map { $0 } == [note])
    #expect(try second.editsConcurrent(withRemoval: removal).keys.map { $0 } == [note])

    // when it is put into the trash again
    try first.cut([.set(removal, .integer(3))], now: 6)

    // then
    #expect(try first.editsConcurrent(withRemoval: removal).isEmpty)
  }

  /// As when both devices begin to synchronize, and have had the record in the trash before.
  @Test mutating func whatWasWrittenWithARemovalIsNotConcurrentWithAnotherRemoval() throws {
    // given
    let one = try #require(
      try first.cut([.set(name, .text("Pils")), .set(removal, .integer(3))], now: 10))
    let two = try #require(
      try second.cut([.set(name, .text("Pils")), .set(removal, .integer(3))], now: 11))
    let later = try #require(try first.cut([.set(note, .text("malty"))], now: 12))

    // when
    for segment in [one, later] { try second.receive(segment, after: [], now: 13) }
    try first.receive(two, after: [], now: 13)

    // then
    #expect(first.storage.versions(of: removal).count == 2)
    #expect(try first.editsConcurrent(withRemoval: removal).isEmpty)
    #expect(try second.editsConcurrent(withRemoval: removal).isEmpty)

    // when a third device edits it that has seen neither removal
    var third = Self.replica(3)
    let edit = try #require(try third.cut([.set(note, .text("bitter"))], now: 14))
    try first.receive(edit, after: [], now: 15)

    // then
    #expect(try first.editsConcurrent(withRemoval: removal)[note]?.map(\.segment) == [edit.id])
  }

  @Test mutating func aDeviceWithConcurrentEditsReissuesAPurgedRecord() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 3))
    #expect(first.storage.registers(of: Samples.beer).isEmpty)

    // when
    let own = try second.receive(purge, after: [.set(note, .text("malty"))], now: 4)
    for segment in own { try first.receive(segment, after: [], now: 5) }

    // then
    #expect(own.count == 2)
    for replica in [first, second] {
      #expect(try replica.winner(of: name)?.value == .text("Pils"))
      #expect(try replica.winner(of: note)?.value == .text("malty"))
    }
  }

  /// A photo that was purged with its beer is written again with it, as it was; one that was purged alone is gone.
  @Test mutating func photosComeBackWithTheirBeer() throws {
    // given
    let photos = (0..<2).map { _ in RecordID(entity: "photo", uuid: UUID()) }
    let fields = [Register.beerOfPhoto, "position"]
    let uuid = withUnsafeBytes(of: Samples.beer.uuid.uuid) { Data($0) }
    let beer = try #require(
      try first.cut(
        photos.flatMap { photo in
          zip(fields, [.blob(uuid), .blob(Data([7]))]).map { .set(Register(photo, $0), $1) }
        } + [.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let alone = try #require(try first.cut([.purge(photos[1])], now: 3))
    let purge = try #require(try first.cut([.purge(photos[0]), .purge(Samples.beer)], now: 4))

    // when
    var own = try second.receive(alone, after: [.set(note, .text("malty"))], now: 5)
    own += try second.receive(purge, after: [], now: 6)
    for segment in own { try first.receive(segment, after: [], now: 7) }

    // then
    #expect(own.count == 2)
    for replica in [first, second] {
      #expect(try replica.winner(of: name)?.value == .text("Pils"))
      let position = try replica.winner(of: Register(photos[0], "position"))
      #expect(position?.value == .blob(Data([7])) && position?.stamp == 1)
      #expect(replica.storage.registers(of: photos[1]).isEmpty)
    }
  }

  @Test mutating func aReissuedRecordKeepsItsConflicts() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let own = try #require(try first.cut([.set(note, .text("malty"))], now: 3))
    for segment in try second.receive(own, after: [.set(note, .text("hoppy"))], now: 4) {
      try first.receive(segment, after: [], now: 5)
    }
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 6))

    // when
    let again = try second.receive(purge, after: [.set(name, .text("Bock"))], now: 7)
    for segment in again { try first.receive(segment, after: [], now: 8) }

    // then
    #expect(again.count == 3)
    for replica in [first, second] {
      #expect(replica.storage.versions(of: name).map(\.value) == [.text("Bock")])
      #expect(Set(replica.storage.versions(of: note).map(\.value)) == [.text("malty"), .text("hoppy")])
      #expect(try replica.winner(of: note)?.value == .text("hoppy"))
    }
  }

  @Test mutating func ofEquallyNewValuesTheSameOneIsShownAfterTheyWereReissued() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let own = try #require(try first.cut([.set(note, .text("malty"))], now: 3))
    for segment in try second.receive(own, after: [.set(note, .text("hoppy"))], now: 3) {
      try first.receive(segment, after: [], now: 4)
    }
    let shown = try #require(try first.winner(of: note))
    #expect(first.storage.versions(of: note).map(\.stamp) == [3, 3])
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 5))

    // when
    let again = try second.receive(purge, after: [.set(name, .text("Bock"))], now: 6)
    for segment in again { try first.receive(segment, after: [], now: 7) }

    // then
    for replica in [first, second] {
      #expect(replica.storage.versions(of: note).count == 2)
      #expect(try replica.winner(of: note)?.value == shown.value)
    }
  }

  /// It applies the edit before the purge, so a part of the beer is left when the purge is applied.
  @Test(arguments: [true, false])
  mutating func aDeviceThatJoinsDoesNotBringBackReplacedValues(hasAll: Bool) throws {
    // given a beer that came back after its purge, and was then renamed
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 3))
    let own = try second.receive(purge, after: [.set(note, .text("malty"))], now: 4)
    for segment in own { try first.receive(segment, after: [], now: 5) }
    let renaming = try #require(try first.cut([.set(name, .text("Bock"))], now: 6))

    // when
    var third = Self.replica(3)
    for segment in [beer, own[0], purge] + (hasAll ? [own[1], renaming] : []) {
      #expect(try third.apply(segment, after: [], now: 7).isEmpty)
    }

    // then it has what was purged until it knows that another device has written it again
    #expect(third.storage.partlyPurged == [Samples.beer])
    #expect(third.storage.versions(of: name).map(\.value) == [.text(hasAll ? "Bock" : "Pils")])
    let again = try third.reissuePurged(after: [], now: 8)
    #expect(third.storage.partlyPurged.isEmpty)
    #expect(again.flatMap(\.changes).count == (hasAll ? 0 : 1))
    #expect(third.storage.versions(of: name).map(\.value) == [.text(hasAll ? "Bock" : "Pils")])
    #expect(third.storage.versions(of: note).map(\.value) == [.text("malty")])
  }

  /// A device for which the beer is gone has written the snapshot, before the edit arrived.
  @Test mutating func aSnapshotLeavesWhatIsKeptOfABeerThatComesBack() throws {
    // given
    var third = Self.replica(3)
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    try third.receive(beer, after: [], now: 2)
    let purge = try #require(try second.cut([.purge(Samples.beer)], now: 3))
    try third.receive(purge, after: [], now: 4)
    try third.cut([.set(Register(RecordID(entity: "beer", uuid: UUID()), "name"), .text("Bock"))], now: 5)
    try first.apply(purge, after: [.set(note, .text("malty"))], now: 6)

    // when
    try first.apply(third.snapshot(), after: [], now: 7)
    let own = try first.reissuePurged(after: [], now: 8)

    // then
    #expect(own.flatMap(\.changes).count == 1)
    #expect(try first.winner(of: name)?.value == .text("Pils"))
    #expect(try first.winner(of: note)?.value == .text("malty"))
  }

  @Test mutating func aSnapshotDeletesWhatIsGone() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    try second.receive(beer, after: [], now: 2)
    try first.cut([.purge(Samples.beer)], now: 3)

    // when
    try second.apply(first.snapshot(), after: [], now: 4)

    // then
    #expect(second.storage.registers(of: Samples.beer).isEmpty)
    #expect(second.storage.partlyPurged.isEmpty)
  }

  /// What the purge had not seen is not replaced by what is written again.
  @Test mutating func aValueThatAPurgeHadSeenStaysNextToOneThatItHadNotSeen() throws {
    // given
    let beer = try #require(try first.cut([.set(note, .null)], now: 1))
    try second.receive(beer, after: [], now: 2)
    let seen = try #require(try first.cut([.set(note, .text("malty"))], now: 3))
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 4))

    // when
    var own = try second.receive(seen, after: [.set(note, .text("hoppy"))], now: 5)
    own += try second.receive(purge, after: [], now: 6)
    for segment in own { try first.receive(segment, after: [], now: 7) }

    // then
    #expect(own.count == 2)
    for replica in [first, second] {
      #expect(Set(replica.storage.versions(of: note).map(\.value)) == [.text("malty"), .text("hoppy")])
    }
  }

  /// The first purge is in the segment of the value that is left, so it must not be in the context of what is reissued.
  @Test mutating func aReissuedValueDoesNotReplaceThatOfARecordThatWasCreatedAgain() throws {
    // given
    var third = Self.replica(3)
    let beer = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    try second.receive(beer, after: [], now: 2)
    try third.receive(beer, after: [], now: 2)
    let created = try #require(try first.cut([.purge(Samples.beer), .set(name, .text("Bock"))], now: 3))
    let stout = try #require(try second.cut([.set(name, .text("Stout"))], now: 4))
    try third.receive(stout, after: [], now: 5)
    let purge = try #require(try third.cut([.purge(Samples.beer)], now: 6))

    // when
    try first.receive(stout, after: [], now: 7)
    let own = try first.receive(purge, after: [], now: 8)
    try second.receive(created, after: [], now: 9)
    for segment in [purge] + own { try second.receive(segment, after: [], now: 9) }

    // then
    for replica in [first, second] {
      #expect(Set(replica.storage.versions(of: name).map(\.value)) == [.text("Bock"), .text("Stout")])
    }
  }

  /// Each device that has edits which the purge had not seen writes the record again.
  @Test mutating func conflictsThatTwoDevicesReissueEndTogether() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .text("malty"))], now: 1))
    var third = Self.replica(3)
    let other = try #require(try third.cut([.set(name, .text("Bock")), .set(note, .text("hoppy"))], now: 1))
    try third.receive(beer, after: [], now: 2)
    for segment in [beer, other] { try second.receive(segment, after: [], now: 2) }
    try first.receive(other, after: [], now: 2)
    let purge = try #require(try third.cut([.purge(Samples.beer)], now: 3))
    let rating = Register(Samples.beer, "rating")

    // when
    let one = try first.receive(purge, after: [.set(rating, .integer(4))], now: 4)
    let two = try second.receive(purge, after: [.set(rating, .integer(5))], now: 4)
    for segment in two { try first.receive(segment, after: [], now: 5) }
    for segment in one { try second.receive(segment, after: [], now: 5) }

    // then
    #expect(one.count == 3 && two.count == 3)
    for replica in [first, second] {
      #expect(Set(replica.storage.versions(of: note).map(\.value)) == [.text("malty"), .text("hoppy")])
      #expect(replica.storage.versions(of: note).count == 4)
    }

    // when one of them chooses
    let choice = try #require(try first.cut([.set(note, .text("hoppy"))], now: 6))
    try second.receive(choice, after: [], now: 7)

    // then
    for replica in [first, second] {
      #expect(replica.storage.versions(of: note).map(\.value) == [.text("hoppy")])
    }
  }

  @Test mutating func aBeerThatIsOnlyInTheTrashElsewhereHasNoConflict() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils")), .set(note, .text("malty"))], now: 1))
    try second.receive(beer, after: [], now: 2)
    let purge = try #require(try first.cut([.purge(Samples.beer)], now: 3))

    // when
    let again = try second.receive(purge, after: [.set(removal, .text("2026-06-01T16:04:00Z"))], now: 4)
    for segment in again { try first.receive(segment, after: [], now: 5) }

    // then
    for replica in [first, second] {
      #expect(replica.storage.versions(of: name).map(\.value) == [.text("Pils")])
      #expect(replica.storage.versions(of: removal).map(\.value) == [.text("2026-06-01T16:04:00Z")])
      #expect(try replica.editsConcurrent(withRemoval: removal).isEmpty)
    }
  }

  @Test mutating func aPurgeThatIsUndoneIsOneSegment() throws {
    // given
    let beer = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    try second.receive(beer, after: [], now: 2)

    // when
    let segment = try #require(
      try first.cut([.set(name, .text("Bock")), .purge(Samples.beer), .set(name, .text("Pils"))], now: 3))
    try second.receive(segment, after: [], now: 4)

    // then
    #expect(segment.changes.count == 2)
    #expect(try second.winner(of: name)?.value == .text("Pils"))
  }

  @Test mutating func aRecordThatIsCreatedAgainAfterItsPurgeIsWhole() throws {
    // given
    let beer = try #require(
      try first.cut([.set(name, .text("Pils")), .set(note, .text("malty"))], now: 1))
    try second.receive(beer, after: [], now: 2)

    // when
    let segment = try #require(try first.cut([.purge(Samples.beer), .set(name, .text("Bock"))], now: 3))
    let own = try second.receive(segment, after: [], now: 4)

    // then
    #expect(own.count == 1)
    #expect(try second.winner(of: name)?.value == .text("Bock"))
    #expect(try second.winner(of: note)?.value == .text("malty"))
  }

  /// Neither the values that are written again with the purge nor those that it had not seen are lost.
  @Test mutating func editsAreKeptNextToARecordThatIsCreatedAgain() throws {
    // given
    let rating = Register(Samples.beer, "rating")
    let beer = try #require(
      try first.cut(
        [.set(name, .text("Pils")), .set(note, .text("malty")), .set(rating, .integer(3))], now: 1))
    try second.receive(beer, after: [], now: 2)

    // when
    let again = try #require(
      try first.cut(
        [
          .purge(Samples.beer), .set(name, .text("Bock")), .set(note, .text("dry")),
          .set(rating, .integer(4)),
        ], now: 3))
    let own = try second.receive(
      again, after: [.set(note, .text("hoppy")), .set(rating, .integer(5))], now: 4)
    for segment in own { try first.receive(segment, after: [], now: 5) }

    // then
    #expect(own.count == 1)
    for replica in [first, second] {
      #expect(replica.storage.versions(of: name).map(\.value) == [.text("Bock")])
      #expect(Set(replica.storage.versions(of: note).map(\.value)) == [.text("dry"), .text("hoppy")])
      #expect(Set(replica.storage.versions(of: rating).map(\.value)) == [.integer(4), .integer(5)])
    }
  }

  /// This is what emptying a full trash and importing a large file leave for the next synchronization.
  @Test func cuttingManyPurgesAndChangesTakesLinearTime() throws {
    // Twenty times as much would take 400 times as long in quadratic time.
    #expect(try Self.processorTime(ofCutting: 20_000) < 100 * Self.processorTime(ofCutting: 1000))
  }

  /// Returns the processor time of this thread for cutting as many changes and purges, which no other program prolongs.
  private static func processorTime(ofCutting count: Int) throws -> UInt64 {
    let changes = (0..<count).map { _ in
      LocalChange.set(Register(RecordID(entity: "beer", uuid: UUID()), "name"), .text("Pils"))
    }
    let purges = (0..<count).map { _ in LocalChange.purge(RecordID(entity: "beer", uuid: UUID())) }
    var replica = replica(1)
    let start = threadTime()
    #expect(try replica.cut(changes + purges, now: 1)?.changes.count == 2 * count)
    return threadTime() - start
  }

  /// The processor time of this thread in nanoseconds.
  private static func threadTime() -> UInt64 {
    var time = timespec()
    #expect(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test mutating func segmentsOfACloneWithTheSameNumberAreBothApplied() throws {
    // given
    var clone = first
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    let two = try #require(try clone.cut([.set(note, .text("malty"))], now: 1))
    #expect(one.id.sequence == two.id.sequence)

    // when
    for segment in [one, two] { try second.receive(segment, after: [], now: 2) }

    // then
    #expect(try second.winner(of: name) != nil)
    #expect(try second.winner(of: note) != nil)
    #expect(second.storage.tips == [one.id, two.id])
    let later = try #require(try clone.cut([.set(name, .text("Bock"))], now: 3))
    try second.receive(later, after: [], now: 4)
    #expect(second.storage.versions(of: name).isConflict)
  }

  /// A repeated orphan replaced more than what is left of its context says.
  @Test(arguments: [true, false])
  mutating func snapshotsRemoveVersionsThatTheyHadReplaced(ruleIsOn: Bool) throws {
    // given
    var (third, repeater) = (Self.replica(3), Self.replica(4))
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    try second.receive(one, after: [], now: 2)
    try third.receive(one, after: [], now: 2)
    try repeater.receive(one, after: [], now: 2)
    var late = repeater
    if !ruleIsOn { late.rules.remove(.snapshotsReplaceSeenVersions) }
    let two = try #require(try second.cut([.set(name, .text("Bock"))], now: 3))
    try third.receive(two, after: [], now: 4)
    try repeater.receive(two, after: [], now: 4)

    // when the first device's second segment is lost, and with it what the third device had seen
    let lost = try #require(try first.cut([.set(note, .text("malty"))], now: 5))
    try third.receive(lost, after: [], now: 6)
    let orphan = try #require(try third.cut([.set(name, .text("Stout"))], now: 7))
    #expect(try repeater.missingDependencies(of: orphan) == [lost.id])
    try repeater.repeatOrphan(orphan, after: [], now: 8)
    try late.apply(repeater.snapshot(), after: [], now: 9)

    // then
    #expect(repeater.storage.versions(of: name).map(\.value) == [.text("Stout")])
    #expect((late.storage.versions(of: name).map(\.value) == [.text("Stout")]) == ruleIsOn)
  }

  /// A repeated purge has seen less, so it removes only some of the registers.
  @Test mutating func aRecordIsWholeAfterItsPurgeWasRepeated() throws {
    // given
    var third = Self.replica(3)
    let beer = try #require(try second.cut([.set(name, .text("Pils")), .set(note, .null)], now: 1))
    try first.receive(beer, after: [], now: 2)
    try third.receive(beer, after: [], now: 2)
    let lost = try #require(
      try first.cut([.set(Register(Samples.beer, "rating"), .integer(4))], now: 3))
    try third.receive(lost, after: [], now: 4)
    let orphan = try #require(try third.cut([.purge(Samples.beer)], now: 5))
    let edit = try #require(try second.cut([.set(note, .text("malty"))], now: 6))

    // when
    let own =
      try second.repeatOrphan(orphan, after: [], now: 7) + second.reissuePurged(after: [], now: 7)
    for segment in [edit] + own { try first.receive(segment, after: [], now: 8) }

    // then
    #expect(own.map(\.original) == [orphan.id, nil])
    for replica in [first, second] {
      #expect(try replica.winner(of: name)?.value == .text("Pils"))
      #expect(try replica.winner(of: note)?.value == .text("malty"))
    }
  }

  /// A repetition comes after segments of its device that it had not seen.
  @Test(arguments: [true, false])
  func compactionKeepsChangesThatARepetitionHadNotSeen(ruleIsOn: Bool) throws {
    // given
    let device = DeviceID(1)
    let orphan = SegmentID(device: DeviceID(2), sequence: 1, nonce: 1)
    let one = Segment(
      after: nil, by: device, context: [], changes: [.set(name, .text("Pils"), stamp: 1)])
    let two = Segment(
      after: one.id, by: device, context: [], original: orphan, changes: [.set(name, .text("Bock"), stamp: 2)]
    )
    let batch = try #require(SegmentBatch([one, two]))

    // when
    let compacted = batch.compacted(rules: ruleIsOn ? .all : .all.subtracting(.compactsOnlyReplacedChanges))

    // then
    #expect((compacted == batch) == ruleIsOn)
  }

  @Test mutating func aSegmentIsAppliedOnce() throws {
    let one = try #require(try first.cut([.set(name, .text("Pils"))], now: 1))
    try second.receive(one, after: [], now: 2)
    let state = try second.snapshot().encoded()
    #expect(try second.receive(one, after: [], now: 3).isEmpty)
    #expect(try second.snapshot().encoded() == state)
  }
}

extension Collection where Element == Version {
  /// Whether devices concurrently wrote different values.
  fileprivate var isConflict: Bool { Set(map(\.value)).count > 1 }
}
