import FixtureStores
import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
  /// `sync` of two computers with a folder.
  @Suite struct SyncTests {
    private static let passphrase = ["BEERDIARY_SYNC_PASSPHRASE": "correct horse"]

    /// Each has a home folder of its own.
    private let first: Sandbox
    private let second: Sandbox

    /// The folder that both see.
    private var shared: String { first.file("shared") }
    private var firstStore: String { first.file("diary.sqlite") }
    private var secondStore: String { second.file("diary.sqlite") }

    init() async throws {
      first = try Sandbox()
      second = try Sandbox()
      _ = try await first.run("import", "-", "--store", firstStore, input: "name\nOrval\nGueuze\n")
    }

    private func start() async throws {
      let made = try await first.run(
        "sync", "init", shared, "--device-name", "laptop", "--store", firstStore,
        environment: Self.passphrase)
      #expect(made.status == 0, "\(made.errors)")
      let joined = try await second.run(
        "sync", "join", shared, "--device-name", "tower", "--store", secondStore,
        environment: Self.passphrase)
      #expect(joined.status == 0, "\(joined.errors)")
    }

    private func syncAll() async throws {
      for _ in 0..<2 {
        for (sandbox, store) in [(first, firstStore), (second, secondStore)] {
          let result = try await sandbox.run("sync", "now", "--store", store)
          #expect(result.status == 0, "\(result.errors)")
        }
      }
    }

    private func names(_ sandbox: Sandbox, _ store: String) async throws -> [String] {
      try await sandbox.listedBeers(store).compactMap(\.name).sorted()
    }

    /// Runs a shell script on the second computer, as a user who is not the superuser and to whom all files belong.
    private func asAnotherUser(_ script: String) async throws -> ProcessResult {
      for sandbox in [first, second] where geteuid() == 0 {
        let root = (sandbox.files as NSString).deletingLastPathComponent
        _ = try await sandbox.shell("chown -R 65534:65534 '\(root)'")
      }
      return try await second.shell("\(SystemCapabilities.asAnotherUser) /bin/sh -c '\(script)'")
    }

    /// The only folder of a device, with its keys.
    private func keyFolder(_ sandbox: Sandbox) throws -> String {
      let folder = sandbox.stateFolder + "/sync"
      let devices = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
      return folder + "/" + (try #require(devices.first))
    }

    @Test func editsGoBothWaysAndAConflictIsResolved() async throws {
      try await start()
      #expect(try await names(second, secondStore) == ["Gueuze", "Orval"])

      _ = try await first.run("edit", "Orval", "--rating", "4", "--store", firstStore)
      _ = try await second.run("edit", "Orval", "--rating", "4.5", "--store", secondStore)
      _ = try await second.run("add", "Kriek", "--store", secondStore)
      try await syncAll()
      #expect(try await names(first, firstStore) == ["Gueuze", "Kriek", "Orval"])
      let conflicts = try await first.run("sync", "conflicts", "--store", firstStore)
      #expect(conflicts.outputLines.count == 4, "\(conflicts.output)")

      let chosen = try await first.run("sync", "conflicts", "--choose", "2", "--store", firstStore)
      #expect(chosen.status == 0, "\(chosen.errors)")
      try await syncAll()
      for (sandbox, store) in [(first, firstStore), (second, secondStore)] {
        #expect(try await sandbox.run("sync", "conflicts", "--store", store).output == "")
        #expect(try await sandbox.run("list", "rating=4", "--store", store).output.contains("Orval"))
      }
    }

    @Test func aRestoredBackupContinuesAsANewDevice() async throws {
      try await start()
      let backup = second.file("backup.sqlite")
      #expect(try await second.run("backup", backup, "--store", secondStore).status == 0)
      _ = try await second.run("add", "Kriek", "--store", secondStore)
      try await syncAll()

      let restored = try await second.run("backup", "restore", backup, "--yes", "--store", secondStore)
      #expect(restored.status == 0, "\(restored.errors)")
      _ = try await second.run("add", "Geuze", "--store", secondStore)
      try await syncAll()

      for (sandbox, store) in [(first, firstStore), (second, secondStore)] {
        #expect(try await names(sandbox, store) == ["Geuze", "Gueuze", "Kriek", "Orval"])
      }
    }

    @Test func aKilledSynchronizationIsCompletedByTheNextOne() async throws {
      try await start()
      var generator = Seeds.generator(1)
      var latestMoment = 200
      var killCount = 0
      var expected: Set = ["Gueuze", "Orval"]
      for round in 1...4 {
        for (sandbox, store, name) in [(first, firstStore, "Kriek"), (second, secondStore, "Faro")] {
          _ = try await sandbox.run("add", "\(name) \(round)", "--store", store)
          expected.insert("\(name) \(round)")
        }
        #expect(try await first.run("sync", "now", "--store", firstStore).status == 0)
        // It is stopped for a check every half a millisecond of its time.
        let checks = Atomic(0)
        let moment = Int.random(in: 1...latestMoment, using: &generator)
        let killed = try await second.run(["sync", "now", "--store", secondStore], signaling: SIGKILL) {
          checks.wrappingAdd(1, ordering: .relaxed).newValue >= moment
        }
        #expect([128 + SIGKILL, 0].contains(killed.status))
        if killed.status == 0 {
          // It ended before this moment.
          latestMoment = max(1, moment / 2)
        } else {
          killCount += 1
        }

        try await syncAll()
        for (sandbox, store) in [(first, firstStore), (second, secondStore)] {
          #expect(try await names(sandbox, store) == expected.sorted())
          #expect(try await sandbox.run("doctor", "--store", store).status == 0)
        }
      }
      #expect(killCount > 0, "every synchronization ended before it was to be killed")
    }

    @Test func missingKeysAreReportedWithTheWayOut() async throws {
      try await start()
      _ = try await second.run("add", "Kriek", "--store", secondStore)
      try FileManager.default.removeItem(atPath: try keyFolder(second))

      let refused = try await second.run("sync", "now", "--store", secondStore)
      #expect(refused.status == 66 && refused.errors.isOneSentence, "\(refused.errors)")
      #expect(refused.errors.contains("`beerdiary sync join \(shared)`"))
      #expect(try await second.run("doctor", "--store", secondStore).status == 65)
      let joined = try await second.run(
        "sync", "join", shared, "--store", secondStore, environment: Self.passphrase)
      #expect(joined.status == 0, "\(joined.errors)")
      try await syncAll()

      #expect(try await names(first, firstStore) == ["Gueuze", "Kriek", "Orval"])
      #expect(try await second.run("doctor", "--store", secondStore).status == 0)
    }

    @Test(.needsAnotherUser) func aFileThatCannotBeReadIsNamedAndEverythingElseIsReceived() async throws {
      try await start()
      let photo = try first.write("not quite a photograph", to: "photo.bin")
      let added = try await first.run(
        "photo", "add", "Orval", photo, "--any-file", "--store", firstStore)
      #expect(added.status == 0, "\(added.errors)")
      #expect(try await first.run("sync", "now", "--store", firstStore).status == 0)
      let image = try #require(
        try FileManager.default.contentsOfDirectory(atPath: shared + "/photo").first)
      let sentence = "The file “photo/\(image)” in \(shared) cannot be read (Permission denied)"

      let result = try await asAnotherUser(
        """
        chmod 0 "\(shared)/photo/\(image)"
        "$PROGRAM" sync now --store "\(secondStore)"; echo $?
        "$PROGRAM" sync --store "\(secondStore)" | grep Failure
        chmod 600 "\(shared)/photo/\(image)"
        "$PROGRAM" sync now --store "\(secondStore)"; echo $?
        """)

      let lines = result.outputLines
      #expect(lines.count == 5, "\(result)")
      #expect(lines.first == "Received 1 change from other devices." && lines.dropFirst().first == "77")
      #expect(lines.contains { $0.hasPrefix("Failure ") && $0.contains(" \(sentence)") })
      #expect(lines.suffix(2) == ["Received 1 image.", "0"])
      #expect(result.errors.contains("beerdiary: \(sentence), so the synchronization is not complete."))
    }

    @Test(.needsAnotherUser) func unreadableAndUnwritableFilesAreNamed() async throws {
      let made = try await first.run(
        "sync", "init", shared, "--store", firstStore, environment: Self.passphrase)
      #expect(made.status == 0, "\(made.errors)")
      let log =
        "log/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: shared + "/log").first))
      let join = "BEERDIARY_SYNC_PASSPHRASE=\"correct horse\" \"$PROGRAM\" sync join \"\(shared)\" --store"

      let result = try await asAnotherUser(
        """
        cd "\(shared)"
        chmod 0 diary; \(join) "\(secondStore)"; echo $?; chmod 600 diary
        chmod 0 \(log); \(join) "\(secondStore)"; echo $?; chmod 600 \(log)
        chmod 500 log; "$PROGRAM" add Kriek --quiet --store "\(secondStore)"
        "$PROGRAM" sync now --store "\(secondStore)"; echo $?; chmod 700 log
        """)

      #expect(result.outputLines.filter { $0 == "77" }.count == 3, "\(result)")
      #expect(result.errors.contains("The file “diary” in \(shared) cannot be read (Permission denied)"))
      #expect(result.errors.contains("The file “\(log)” in \(shared) cannot be read (Permission denied)"))
      #expect(result.errors.contains("\(shared)/log cannot be written (Permission denied)"))
    }

    @Test(.needsAnotherUser) func aDeviceThatCanOnlyReadTheStoreSucceedsUntilItHasSomethingToSend()
      async throws
    {
      let made = try await first.run(
        "sync", "init", shared, "--store", firstStore, environment: Self.passphrase)
      #expect(made.status == 0, "\(made.errors)")

      let result = try await asAnotherUser(
        """
        chmod -R a-w "\(shared)"
        BEERDIARY_SYNC_PASSPHRASE="correct horse" "$PROGRAM" sync join "\(shared)" --store "\(secondStore)"; echo $?
        "$PROGRAM" sync now --store "\(secondStore)"; echo $?
        "$PROGRAM" add Kriek --quiet --store "\(secondStore)"
        "$PROGRAM" sync now --store "\(secondStore)"; echo $?
        "$PROGRAM" sync --store "\(secondStore)" | grep -c -e "Last sync      [0-9]" -e "Last received  [0-9]"
        chmod -R u+w "\(shared)"
        """)

      let lines = result.outputLines
      #expect(lines.first?.hasSuffix("Received 2 changes from other devices.") == true, "\(result)")
      #expect(lines.dropFirst() == ["0", "Everything is up to date.", "0", "77", "2"], "\(result)")
      #expect(result.errors.contains("\(shared)/log cannot be written (Permission denied)"))
    }

    @Test func controlCStopsCleanly() async throws {
      try await start()
      let lock = try keyFolder(first) + "/lock"
      let holder = try first.start(["--no-fork", lock, "/bin/sleep", "infinity"], of: "/usr/bin/flock")
      var isHeld = true
      defer { if isHeld { holder.send(SIGKILL) } }
      try await holder.wait(until: "the lock is taken") {
        let descriptor = open(lock, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
      }
      let sync = try first.start(["sync", "now", "--store", firstStore])
      try await sync.wait(until: "it waits for the lock") {
        let folder = "/proc/\(sync.id)/fd"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.contains {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == lock
        }
      }

      sync.send(SIGINT)
      let result = try await sync.result()
      holder.send(SIGKILL)
      isHeld = false
      _ = try await holder.result()

      #expect(result.status == 128 + SIGINT && result.output == "")
      #expect(result.errors.contains("Stopped. Run `beerdiary sync now` to continue."), "\(result.errors)")
      try await syncAll()
    }

    @Test(.needsTmux) func thePassphraseIsNotShown() async throws {
      let shell = try await ShellScreen(first)
      let terminal = shell.terminal

      try await shell.startProgram("sync init \(shared) --store \(firstStore)")
      try await terminal.wait(for: "New passphrase:")
      try await terminal.type("geheimnis")
      try await terminal.press("Enter")
      try await terminal.wait(for: "The same passphrase again:")
      try await terminal.type("geheimnis")
      try await terminal.press("Enter")

      #expect(try await shell.waitForEnd() == 0)
      #expect(try await !terminal.transcript().contains("geheimnis"))
      #expect(try await shell.damage() == [])
    }

    @Test(.needsTmux, arguments: ["init", "join"])
    func aMissingFolderIsReportedBeforeThePassphraseIsAskedFor(_ command: String) async throws {
      let shell = try await ShellScreen(first)

      try await shell.startProgram("sync \(command) \(shared)/missing --store \(firstStore)")

      #expect(try await shell.waitForEnd() == 66)
      #expect(try await !shell.terminal.transcript().contains("assphrase"))
    }

    @Test(.needsTmux) func controlCAtThePassphraseRestoresTheTerminal() async throws {
      let shell = try await ShellScreen(first)
      let terminal = shell.terminal

      try await shell.startProgram("sync init \(shared) --store \(firstStore)")
      try await terminal.wait(for: "New passphrase:")
      try await terminal.type("geheimnis")
      try await terminal.press("C-c")

      #expect(try await shell.waitForEnd() == 128 + SIGINT)
      #expect(try await !terminal.transcript().contains("geheimnis"))
      #expect(try await shell.damage() == [])
      #expect(!FileManager.default.fileExists(atPath: shared))
    }
  }
}
