import DiaryStore
import FixtureStores
import Foundation
import Testing

/// What is seen of a diary, and opened before anything else, because it is plainly a current one.
@Suite struct DiaryGlanceTests {
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
    let diary = try #require(DiaryGlance(at: path)).open()
    #expect(try diary.rows(in: 0..<9).map(\.name) == ["Orval"])
    try diary.close()
  }

  @Test(arguments: [BeerQuery(), BeerQuery(order: .name), BeerQuery(order: .rating, isReversed: true)])
  func itsFirstRowsAreThoseThatTheDiaryShows(_ query: BeerQuery) throws {
    var diary = try Diary.open(at: path)
    for number in 1...40 {
      let fields = BeerFields(
        name: "Beer \(number * 7 % 40)", rating: Double(number % 6),
        drunkAt: DiaryDate("2019-06-\(10 + number % 20)"))
      _ = try diary.add(BeerDraft(fields: fields))
    }
    try diary.close()

    let glance = try #require(DiaryGlance(at: path))
    let rows = try #require(glance.rows(query, first: 24))
    diary = try glance.open()
    #expect(rows.count == 24)
    #expect(try rows == diary.rows(query, in: 0..<24))
    try diary.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["diary.sqlite"])
  }

  @Test func aShortListIsSeenToItsEnd() throws {
    try make()
    let glance = try #require(DiaryGlance(at: path))
    #expect(glance.rows(BeerQuery(), first: 24)?.map(\.name) == ["Orval"])
  }

  @Test func nothingStaysBesideAFileThatCannotBeOpened() throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute("PRAGMA writable_schema = 1; DELETE FROM sqlite_master WHERE name = 'photo_image'")
    file.close()
    let glance = try #require(DiaryGlance(at: path))
    _ = glance.rows(BeerQuery(), first: 24)
    #expect(throws: DiaryError.self) { try glance.open() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["diary.sqlite"])
  }

  @Test func itEndsWithoutBeingOpened() throws {
    try make()
    let glance = try #require(DiaryGlance(at: path))
    glance.giveUp()
    glance.close()
    glance.giveUp()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["diary.sqlite"])
  }

  /// Whoever has the file to himself is not waited for; opening does that.
  @Test func itWaitsForNobody() throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let glance = DiaryGlance(at: path)
    #expect(glance?.rows(BeerQuery(), first: 24) == nil)
    try file.execute("ROLLBACK")
    file.close()
    let diary = try glance?.open() ?? Diary.open(at: path)
    #expect(try diary.rows(in: 0..<9).count == 1)
    try diary.close()
  }

  /// Somebody who writes keeps nobody from reading.
  @Test func itSeesWhatIsThereWhileSomebodyWrites() throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute("BEGIN IMMEDIATE")
    #expect(DiaryGlance(at: path)?.rows(BeerQuery(), first: 24)?.count == 1)
    try file.execute("ROLLBACK")
    file.close()
  }

  @Test(arguments: [
    "PRAGMA user_version = 7", "PRAGMA user_version = 999", "PRAGMA application_id = 7",
  ])
  func anotherVersionOrProgramIsNot(_ sql: String) throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute(sql)
    file.close()
    #expect(DiaryGlance(at: path) == nil)
  }

  /// The file itself still says that it is current.
  @Test func whatTheLogSaysCounts() throws {
    try make()
    let file = try SQLiteFile(path)
    try file.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 999")
    defer { file.close() }
    #expect(DiaryGlance(at: path) == nil)
  }

  @Test func nothingIsMadeOrPutRight() throws {
    #expect(DiaryGlance(at: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))

    try make()
    try Data("left by a program that was killed".utf8).write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(DiaryGlance(at: path) == nil)
    #expect(FileManager.default.fileExists(atPath: path + "-journal"))

    for text in ["", "short", String(repeating: "no database ", count: 99)] {
      let other = folder.file("other")
      try Data(text.utf8).write(to: URL(fileURLWithPath: other))
      #expect(DiaryGlance(at: other) == nil)
      #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data(text.utf8))
    }
  }
}
