import DiaryStore
import DiaryText
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
      (.photoViewed(problem: Problem(sentence: "No viewer.")), .other),
      (.changed(.trash([1]), .failure(.changedSince(what: "“Orval”"))), .other),
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
