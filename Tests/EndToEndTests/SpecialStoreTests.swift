import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// What is no file, has nothing in it or has a foreign trigger: each command says so, waits for nothing and changes
  /// nothing.
  @Suite struct SpecialStoreTests {
    enum Kind: CaseIterable {
      case pipe, danglingLink, empty, foreignTrigger

      var sentencePart: String {
        switch self {
        case .pipe: "is a named pipe, not a file"
        case .danglingLink: "is a link to gone, which does not exist"
        case .empty: "is an empty file, not a diary"
        case .foreignTrigger: "(trigger \"evil\")"
        }
      }
    }

    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("store.sqlite")
    }

    private func make(_ kind: Kind) async throws {
      switch kind {
      case .pipe: #expect(mkfifo(store, 0o600) == 0)
      case .danglingLink: #expect(symlink("gone", store) == 0)
      case .empty: _ = try sandbox.write("", to: "store.sqlite")
      case .foreignTrigger: try await plant()
      }
    }

    private func plant() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: "name\nOne\n")
      let file = try SQLiteFile(store)
      try file.execute("CREATE TRIGGER evil BEFORE INSERT ON beer BEGIN DELETE FROM beer; END")
      file.close()
    }

    @Test(
      arguments: Kind.allCases,
      [["list"], ["show", "1"], ["stats"], ["doctor"], ["--migrate-only"], ["backup"]])
    func readingCommandsRefuseASpecialStore(_ kind: Kind, _ command: [String]) async throws {
      if kind == .foreignTrigger, command == ["doctor"] { return }
      try await make(kind)

      let words = command == ["backup"] ? command + [sandbox.home + "/copy.sqlite"] : command
      let result = try await sandbox.start(words + ["--store", store]).result()

      #expect(result.status == (kind == .danglingLink ? 66 : 65))
      #expect(result.output == "")
      #expect(result.errors.isOneSentence && result.errors.contains(kind.sentencePart))
      #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.files) == ["store.sqlite"])
      if kind == .empty { #expect(try Data(contentsOf: URL(fileURLWithPath: store)).isEmpty) }
    }

    /// It may be what a crash left of the diary.
    @Test func noCommandTurnsAnEmptyFileIntoADiary() async throws {
      let store = sandbox.defaultStore
      try FileManager.default.createDirectory(
        atPath: (store as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: store))

      let other = sandbox.file("other.sqlite")
      #expect(try await sandbox.run("add", "Orval", "--store", other).status == 0)

      for words in [["doctor"], ["list"], ["add", "Orval"], ["import", "-"], ["adopt", other]] {
        let result = try await sandbox.start(words, input: "name\nOrval\n").result()
        #expect(result.status == 65 && result.output == "" && result.errors.isOneSentence, "\(words)")
        #expect(result.errors.contains("\(store) is an empty file, not a diary"), "\(result.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: store)).isEmpty)
      }
    }

    @Test func aDiaryThatCannotBeCreatedLeavesNothing() async throws {
      for blocks in [4, 10, 40] {
        let result = try await sandbox.shell(
          "ulimit -f \(blocks); exec \"$PROGRAM\" add Orval --no-telemetry --store '\(store)'")
        #expect(result.status == 74 && result.errors.isOneSentence, "\(blocks): \(result.errors)")
        #expect(try FolderSnapshot(sandbox.files).isEmpty, "\(blocks)")
      }
    }

    @Test func theDoctorRemovesAForeignTrigger() async throws {
      try await plant()

      let found = try await sandbox.run("doctor", "--store", store)
      let repaired = try await sandbox.run("doctor", "--repair", "--yes", "--store", store)

      #expect(found.status == 65 && found.output.contains("trigger \"evil\""))
      #expect(repaired.status == 0)
      #expect(try await sandbox.run("add", "Two", "--store", store).status == 0)
      #expect(try await sandbox.listedBeers(store).count == 2)
    }
  }
}
