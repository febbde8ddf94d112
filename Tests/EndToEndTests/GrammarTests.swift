import Foundation
import Testing

extension EndToEnd {
  /// The grammar of the command line, for every command and option that the program describes.
  @Suite struct GrammarTests {
    /// Commands that do something and have no `--json`, with the reason.
    private static let withoutJSON: [String: String] = [:]
    /// The letters of options, which no other option has.
    private static let letters = [
      "help": "h", "limit": "n", "output": "o", "quiet": "q", "reverse": "r", "yes": "y",
    ]

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// All options with the command that has them.
    private func options() async throws -> [(path: String, name: String, option: CommandRecord.Argument)] {
      try await CommandRecord.ofProgram(sandbox).flatMap { path, command in
        (command.arguments ?? []).compactMap { option in option.longName.map { (path, $0, option) } }
      }
    }

    @Test func everyCommandHasAnAbstractAnExampleAndJSON() async throws {
      for (path, command) in try await CommandRecord.ofProgram(sandbox) {
        #expect(command.abstract?.hasSuffix(".") == true, "\(path) has no abstract")
        let discussion = command.discussion ?? ""
        #expect(discussion.contains("EXAMPLE"), "\(path) has no example")
        #expect(discussion.contains("\n  beerdiary"), "\(path) has no example that begins with its name")
        let tooLong = discussion.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.count > 80 }
        #expect(tooLong == [], "\(path) has lines that are broken in 80 columns")
        let isGroup = command.subcommands?.isEmpty == false
        let isExcused = Self.withoutJSON[path] != nil
        #expect(isGroup || command.options.contains("json") != isExcused, "\(path) has no --json")
      }
    }

    @Test func anOptionHasTheSameLetterOnEveryCommand() async throws {
      for (path, name, option) in try await options() {
        let letters = (option.names ?? []).map(\.name).filter { $0.count == 1 }
        #expect(letters == (Self.letters[name].map { [$0] } ?? []), "\(path) --\(name)")
      }
    }

    @Test func anOptionHasTheSameKindOfValueOnEveryCommand() async throws {
      var kinds: [String: (path: String, kind: String)] = [:]
      for (path, name, option) in try await options() {
        let kind = option.kind == "flag" ? "flag" : "\(option.kind) \(option.valueName ?? "")"
        if let known = kinds[name] {
          #expect(known.kind == kind, "--\(name) of \(path) and of \(known.path)")
        } else {
          kinds[name] = (path, kind)
        }
      }
      #expect(kinds.count > 50)
    }

    @Test func everyCommandThatAsksCanBeToldNotTo() async throws {
      for (path, command) in try await CommandRecord.ofProgram(sandbox) where command.options.contains("yes")
      {
        #expect(command.options.contains("no-input"), "\(path)")
      }
    }

    @Test func commandsAndOptionsOfImportAreNotConfused() async throws {
      let csv = try sandbox.write("name\nOrval\n", to: "list")
      let shell = "cd '\(sandbox.files)' && \"$PROGRAM\" import"

      #expect(try await sandbox.shell("\(shell) ./list").output.contains("Added 1 beer"))
      #expect(try await sandbox.shell("\(shell) list").output.contains("  list  1 beer"))
      #expect(try await sandbox.shell("\(shell) --dry-run list").status == 64)
      #expect(try await sandbox.run("import", csv, "list").status == 64)
      #expect(
        try await sandbox.run("import", "undo", "--help").output.contains("USAGE: beerdiary import undo"))
      let help = try await sandbox.run("import", "--help").output
      #expect(help.contains("--on-duplicate") && help.contains("beerdiary import list | undo"))
      #expect(try await sandbox.shell("\(shell) undo").output.contains("Undid import 1: 1 beer"))
    }

    @Test func quietLeavesOutMessagesAndKeepsResultsAndErrors() async throws {
      let added = try await sandbox.run("add", "Orval", "-q")
      #expect(added.status == 0 && added.output == "" && added.errors == "")
      let json = try await sandbox.run("add", "Gueuze", "--quiet", "--json")
      #expect(json.output.contains(#""name": "Gueuze""#) && json.errors == "")
      #expect(try await sandbox.run("list", "-q").outputLines.count == 2)
      let missing = try await sandbox.run("edit", "99", "--rating", "4", "-q")
      #expect(missing.status == 66 && missing.errors.isOneSentence)
      let csv = try sandbox.write("name,abv\nOne,strong\n", to: "beers.csv")
      let imported = try await sandbox.run("import", csv, "-q")
      #expect(imported.status == 65 && imported.output == "" && imported.errors.contains("“strong”"))
    }

    @Test func aDiaryIsNotCreatedInAFolderThatDoesNotExist() async throws {
      let other = sandbox.file("other.sqlite")
      #expect(try await sandbox.run("add", "Orval", "--store", other).status == 0)
      let store = sandbox.file("mistyped/diary.sqlite")
      for words in [["add", "Orval"], ["import", "-"], ["adopt", other], ["backup", "restore", other]] {
        let result = try await sandbox.start(words + ["--store", store], input: "name\nOne\n").result()
        #expect(result.status == 73 && result.errors.isOneSentence, "\(words): \(result.errors)")
        #expect(result.errors.contains("the folder \(sandbox.file("mistyped")) does not exist"))
      }
      #expect(try FolderSnapshot(sandbox.files).names.allSatisfy { !$0.contains("mistyped") })
    }

    @Test func migrateDoesWhatItsOptionOfTheProgramDoes() async throws {
      let diary = try LegacyDiary(sandbox)
      let plan = try await sandbox.run("migrate", "--dry-run", "--store", diary.path)
      let same = try await sandbox.run("--migrate-only", "--dry-run", "--store", diary.path)
      #expect(plan.status == 0 && plan.output.contains("Nothing was changed.") && plan.output == same.output)

      let copy = sandbox.file("copy.sqlite")
      let done = try await sandbox.run(
        "migrate", "--backup", copy, "--finish", "--json", "--store", diary.path)
      #expect(done.status == 0 && done.output.contains(#""background_seconds""#))
      #expect(done.errors == "Copied \(diary.path) to \(copy), and checked the copy.\n")
      let again = try await sandbox.run("migrate", "--store", diary.path)
      #expect(again.output == "\(diary.path) is up to date.\n")
    }
  }
}
