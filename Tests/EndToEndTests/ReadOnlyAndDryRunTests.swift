import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What promises to change nothing, for every command and option that the program describes.
  @Suite struct ReadOnlyAndDryRunTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// The program's commands that use a diary.
    private func commands() async throws -> [(path: String, command: CommandRecord)] {
      try await CommandRecord.ofProgram().filter { $0.command.options.contains("store") }
    }

    /// What a command must leave as it is.
    private func state(_ store: String) throws -> [FolderSnapshot] {
      let folder = (store as NSString).deletingLastPathComponent
      return try [FolderSnapshot(folder), FolderSnapshot(sandbox.home + "/config")]
    }

    /// Every command, and each option with it; a fifth of them in `make test`.
    private func uses(_ every: EveryCommand, test: String = #function) async throws
      -> [(name: String, use: EveryCommand.Use)]
    {
      let all = try await allUses(every)
      #expect(all.count > 100)
      return BuiltProgram.sample(of: all, oneIn: 5, test: test)
    }

    private func allUses(_ every: EveryCommand) async throws -> [(name: String, use: EveryCommand.Use)] {
      // The store is always given, and the parser itself answers the others.
      let elsewhere: Set = ["store", "read-only", "version", "help"]
      return try await commands().flatMap { path, command in
        let options = (command.arguments ?? []).filter {
          $0.kind != "positional" && !elsewhere.contains($0.longName ?? "")
        }
        let pairs =
          [(path, every.use(of: path))]
          + options.map { ("\(path) --\($0.longName ?? "")", every.use(of: path, with: $0)) }
        return try pairs.map { name, use in
          (name, try #require(use, "say in EveryCommand how \(name) is used"))
        }
      }
    }

    @Test func readOnlyKeepsEveryCommandWithEveryOptionFromChangingTheDiary() async throws {
      let every = try await EveryCommand(sandbox)
      let store = try await every.makeDiary()
      let before = try state(store)

      for (name, use) in try await uses(every) {
        let result = try await sandbox.start(use.arguments + ["--store", store, "--read-only"]).result()
        #expect(result.status == (use.changes ? 77 : use.status), "\(name): \(result.errors)")
        #expect(try state(store) == before, "\(name) changed the diary or the settings")
      }
    }

    @Test func aDryRunOfEveryCommandThatHasOneChangesNothing() async throws {
      let every = try await EveryCommand(sandbox)
      let store = try await every.makeDiary()
      let before = (try state(store), try FolderSnapshot(sandbox.files))
      // What only makes sense if something is changed is refused.
      let contradictions = ["--finish", "--backup", "--save-mapping"]
      let dry = try await commands().filter { $0.command.options.contains("dry-run") }.map(\.path)
      #expect(dry.contains("beerdiary import"))

      for (name, use) in try await uses(every) where dry.contains(where: { isPart(of: $0, name) }) {
        var arguments = use.arguments
        if name.hasPrefix("beerdiary --") || name == "beerdiary" { arguments.insert("--migrate-only", at: 0) }
        let result = try await sandbox.start(arguments + ["--dry-run", "--store", store]).result()
        let isRefused =
          contradictions.contains { name.hasSuffix($0) }
          || name.hasPrefix("beerdiary sync conflicts") && !use.arguments.contains("--choose-all")
        #expect(result.status == (isRefused ? 64 : use.status), "\(name): \(result.errors)")
        #expect(try state(store) == before.0 && FolderSnapshot(sandbox.files) == before.1, "\(name)")
      }
    }

    /// Whether a use is one of a command, with or without an option.
    private func isPart(of command: String, _ name: String) -> Bool {
      name == command || name.hasPrefix(command + " --")
    }

    /// Otherwise the refusals above might be for another reason.
    @Test func theSameCommandsWorkWithoutTheseOptions() async throws {
      let every = try await EveryCommand(sandbox)
      let made = try await every.makeDiary()
      for (path, _) in BuiltProgram.sample(of: try await commands(), oneIn: 3) {
        let use = try #require(every.use(of: path))
        let store = try every.copy(made)
        let result = try await sandbox.start(use.arguments + ["--store", store]).result()
        #expect(result.status == use.status, "\(path): \(result.errors)")
      }
    }

    /// Only the screen, `migrate` and `adopt` bring in what the app for iOS left.
    @Test func everyCommandLeavesAStoreOfTheAppAsItIs() async throws {
      let every = try await EveryCommand(sandbox)
      let folder = sandbox.file("app")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let diary = try LegacyDiary(sandbox, name: "app/old.sqlite") { store in
        store.externalCount = 2
        store.leavesRowsInWAL = true
      }
      let before = try state(diary.path)
      // These do not open it, or only copy it.
      let others =
        [
          "beerdiary demo": 0, "beerdiary photo open": 64, "beerdiary backup create": 0,
          "beerdiary backup list": 0,
        ] as [String: Int32]

      // A backup takes the place of whatever is there, which is kept.
      let elsewhere = ["beerdiary backup restore", "beerdiary migrate"]
      let opening = try await commands().filter { !elsewhere.contains($0.path) }
      for (path, _) in BuiltProgram.sample(of: opening, oneIn: 3) {
        let use = try #require(every.use(of: path))
        let result = try await sandbox.start(use.arguments + ["--store", diary.path]).result()
        #expect(result.status == others[path] ?? 65, "\(path): \(result.errors)")
        let isExplained =
          result.errors.isOneSentence && result.errors.contains("migrate --store \(diary.path)")
        #expect(isExplained || others[path] != nil, "\(path): \(result.errors)")
        #expect(try state(diary.path) == before, "\(path) changed the store")
      }
    }
  }
}
