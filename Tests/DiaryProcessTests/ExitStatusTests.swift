import DiaryProcess
import DiaryStore
import Foundation
import Pictures
import SQLiteKit
import Testing

/// How commands end whose changes fail.
@Suite struct ExitStatusTests {
  @Test(
    arguments: [
      (EditError.noSuchBeer("9"), .noInput), (EditError.changedSince(what: "“Orval”"), .busy),
      (EditError.invalid(field: "abv", reason: "101.0 is not between 0 and 100"), .badData),
      (EditError.store(.readOnly(path: "x")), .noPermission),
      (PhotoError.noSuchPhoto(9), .noInput), (PhotoError.samePhoto(order: 0), .badData),
      (PhotoError.tooLarge, .badData),
      (PhotoError.unreadableImage(.cannotOpen(path: "x", errno: EACCES)), .noPermission),
      (PhotoError.store(.diskFull(path: "x")), .inputOutput),
      (LabelError.noSuchLabel("“Orval”"), .noInput), (LabelError.noOtherBeer, .badData),
      (LabelError.differentLabels, .badData), (LabelError.sameLabel, .badData),
      (LabelError.store(.busy(path: "x")), .busy),
      (UndoError.noSuchImport(nil), .noInput), (UndoError.nothingToUndo, .noInput),
      (UndoError.nothingToRedo, .noInput), (UndoError.noSuchChange(9), .noInput),
      (UndoError.cannotUndo(9, .alreadyUndone), .badData), (UndoError.store(.cancelled), .busy),
      (ConflictError.noSuchConflict, .noInput), (ConflictError.store(.busy(path: "x")), .busy),
      (CustomFieldError.noSuchField("hop"), .badData), (CustomFieldError.nameInUse("hop"), .badData),
    ] as [(any DiaryError, DiaryProcess.ExitStatus)])
  func eachErrorOfAChangeHasItsStatus(error: any DiaryError, status: DiaryProcess.ExitStatus) {
    let failure = CommandFailure(describing: error)
    #expect(failure.status == status)
    #expect(failure.sentence == error.sentence)
  }
}
