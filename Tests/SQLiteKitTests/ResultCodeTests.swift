import SQLiteKit
import Testing

/// What is said of the errors of SQLite.
@Suite struct ResultCodeTests {
  /// Result codes of https://www.sqlite.org/rescode.html with what is said of them.
  private static let codes: [(code: Int32, error: StoreError)] = [
    (5, .busy(path: "/no/diary")),
    (5 | 2 << 8, .busy(path: "/no/diary")),
    (6, .busy(path: "/no/diary")),
    (15, .busy(path: "/no/diary")),
    (9, .cancelled),
    (13, .diskFull(path: "/no/diary")),
    (10 | 19 << 8, .diskFull(path: "/no/diary")),
    (10, .inputOutput(path: "/no/diary", reason: "why")),
    (10 | 1 << 8, .inputOutput(path: "/no/diary", reason: "why")),
    (10 | 3 << 8, .inputOutput(path: "/no/diary", reason: "writing failed, or your quota is used up")),
    (10 | 15 << 8, .failed(path: "/no/diary", reason: "it cannot be locked")),
    (7, .failed(path: "/no/diary", reason: "why")),
    (8 | 3 << 8, .permissionDenied(path: "/no/diary")),
    (8 | 4 << 8, .moved(path: "/no/diary")),
    (14, .notFound(path: "/no/diary")),
    (11, .damaged(path: "/no/diary", detail: "why")),
  ]

  @Test(arguments: codes)
  func everyResultCodeHasItsSentence(_ code: Int32, _ error: StoreError) {
    #expect(StoreError(sqliteCode: code, message: "why", path: "/no/diary") == error)
  }
}
