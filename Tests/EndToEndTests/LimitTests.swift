import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Limits of the system that stop the program: each is named in a sentence, and the diary stays whole.
  @Suite struct LimitTests {
    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    private func importBeers(_ count: Int) async throws -> String {
      let rows = (1...count).map { "Beer \($0),\(String(repeating: "notes ", count: 20))\n" }.joined()
      let csv = try sandbox.write("name,notes\n" + rows, to: "beers.csv")
      #expect(try await sandbox.run("import", "--yes", "--store", store, csv).status == 0)
      return csv
    }

    private func expectWholeDiary(of count: Int) async throws {
      #expect(try await sandbox.run("doctor", "--deep", "--store", store).status == 0)
      #expect(try await sandbox.listedBeers(store).count == count)
    }

    /// - Parameter blocks: Of 512 bytes, as `sh` counts them.
    @Test(arguments: [2, 40, 80])
    func aFileSizeLimitIsNamed(_ blocks: Int) async throws {
      _ = try await importBeers(10)
      let more = (1...2000).map { "More \($0),\(String(repeating: "notes ", count: 20))\n" }.joined()
      let csv = try sandbox.write("name,notes\n" + more, to: "more.csv")

      let result = try await sandbox.shell(
        "ulimit -f \(blocks); \"$PROGRAM\" import --yes --store '\(store)' '\(csv)'")

      #expect(result.status == 74)
      #expect(result.errors.contains("ulimit -f"), "\(result.errors)")
      try await expectWholeDiary(of: 10)
    }

    @Test func anExportBeyondAFileSizeLimitFailsAndLeavesNoFile() async throws {
      _ = try await importBeers(500)
      let target = sandbox.file("out.csv")

      let result = try await sandbox.shell(
        "ulimit -f 80; \"$PROGRAM\" export --no-telemetry --store '\(store)' -o '\(target)'")

      #expect(result.status == 74)
      #expect(result.errors.isOneSentence, "\(result.errors)")
      #expect(result.errors.contains("\(target) cannot grow") && result.errors.contains("ulimit -f"))
      #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func aBackupBeyondAFileSizeLimitSaysThatItCannotGrow() async throws {
      _ = try await importBeers(10)

      let result = try await sandbox.shell(
        "ulimit -f 8; \"$PROGRAM\" backup create --no-telemetry --store '\(store)' '\(sandbox.file("copy"))'")

      #expect(result.status == 74)
      #expect(result.errors.isOneSentence && result.errors.contains("cannot grow"), "\(result.errors)")
      #expect(!result.errors.contains("not an error"))
    }

    @Test func aMergeBeyondAFileSizeLimitNamesTheNewDiary() async throws {
      let old = try LegacyDiary(sandbox) { $0.beerCount = 200 }

      let result = try await sandbox.shell(
        "ulimit -f 400; \"$PROGRAM\" adopt --no-telemetry '\(old.path)' --store '\(store)'")

      #expect(result.status == 74 && result.errors.isOneSentence, "\(result.errors)")
      #expect(result.errors.contains("\(store) cannot grow") && result.errors.contains("ulimit -f"))
      #expect(try FolderSnapshot(sandbox.files).names == ["old.sqlite"])
    }

    @Test func tooFewOpenFilesAreNamed() async throws {
      _ = try await importBeers(1)

      let result = try await sandbox.shell("ulimit -n 16; \"$PROGRAM\" list --store '\(store)'")
      #expect(result.status == 69)
      #expect(result.errors.isOneSentence)
      #expect(result.errors.contains("only 16 files") && result.errors.contains("ulimit -n"))

      #expect(try await sandbox.shell("ulimit -n 16; \"$PROGRAM\" --version").status == 0)
    }

    @Test func aSoftLimitOfOpenFilesIsRaised() async throws {
      _ = try await importBeers(1)
      let result = try await sandbox.shell("ulimit -S -n 16; \"$PROGRAM\" list --store '\(store)'")
      #expect(result.status == 0 && result.errors == "")
    }

    @Test(.needsTmux) func aFileCutShortByOthersEndsTheProgramWithASentence() async throws {
      _ = try await importBeers(3)
      let screen = try await TmuxScreen(sandbox, store: store)
      try await screen.wait(for: "Beer 3")

      // SQLite maps this file: its pages are gone, as on a disk or in a quota that is full.
      #expect(truncate(store + "-shm", 0) == 0)
      try await screen.press("/", "e")

      #expect(try await screen.waitForEnd() == 128 + SIGBUS)
      try await screen.wait(for: "SIGBUS")
      #expect(try await screen.fact("alternate_on") == "0")
      try await expectWholeDiary(of: 3)
    }

    @Test func aBusErrorEndsACommandWithASentence() async throws {
      _ = try await importBeers(3)
      let result = try await sandbox.shell(
        """
        cd '\(sandbox.files)'; mkfifo pipe
        "$PROGRAM" import --yes --store '\(store)' - <pipe &
        exec 3>pipe; printf 'name\\nA\\n' >&3
        handled() { mask=$(sed -n 's/^SigCgt:\\t0*//p' /proc/$1/status); [ $((0x0$mask & 0x40)) -ne 0 ]; }
        until handled $!; do :; done; kill -BUS $!
        wait $!
        """)
      #expect(result.status == 128 + SIGBUS)
      #expect(result.errors.contains("SIGBUS"), "\(result.errors)")
      try await expectWholeDiary(of: 3)
    }

    /// A file system of 2 MB, in a mount namespace of its own.
    @Test func aFullFileSystemIsReportedAndTheDiaryStaysIntact() async throws {
      let mounted = try await sandbox.shell("unshare -m mount -t tmpfs none '\(sandbox.files)'")
      guard mounted.status == 0 else {
        return print("No file system can be mounted here, so none was filled: \(mounted.errors)")
      }
      let rows = (1...8000).map { "Beer \($0),\(String(repeating: "notes ", count: 40))\n" }.joined()
      let csv = sandbox.temporary + "/beers.csv"
      try Data(("name,notes\n" + rows).utf8).write(to: URL(fileURLWithPath: csv))

      let result = try await sandbox.shell(
        """
        unshare -m sh -c '
          mount -t tmpfs -o size=2m none "$0"
          export BEERDIARY_STORE="$0/diary.sqlite" DO_NOT_TRACK=1
          "$PROGRAM" add First >/dev/null 2>&1; echo "add: $?"
          "$PROGRAM" import --yes --strict "$1"; echo "import: $?"
          "$PROGRAM" list | wc -l
          head -c 2000000 /dev/zero >"$0/rest" 2>/dev/null
          "$PROGRAM" add Second; echo "add: $?"
          "$PROGRAM" backup "$0/copy.sqlite"; echo "backup: $?"
          cd "$0"; "$PROGRAM" export -o beers.csv; echo "export: $?"
          rm "$0/rest"
          "$PROGRAM" list | wc -l
          "$PROGRAM" doctor >/dev/null; echo "doctor: $?"
        ' '\(sandbox.files)' '\(csv)'
        """)

      #expect(
        result.outputLines
          == ["add: 0", "import: 74", "1", "add: 74", "backup: 74", "export: 74", "1", "doctor: 0"],
        "\(result)")
      let errors = result.errors.split(separator: "\n")
      #expect(errors.count == 4 && errors.allSatisfy { $0.hasPrefix("beerdiary: ") }, "\(result)")
      #expect(errors.allSatisfy { $0.contains("The disk is full") }, "\(result)")
      #expect(errors.last?.contains("Free some space for beers.csv") == true, "\(result)")
      #expect(
        errors.dropLast().last?.contains("Free some space for \(sandbox.files)/copy.sqlite") == true,
        "\(result)")
    }
  }
}
