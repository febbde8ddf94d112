import DiaryStore
import FixtureStores
import Foundation
import Testing

/// What is opened before anything else, because it is plainly a current diary.
@Suite struct OpenIfCurrentTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("diary.sqlite")
  }

  private func make() throws {
    let diary = try Diary.open(at: path)
    _ = try diary.add(BeerDraft(fields: BeerFields(name: "Orval")))
    try diary.close()
  }

  @Test func aCurrentDiaryIsOpened() throws {
    try make()
    let diary = try #require(try Diary.openIfCurrent(at: path))
    #expect(try diary.rows(in: 0..<9).map(\.name) == ["Orval"])
    try diary.close()
  }

  @Test(arguments: [
    "PRAGMA user_version = 7", "PRAGMA user_version = 999", "PRAGMA application_id = 7",
  ])
  func anotherVersionOrProgramIsNot(_ sql: String) throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute(sql)
    file.close()
    #expect(try Diary.openIfCurrent(at: path) == nil)
  }

  /// The file itself still says that it is current.
  @Test func whatTheLogSaysCounts() throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 999")
    defer { file.close() }
    #expect(try Diary.openIfCurrent(at: path) == nil)
  }

  @Test func nothingIsMadeOrPutRight() throws {
    #expect(try Diary.openIfCurrent(at: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))

    try make()
    try Data("left by a program that was killed".utf8).write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(try Diary.openIfCurrent(at: path) == nil)
    #expect(FileManager.default.fileExists(atPath: path + "-journal"))

    for text in ["", "short", String(repeating: "no database ", count: 99)] {
      let other = folder.file("other")
      try Data(text.utf8).write(to: URL(fileURLWithPath: other))
      #expect(try Diary.openIfCurrent(at: other) == nil)
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data(text.utf8))
    }
  }
}
