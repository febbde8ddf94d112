import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Whatever ends the program, the shell gets its terminal back.
  @Suite(.needsTmux) struct TerminalRestorationTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    @Test func quittingRestoresTheTerminal() async throws {
      let shell = try await openedShell()

      try await shell.terminal.press("q")

      #expect(try await shell.waitForEnd() == 0)
      #expect(try await shell.damage() == [])
    }

    @Test func typedTextStaysAfterACrashOfTheEditor() async throws {
      try await sandbox.install("#!/bin/sh\necho typed >>\"$1\"\nkill -9 $$\n", as: "editor")
      let editor = sandbox.file("editor")
      let store = sandbox.file("new.sqlite")
      #expect(try await sandbox.run("import", "-", "--store", store, input: "name\nOrval\n").status == 0)

      let screen = try await TmuxScreen(
        sandbox, store: store, size: (200, 30), environment: ["VISUAL": editor])
      try await screen.wait(for: "Orval")
      try await screen.press("a")
      try await screen.wait(for: "notes in editor")
      try await screen.press("C-o")
      try await screen.wait(for: "Your text is in")

      let folders = try FileManager.default.contentsOfDirectory(atPath: sandbox.temporary)
      let folder = try #require(folders.first { $0.hasPrefix("beerdiary-notes") })
      let notes = "\(sandbox.temporary)/\(folder)/notes.txt"
      #expect(try String(contentsOfFile: notes, encoding: .utf8).hasSuffix("typed\n"))
    }

    @Test func theSettingsAreEditedAndTheirMistakesShown() async throws {
      try await sandbox.install("#!/bin/sh\necho 'date = \"never\"' >>\"$1\"\n", as: "editor")
      let screen = try await TmuxScreen(
        sandbox, store: diary.path, size: (200, 30), environment: ["VISUAL": sandbox.file("editor")])
      try await screen.wait(forAll: LegacyDiary.newestName, "q quit")
      try await screen.press(",")
      try await screen.wait(for: "config.toml, line")

      let settings = sandbox.home + "/config/beerdiary/config.toml"
      let text = try String(contentsOfFile: settings, encoding: .utf8)
      #expect(text.contains("# date = \"words\"\n") && text.hasSuffix("date = \"never\"\n"))
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func aSignalRestoresTheTerminal(_ signal: Int32) async throws {
      let shell = try await openedShell()

      try shell.send(signal)

      #expect(try await shell.waitForEnd() == 128 + signal)
      #expect(try await shell.damage() == [])
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    @Test func controlCRestoresTheTerminal() async throws {
      let shell = try await openedShell()

      try await shell.terminal.press("C-c")

      #expect(try await shell.waitForEnd() == 128 + SIGINT)
      #expect(try await shell.damage() == [])
    }

    @Test func controlCTwiceRestoresTheTerminalWhileTheStoreIsLocked() async throws {
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(for: "Waiting for")

      try await shell.terminal.press("C-c", "C-c")

      #expect(try await shell.waitForEnd() == 128 + SIGINT)
      #expect(try await shell.damage() == [])
      try other.execute("COMMIT")
      other.close()
      #expect(try await sandbox.run("--migrate-only", "--store", diary.path).status == 0)
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    @Test(arguments: [SIGSEGV, SIGABRT])
    func aCrashRestoresTheTerminal(_ signal: Int32) async throws {
      let shell = try await openedShell()

      try shell.send(signal)

      #expect(try await shell.waitForEnd() == 128 + signal)
      let report = sandbox.stateFolder + "/crash.txt"
      let screen = try await shell.terminal.transcript()
      #expect(screen.contains("beerdiary crashed"))
      #expect(screen.contains("A report without any of your text is in \(report)."))
      #expect(try await shell.damage() == [])
      let text = try String(contentsOfFile: report, encoding: .utf8)
      #expect(text.contains("signal \(signal)\n") && text.contains("program +0x"))
      #expect(!text.contains(sandbox.home) && !text.contains(LegacyDiary.newestName))
      let attributes = try FileManager.default.attributesOfItem(atPath: report)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func theContentsOfAFormAreOfferedAfterASignal(_ signal: Int32) async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("a")
      try await shell.terminal.type("Hopfenweisse")
      try await shell.terminal.wait(for: "Hopfenweisse")

      try shell.send(signal)
      #expect(try await shell.waitForEnd() == 128 + signal)
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.stateFolder)
      let draft = try #require(names.first { $0.hasPrefix("draft-") })
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.stateFolder)/\(draft)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)

      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(for: "Resume the unsaved beer? y/N")
      try await shell.terminal.press("y")
      try await shell.terminal.wait(forAll: "New beer", "Hopfenweisse")
      try await shell.terminal.press("C-s")
      try await shell.terminal.wait(for: "13 beers")
      try await shell.terminal.wait(until: "the draft is gone") {
        !FileManager.default.fileExists(atPath: "\(sandbox.stateFolder)/\(draft)")
      }
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)
    }

    @Test func aFormSurvivesAKilledProgram() async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("a")
      try await shell.terminal.type("Hopfenweisse")
      try await shell.terminal.wait(until: "the form is kept") { _ in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.stateFolder)) ?? []
        return names.contains { name in
          let text = try? String(contentsOfFile: "\(sandbox.stateFolder)/\(name)", encoding: .utf8)
          return name.hasPrefix("draft-") && name.hasSuffix(".json") && text?.contains("Hopfenweisse") == true
        }
      }

      try shell.send(SIGKILL)
      // In another terminal, because a killed program leaves its own as it is.
      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(forAll: "Resume the unsaved beer? y/N", "Hopfenweisse")
    }

    @Test func controlCPrintsThatTheDraftWasSaved() async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("a")
      try await shell.terminal.type("Hopfenweisse")
      try await shell.terminal.wait(for: "Hopfenweisse")

      try await shell.terminal.press("C-c", "C-c")
      #expect(try await shell.waitForEnd() == 128 + SIGINT)
      try await shell.terminal.wait(for: "“Hopfenweisse” was not saved. Start beerdiary again to resume it.")
      #expect(try await shell.damage() == [])
    }

    @Test func aDraftThatCannotBeSavedIsPrinted() async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("a")
      try await shell.terminal.type("Hopfenweisse")
      try await shell.terminal.wait(for: "Hopfenweisse")
      // No folder can be made in its place.
      try FileManager.default.moveItem(atPath: sandbox.stateFolder, toPath: sandbox.stateFolder + "-gone")
      _ = FileManager.default.createFile(atPath: sandbox.stateFolder, contents: nil)

      try await shell.terminal.press("C-c", "C-c")
      #expect(try await shell.waitForEnd() == 128 + SIGINT)
      try await shell.terminal.wait(forAll: "was not saved, and neither was a draft.", "Name: Hopfenweisse")
    }

    @Test func anUnansweredDraftIsKeptNextToANewOne() async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("a")
      for name in ["Precious", "Third"] {
        try await shell.terminal.type(name)
        try await shell.terminal.wait(for: name)
        try shell.send(SIGHUP)
        #expect(try await shell.waitForEnd() == 128 + SIGHUP)
        try await shell.startProgram("--store \(diary.path)")
        try await shell.terminal.wait(forAll: "Resume the unsaved beer? y/N", name)
        try await shell.terminal.press("Escape")
        if name == "Precious" {
          try await shell.terminal.wait(for: "offered again")
          try await shell.terminal.press("a")
          try await shell.terminal.wait(for: "Resume the unsaved beer? y/N")
          try await shell.terminal.press("n")
          try await shell.terminal.wait(for: "New beer")
        }
      }
      try await shell.terminal.wait(forAll: "Resume the unsaved beer? y/N", "Precious")
    }

    @Test func leavingDuringAnImportPrintsHowToUndoIt() async throws {
      let rows = (1...60_000).map { "Beer \($0),Brewery \($0 % 100)" }.joined(separator: "\n")
      let csv = try sandbox.write("name,brewery\n" + rows, to: "many.csv")
      let shell = try await openedShell()
      try await shell.terminal.press("I")
      try await shell.terminal.type(csv)
      try await shell.terminal.press("Enter")
      try await shell.terminal.wait(for: "y imports 60,000 beers")
      // No row goes in before the question is there, however slow the keys are.
      let other = try SQLiteFile(diary.path)
      // The background work may be writing.
      try other.execute("PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE")
      try await shell.terminal.press("y")
      try await shell.terminal.press("q", "q")
      try await shell.terminal.wait(for: "An import is running")
      try other.execute("COMMIT")
      other.close()
      // All rows are in one transaction; the log grows when some of them are written.
      try await shell.terminal.wait(until: "some of the file is written") {
        fileSize(diary.path + "-wal") ?? 0 > 1_000_000
      }
      try await shell.terminal.press("y")

      #expect(try await shell.waitForEnd() == 0)
      let transcript = try await shell.terminal.transcript()
      #expect(
        transcript.contains(" beers. To undo this import, use `beerdiary import undo "), "\(transcript)")
    }

    @Test func anErrorRestoresTheTerminal() async throws {
      let text = try sandbox.write("no diary", to: "text.sqlite")
      let shell = try await ShellScreen(sandbox)

      try await shell.startProgram("--store \(text)")

      #expect(try await shell.waitForEnd() == 65)
      #expect(try await shell.damage() == [])
    }

    @Test func suspendingByKeyRestoresTheTerminal() async throws {
      try await suspendAndComeBack(byKey: true)
    }

    @Test func suspendingBySignalRestoresTheTerminal() async throws {
      try await suspendAndComeBack(byKey: false)
    }

    @Test func keysAreReadAgainAfterSIGSTOP() async throws {
      let shell = try await openedShell()

      try await shell.stopWithoutNotice()
      try await shell.resume()
      try await shell.terminal.wait(forAll: LegacyDiary.newestName, "1 of 12", "q quit")
      try await shell.terminal.press("j")
      try await shell.terminal.wait(for: "2 of 12")
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)
      #expect(try await shell.damage() == [])
    }

    private func suspendAndComeBack(byKey: Bool) async throws {
      let shell = try await openedShell()
      try await shell.terminal.press("j")
      try await shell.terminal.wait(for: "2 of 12")

      if byKey { try await shell.terminal.press("C-z") } else { try shell.send(SIGTSTP) }
      #expect(try await shell.waitForEnd() == 128 + SIGTSTP)
      #expect(try await shell.damage() == [])

      try await shell.resume()
      try await shell.terminal.wait(forAll: LegacyDiary.newestName, "2 of 12", "q quit")
      try await shell.terminal.press("j")
      try await shell.terminal.wait(for: "3 of 12")
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)
      #expect(try await shell.damage() == [])
    }

    private func openedShell() async throws -> ShellScreen {
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(for: LegacyDiary.newestName)
      return shell
    }
  }
}
