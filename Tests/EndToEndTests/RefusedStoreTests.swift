import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// What is no diary is refused with a sentence and left as it is, byte for byte.
  @Suite struct RefusedStoreTests {
    enum Kind: CaseIterable {
      case text, foreign, foreignInWAL, coreDataWithoutBeers, newer, damaged, folder
    }

    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("store.sqlite")
    }

    @Test(arguments: Kind.allCases, [["list"], ["show", "1"], ["--migrate-only"], ["import", "-"], []])
    func aStoreThatIsNotADiaryIsRefusedAndNotModified(_ kind: Kind, _ command: [String]) async throws {
      try await make(kind)
      let before = try FolderSnapshot(sandbox.files)

      let result = try await sandbox.start(command + ["--store", store], input: "name\nNew\n").result()

      #expect(result.status == 65)
      #expect(result.output == "")
      #expect(result.errors.isOneSentence && result.errors.contains(store))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test(.needsTmux, arguments: Kind.allCases)
    func theScreenClosesAndTheErrorIsPrinted(_ kind: Kind) async throws {
      try await make(kind)
      let before = try FolderSnapshot(sandbox.files)

      let screen = try await TmuxScreen(sandbox, store: store)

      #expect(try await screen.waitForEnd() == 65)
      #expect(try await screen.transcript().contains("beerdiary: \(store)"))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    /// A program ended during a transaction, which must not be rolled back in the file if it is only read.
    @Test(arguments: [["list"], ["show", "1"], ["--migrate-only", "--dry-run"], ["list", "--read-only"]])
    func anUnfinishedTransactionStaysAsItIsWithoutATemporaryFolder(_ command: [String]) async throws {
      let other = try Sandbox()
      let app = try LegacyDiary(other) { $0.beerCount = 300 }
      try SQLiteFile(app.path).copyDuringTransaction(
        "UPDATE ZBEER SET ZNAME = 'half'", from: app.path, to: store)
      let before = try FolderSnapshot(sandbox.files)

      let result = try await sandbox.start(
        command + ["--store", store], environment: ["TMPDIR": "/nonexistent"]
      ).result()

      #expect(result.status == (command.contains("--dry-run") ? 0 : 65), "\(result.errors)")
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    private func make(_ kind: Kind) async throws {
      switch kind {
      case .text: _ = try sandbox.write("Dear diary, today I drank a stout.\n", to: "store.sqlite")
      case .foreign: try makeDatabase("CREATE TABLE recipe (id INTEGER); INSERT INTO recipe VALUES (1)")
      case .foreignInWAL:
        try makeDatabase("PRAGMA journal_mode = WAL; CREATE TABLE recipe (id INTEGER)")
      case .coreDataWithoutBeers:
        try makeDatabase(
          """
          CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, ZTEXT VARCHAR);
          CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
          INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 0);
          CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
          """)
      case .newer:
        try await makeDiary()
        try makeDatabase("PRAGMA user_version = 999")
      case .damaged:
        try await makeDiary()
        try overwrite(with: [UInt8](repeating: 0xA5, count: 3_900), at: 100)
      case .folder: try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      }
    }

    private func makeDiary() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: "name\nOne\n")
    }

    private func makeDatabase(_ sql: String) throws {
      let file = try SQLiteFile(store)
      try file.execute(sql)
      file.close()
    }

    private func overwrite(with bytes: [UInt8], at offset: UInt64) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
      try file.seek(toOffset: offset)
      try file.write(contentsOf: bytes)
      try file.close()
    }
  }
}
