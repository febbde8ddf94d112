import Foundation
import Testing

extension EndToEnd {
  /// The grammar of the command line, for every command and option that the program describes.
  @Suite struct GrammarTests {
    /// Commands that do something and have no `--json`, with the reason.
    private static let withoutJSON: [String: String] = [:]
    /// Commands that ask and have no `--dry-run`, with the reason.
    private static let withoutDryRun = ["beerdiary doctor": "It changes nothing without --repair."]
    /// The letters of options, which no other option has.
    private static let letters = [
      "help": "h", "limit": "n", "output": "o", "quiet": "q", "reverse": "r", "yes": "y",
    ]

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// All options with the command that has them.
    private func options() async throws -> [(path: String, name: String, option: CommandRecord.Argument)] {
      try await CommandRecord.ofProgram().flatMap { path, command in
        (command.arguments ?? []).compactMap { option in option.longName.map { (path, $0, option) } }
      }
    }

    @Test func everyCommandHasAnAbstractAnExampleAndJSON() async throws {
      for (path, command) in try await CommandRecord.ofProgram() {
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

    @Test func everyCommandCanBeToldNotToAsk() async throws {
      for (path, command) in try await CommandRecord.ofProgram() where command.options.contains("json") {
        #expect(command.options.contains("no-input"), "\(path)")
      }
    }

    @Test func everyCommandThatAsksShowsWhatItWouldChange() async throws {
      for (path, command) in try await CommandRecord.ofProgram() where command.options.contains("yes") {
        #expect(command.options.contains("dry-run") != (Self.withoutDryRun[path] != nil), "\(path)")
      }
    }

    @Test func everyCommandThatMayChangeSeveralBeersAsks() async throws {
      let every = try await EveryCommand(sandbox)
      let changing = try await CommandRecord.ofProgram().filter {
        $0.command.takesSeveralBeers && every.use(of: $0.path)?.changes == true
      }
      #expect(changing.map(\.path) == ["edit", "remove", "trash restore"].map { "beerdiary \($0)" })
      for (path, command) in changing {
        #expect(Set(["yes", "dry-run"]).isSubset(of: command.options), "\(path)")
      }
    }

    // MARK: - The table

    /// The rows of the table of commands: the command, and its cells by the heads of the columns.
    private func table() throws -> [String: [String: String]] {
      let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/reference/grammar.md").standardizedFileURL
      let rows: [[String]] = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map {
        line in
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      let start = try #require(rows.firstIndex { $0.first == "command" })
      let heads = rows[start]
      let commands = rows[start...].dropFirst(2).prefix { $0.first?.hasPrefix("`") == true }
      return Dictionary(
        uniqueKeysWithValues: commands.map { cells in
          (cells[0].replacing("`", with: ""), Dictionary(uniqueKeysWithValues: zip(heads, cells)))
        })
    }

    @Test func theTableOfOptionsIsComplete() async throws {
      let table = try table()
      let commands = try await CommandRecord.ofProgram().filter { $0.command.options.contains("json") }
      #expect(Set(table.keys) == Set(commands.map(\.path)))

      for (path, command) in commands {
        let row = try #require(table[path])
        let expected = [
          "--json": true, "--quiet": command.options.contains("quiet"), "example": true,
          "filter": command.takesSeveralBeers, "--dry-run": command.options.contains("dry-run"),
          "--yes": command.options.contains("yes"),
        ]
        for (head, isThere) in expected {
          #expect(row[head] == (isThere ? "yes" : "—"), "\(path): \(head)")
        }
        #expect(row["--quiet"] == "yes", "\(path)")
        #expect(["yes", "—"].contains(row["completed"]), "\(path): \(row["completed"] ?? "")")
        #expect(row["exit statuses"]?.hasPrefix("0, ") == true, "\(path)")
      }
    }

    @Test func everyCommandEndsWithAStatusThatTheTableHas() async throws {
      let table = try table()
      let every = try await EveryCommand(sandbox)
      let made = try await every.makeDiary()
      let missing = sandbox.file("none/missing.sqlite")
      let text = try sandbox.write("a text", to: "text.sqlite")

      for (path, command) in BuiltProgram.sample(of: try await CommandRecord.ofProgram(), oneIn: 3) {
        guard let row = table[path] else { continue }
        let words = every.use(of: path)?.arguments ?? path.split(separator: " ").dropFirst().map(String.init)
        var runs = [words + ["--frobnicate"]]
        if command.options.contains("store") {
          let copy = try every.copy(made)
          runs += [[made, "--read-only"], [missing], [text], [copy]].map { words + ["--store"] + $0 }
        } else {
          runs.append(words)
        }
        let statuses = (row["exit statuses"] ?? "").split(separator: ", ").compactMap { Int32($0) }
        let documented = Set(statuses).union([70, 74])
        for run in runs {
          let result = try await sandbox.start(run).result()
          #expect(documented.contains(result.status), "\(run): \(result.status) \(result.errors)")
        }
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
      // How much space is free changes while other tests run.
      let lines = [plan, same].map { $0.output.split(separator: "\n").filter { !$0.hasSuffix(" are free.") } }
      #expect(plan.status == 0 && plan.output.contains("Nothing was changed.") && lines[0] == lines[1])

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
