import DiaryStore
import DiaryText
import Pictures
import SQLiteKit
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// Errors on the screen as signals.
@Suite struct ErrorSignalTests {
  @Test(
    arguments: [
      (.changed(.trash([1]), .failure(.store(.diskFull(path: "/secret")))), .diskFull),
      (
        .changed(
          .addPhotos(beer: 1, paths: ["x"]),
          .success(ChangeOutcome(problem: Problem(sentence: "x is not there.", kind: .noInput)))), .noInput
      ),
      (
        .statistics(StatisticsRequest(), .failure(.damaged(path: "/secret", detail: "page 3"))), .damagedStore
      ),
      (.workedInBackground(.failure(.busy(path: "/secret"))), .storeBusy),
      (
        .imported(ImportRequest(path: "/secret"), .failure(Problem(sentence: "No.", kind: .badData))),
        .badData
      ),
      (.adoptionPreviewed("/secret", .failure(Problem(sentence: "No.", kind: .foreignStore))), .foreignStore),
      (.photoViewed(problem: Problem(sentence: "No viewer.")), .other),
      (.changed(.trash([1]), .failure(ChangeFailure(EditError.changedSince(what: "“Orval”")))), .other),
    ] as [(Message, ErrorKind)])
  func eachErrorIsRecordedByItsKind(message: Message, kind: ErrorKind) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(message)
    #expect(interface.effects.filter(\.isRecord) == [.record(.errorShown(kind))])
  }

  @Test(
    arguments: [
      (.verificationFailed(path: "/secret", differences: []), .migrationFailed), (.store(.cancelled), .other),
      (.needsMigration(path: "/secret"), .other), (.newer(path: "/secret", version: 99), .newerStore),
    ] as [(OpeningError, ErrorKind)])
  func eachErrorOfOpeningADiaryHasItsKind(error: OpeningError, kind: ErrorKind) {
    #expect(ErrorKind(error) == kind)
  }

  @Test(
    arguments: [
      (EditError.noSuchBeer("9"), .noInput, "the beer is no longer in the diary"),
      (EditError.invalid(field: "abv", reason: "it is too high"), .badData, "abv: it is too high"),
      (EditError.store(.diskFull(path: "/secret")), .diskFull, "the disk is full"),
      (PhotoError.noSuchPhoto(9), .noInput, "the photo is no longer in the diary"),
      (PhotoError.samePhoto(order: 1), .badData, "the beer already has this photo, as photo 2"),
      (
        PhotoError.unreadableImage(.cannotOpen(path: "/secret", errno: 2)), .badData,
        "the picture cannot be read"
      ),
      (PhotoError.tooLarge, .badData, "photo: it is larger than 1 GB"),
      (LabelError.noSuchLabel("9"), .noInput, "no beer has this label any longer"),
      (LabelError.noOtherBeer, .other, "no other beer has this label"),
      (LabelError.differentLabels, .other, "the beers do not have the same label"),
      (LabelError.sameLabel, .other, "both are the same label"),
      (UndoError.changedSince(what: "“Orval”"), .other, "“Orval” was changed in the meantime"),
      (
        UndoError.store(.busy(path: "/secret")), .storeBusy,
        "another program is using the diary; try again in a moment"
      ),
      (ConflictError.invalid(field: "abv", reason: "it is too high"), .badData, "abv: it is too high"),
    ] as [(any DiaryError, ErrorKind, String)])
  func eachErrorOfAChangeHasItsKindAndItsReason(error: any DiaryError, kind: ErrorKind, reason: String) {
    #expect(ErrorKind(error) == kind)
    #expect(ErrorText.reason(error) == reason)
    // As the answer to a request of the screen.
    #expect(ErrorKind(ChangeFailure(error)) == kind)
    #expect(ErrorText.reason(ChangeFailure(error)) == reason)
  }

  @Test func failuresOfChangesAreEqualIfTheirErrorsAre() {
    let full = StoreError.diskFull(path: "/secret")
    #expect(ChangeFailure(EditError.store(full)) == ChangeFailure(PhotoError.store(full)))
    #expect(ChangeFailure(EditError.noSuchBeer("9")) == ChangeFailure(EditError.noSuchBeer("9")))
    #expect(ChangeFailure(EditError.noSuchBeer("9")) != ChangeFailure(EditError.noSuchBeer("8")))
    #expect(ChangeFailure(EditError.noSuchBeer("9")) != .store(full))
  }

  @Test func nothingIsRecordedIfNothingFailedOrTheRequestWasCanceled() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.statistics(StatisticsRequest(), .failure(.cancelled)))
    interface.press(.character("j"), .character("k"))
    #expect(interface.effects.filter(\.isRecord).isEmpty)
  }
}

extension Effect {
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }
}
