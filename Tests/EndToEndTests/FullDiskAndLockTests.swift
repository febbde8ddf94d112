import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Reading goes on while the disk is full, the diary is locked or may not be written to.
  @Suite struct FullDiskAndLockTests {
    private let sandbox: Sandbox
    private let store: String

    init() async throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      let csv = try sandbox.write("name,rating\nOrval,4.5\nWestmalle,4\n", to: "beers.csv")
      let result = try await sandbox.run("import", csv, "--store", store)
      #expect(result.status == 0)
    }

    /// Runs a script where the diary is `$DISK/d.sqlite` on a small disk that nothing fits on any more.
    ///
    /// - Parameter preparation: What is done on the disk before it is filled.
    private func onAFullDisk(_ script: String, after preparation: String = "true") async throws
      -> ProcessResult
    {
      try await sandbox.command(
        "/usr/bin/unshare",
        [
          "-m", "/bin/sh", "-c",
          """
          DISK='\(sandbox.files)/disk'; OUT='\(sandbox.temporary)'; STORE='\(store)'
          mkdir "$DISK" && mount -t tmpfs -o size=2m none "$DISK" && cp "$STORE" "$DISK/d.sqlite" || exit 99
          \(preparation)
          cat /dev/zero > "$DISK/filler" 2>/dev/null
          \(script)
          """,
        ])
    }

    @Test(
      .needsMount,
      arguments: [
        "list", "show Orval", "stats", "year", "export -o \"$OUT/e.csv\"", "doctor",
        "backup \"$OUT/b.sqlite\"",
        "fields list", "import list", "photo list Orval",
      ])
    func commandsReadOnAFullDisk(_ command: String) async throws {
      let result = try await onAFullDisk(
        "\"$PROGRAM\" \(command) --store \"$DISK/d.sqlite\" && ls \"$DISK\" > \"$OUT/names\"")

      #expect(result.status == 0, "\(result.errors)")
      #expect(!result.errors.contains("beerdiary:"))
      #expect(
        try String(contentsOfFile: sandbox.temporary + "/names", encoding: .utf8) == "d.sqlite\nfiller\n")
    }

    @Test(.needsMount) func leftoversOfAKilledProgramAreReadOnAFullDisk() async throws {
      let writer = try SQLiteFile(store)
      try writer.execute(
        "PRAGMA wal_autocheckpoint = 0; UPDATE beer SET name = 'Rochefort' WHERE name = 'Orval'")

      let result = try await onAFullDisk(
        "\"$PROGRAM\" list --store \"$DISK/d.sqlite\" && ls \"$DISK\"",
        after: "cp \"$STORE-wal\" \"$DISK/d.sqlite-wal\"")
      writer.close()

      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("Rochefort"))
      #expect(result.output.hasSuffix("d.sqlite\nd.sqlite-wal\nfiller\n"))
    }

    @Test(.needsMount) func aChangeOnAFullDiskIsRefusedForThatReason() async throws {
      let result = try await onAFullDisk(
        "\"$PROGRAM\" add Chimay --store \"$DISK/d.sqlite\"; echo $?; ls \"$DISK\"")

      #expect(result.output == "74\nd.sqlite\nfiller\n")
      #expect(result.errors.contains("The disk is full") && !result.errors.contains("Check the disk"))
      #expect(result.errors.contains("What was saved before is unchanged."))
    }

    @Test(.needsMount) func aSettingOnAFullDiskIsRefusedForThatReason() async throws {
      let result = try await onAFullDisk(
        "XDG_CONFIG_HOME=\"$DISK\" \"$PROGRAM\" config set theme dark; echo $?",
        after: "mkdir \"$DISK/beerdiary\"")

      #expect(result.output == "74\n")
      #expect(result.errors.contains("The disk is full. Free some space for "), "\(result.errors)")
    }

    @Test(arguments: [
      "list", "list --distinct", "show Orval", "had Orval", "doctor", "stats", "year", "labels",
      "labels show Orval",
      "export", "photo list Orval", "fields list", "trash list", "import list", "import undo --dry-run",
      "edit 'rating>4' --rating 5 --dry-run", "--migrate-only",
    ])
    func commandsReadWhileAnotherProgramWrites(_ command: String) async throws {
      let clock = ContinuousClock()
      let script = "\"$PROGRAM\" \(command) --store '\(store)'"
      let other = try SQLiteFile(store)
      var results: [ProcessResult] = []
      var isQuick = false

      // Waiting for the lock would delay each attempt by ten seconds. A busy machine delays only some of them so much,
      // compared with the same command without the lock.
      while !isQuick, results.count < 20 {
        let usualTime = try await clock.measure { _ = try await sandbox.shell(script) }
        try other.execute("BEGIN IMMEDIATE")
        let time = try await clock.measure { results.append(try await sandbox.shell(script)) }
        try other.execute("ROLLBACK")
        isQuick = time < usualTime + .seconds(9)
      }

      #expect(isQuick)
      for result in results {
        #expect(result.status == 0, "\(result.errors)")
        let note = "The search index was not checked because "
        #expect(result.errors.contains(note) == (command == "doctor"))
        #expect(
          result.errors.contains("(process \(getpid())) has the diary locked.") == (command == "doctor"))
      }
    }

    @Test(.needsTmux) func aChangeSaysOnATerminalWhatItWaitsFor() async throws {
      let other = try SQLiteFile(store)
      try other.execute("BEGIN IMMEDIATE")
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "add", "Chimay", "--store", store])
      try await screen.wait(for: "(process \(getpid())), which has the diary locked")
      try other.execute("ROLLBACK")

      #expect(try await screen.waitForEnd() == 0)
      let text = try await screen.transcript()
      #expect(text.contains("Chimay") && !text.contains("Waiting for"))
    }

    @Test(.needsTmux) func aQuietChangeWaitsWithoutAMessage() async throws {
      let other = try SQLiteFile(store)
      try other.execute("BEGIN IMMEDIATE")
      let output = sandbox.file("typed")
      let command = "'\(BuiltProgram.path)' add Chimay --quiet --store '\(store)'"
      let screen = try await TmuxScreen(sandbox, running: ["/usr/bin/script", "-qec", command, output])
      try await screen.wait(until: "it has opened the diary") { isOpenInAnotherProcess(store) }
      // It has waited for as long as one that is started after it.
      let later = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "add", "Orval", "--store", store])
      try await later.wait(for: "(process \(getpid())), which has the diary locked")
      try other.execute("ROLLBACK")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await later.waitForEnd() == 0)
      let typed = try String(contentsOfFile: output, encoding: .utf8)
      #expect(!typed.contains("Waiting") && !typed.contains("Working") && !typed.contains("Opening"))
      #expect(try await sandbox.run("show", "Chimay", "--store", store).status == 0)
    }

    private func isOpenInAnotherProcess(_ path: String) -> Bool {
      let manager = FileManager.default
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let processes = ((try? manager.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
      return processes.contains { process in
        let folder = "/proc/\(process)/fd"
        let descriptors = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
        return process != getpid()
          && descriptors.contains {
            (try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == file
          }
      }
    }

    /// Runs a script as a user who is not the superuser and to whom all files of the test belong.
    private func asAnotherUser(_ script: String) async throws -> ProcessResult {
      let root = (sandbox.files as NSString).deletingLastPathComponent
      if geteuid() == 0 { _ = try await sandbox.shell("chown -R 65534:65534 '\(root)'") }
      return try await sandbox.shell("\(SystemCapabilities.asAnotherUser) /bin/sh -c '\(script)'")
    }

    @Test(.needsAnotherUser) func aDiaryWithoutWritePermissionIsRead() async throws {
      let before = try FolderSnapshot(sandbox.files)

      let result = try await asAnotherUser(
        """
        chmod 444 "\(store)"
        "$PROGRAM" list --store "\(store)"; echo $?
        "$PROGRAM" add Chimay --store "\(store)"; echo $?
        """)

      #expect(result.output.contains("Orval") && result.output.hasSuffix("0\n77\n"))
      #expect(result.errors.contains("You have no permission"))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test(.needsAnotherUser) func aFolderThatMayNotBeWrittenToIsNamed() async throws {
      let folder = sandbox.file("folder")

      let result = try await asAnotherUser(
        """
        mkdir "\(folder)" && cp "\(store)" "\(folder)/d.sqlite" && chmod 500 "\(folder)"
        "$PROGRAM" add Chimay --store "\(folder)/d.sqlite"; echo $?; chmod 700 "\(folder)"
        """)

      #expect(result.output == "77\n")
      #expect(
        result.errors.contains("You may not write to the folder of \(folder)/d.sqlite"), "\(result.errors)")
    }

    @Test(.needsAnotherUser) func anExportOfAReadOnlyDiaryFailsIfTheDiaryChanges() async throws {
      // More than a pipe holds, so that the export has to wait before it is complete.
      let rows = (1...5_000).map { "Beer \($0),\(String(repeating: "notes ", count: 10))\n" }.joined()
      let csv = try sandbox.write("name,notes\n" + rows, to: "many.csv")
      #expect(try await sandbox.run("import", "--yes", csv, "--store", store).status == 0)
      let fifo = sandbox.file("fifo")
      #expect(mkfifo(fifo, 0o600) == 0)

      let result = try await asAnotherUser(
        """
        chmod 444 "\(store)"
        ("$PROGRAM" export --store "\(store)" >"\(fifo)"; echo $?) & exec 3<"\(fifo)"; read line <&3
        chmod 600 "\(store)"; "$PROGRAM" remove 1 --store "\(store)" >&2; cat <&3 >&2; wait
        """)

      #expect(result.output == "75\n", "\(result.errors.suffix(200))")
    }

    @Test(.needsAnotherUser) func leftoversOfAnOlderVersionDoNoHarm() async throws {
      let result = try await asAnotherUser(
        """
        head -c 32768 /dev/zero > "\(store)-shm"; : > "\(store)-wal"; chmod 444 "\(store)-shm" "\(store)-wal"
        "$PROGRAM" list --store "\(store)"; echo $?
        "$PROGRAM" add Chimay --store "\(store)"; echo $?
        "$PROGRAM" list --store "\(store)"; echo $?
        """)

      #expect(result.status == 0)
      #expect(result.output.components(separatedBy: "\n").filter { $0 == "0" }.count == 3, "\(result)")
      #expect(result.errors == "")
    }

    @Test(.needsTmux, .needsMount) func theScreenOnAFullDiskSaysThatItIsReadOnly() async throws {
      let screen = try await TmuxScreen(
        sandbox,
        running: [
          "/usr/bin/unshare", "-m", "/bin/sh", "-c",
          """
          mkdir '\(sandbox.files)/disk' && mount -t tmpfs -o size=2m none '\(sandbox.files)/disk' \
          && cp '\(store)' '\(sandbox.files)/disk/d.sqlite'; \
          cat /dev/zero > '\(sandbox.files)/disk/filler' 2>/dev/null; \
          exec '\(BuiltProgram.path)' --store '\(sandbox.files)/disk/d.sqlite'
          """,
        ])
      try await screen.wait(forAll: "Orval", "read-only", "Read-only: the disk is full.")
      try await screen.press("d")
      try await screen.wait(for: "Cannot make changes: the disk is full.")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test(.needsTmux) func theScreenOfALockedDiarySaysThatItIsReadOnly() async throws {
      let other = try SQLiteFile(store)
      try other.execute("BEGIN IMMEDIATE")
      let screen = try await TmuxScreen(sandbox, store: store)
      try await screen.wait(forAll: "Orval", "Read-only: another program has the diary locked.")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
      try other.execute("ROLLBACK")
    }
  }
}
