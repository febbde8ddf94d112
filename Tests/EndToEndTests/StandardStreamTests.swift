import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Streams as scripts and other programs leave them: closed, broken, or non-blocking.
  @Suite struct StandardStreamTests {
    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    /// A pipe on descriptor 3 whose reader has gone.
    private static let brokenPipe = "mkfifo pipe; (exec 4<pipe) & exec 3>pipe; wait;"

    @Test(arguments: [(setUp: "", stream: "-"), (setUp: brokenPipe, stream: "3")])
    func commandsWorkWithoutStandardError(setUp: String, stream: String) async throws {
      let csv = try sandbox.write("name,abv\nOne,5\nTwo,5,x\nThree,6\n", to: "beers.csv")

      let result = try await sandbox.shell(
        "cd '\(sandbox.files)'; \(setUp) \"$PROGRAM\" import --store '\(store)' '\(csv)' 2>&\(stream)")

      #expect(result.status == 65)
      #expect(result.output.contains("Added 2 beers"))
      #expect(try await sandbox.listedBeers(store).map(\.name) == ["Three", "One"])
    }

    @Test(arguments: ["list", "list --json", "show 1", "--migrate-only", "--help"])
    func lostOutputIsAnError(_ command: String) async throws {
      try await importBeers(1)

      let result = try await sandbox.shell("\"$PROGRAM\" \(command) \(option(for: command)) >&-")

      #expect(result.status == 74)
      #expect(result.errors.isOneSentence && result.errors.contains("output"))
      #expect(try await sandbox.listedBeers(store).count == 1)
    }

    @Test func aClosedPipeEndsTheProgramWithoutAMessage() async throws {
      try await importBeers(1)

      let result = try await sandbox.shell(
        "cd '\(sandbox.files)'; \(Self.brokenPipe) \"$PROGRAM\" list --store '\(store)' >&3")

      #expect(result.status == 128 + SIGPIPE)
      #expect(result.errors == "")
    }

    @Test func withoutStandardInputNothingIsRead() async throws {
      let result = try await sandbox.shell("\"$PROGRAM\" import --store '\(store)' - <&-")

      #expect(result.status == 74)
      #expect(result.errors.isOneSentence && result.errors.contains("standard input"))
    }

    @Test func theDiaryStaysIntactWithoutAnyStream() async throws {
      try await importBeers(3)

      let result = try await sandbox.shell("\"$PROGRAM\" list --store '\(store)' <&- >&- 2>&-")

      #expect(result.status == 74)
      #expect(try await sandbox.listedBeers(store).count == 3)
    }

    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/perl"), "perl is not installed"))
    func aPipeThatDoesNotWaitGetsEverything() async throws {
      try await importBeers(1_000)
      let withoutWaiting = "perl -MFcntl -e 'fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK); exec @ARGV'"

      // A reader of single bytes is slower than any writer, so the pipe is full again and again.
      let result = try await sandbox.shell(
        "\(withoutWaiting) \"$PROGRAM\" list --json --store '\(store)' | dd bs=1 status=none")

      #expect(result.errors == "")
      let beers = try JSONDecoder().decode([BeerRecord].self, from: Data(result.output.utf8))
      #expect(beers.count == 1_000)
    }

    private func option(for command: String) -> String { command == "--help" ? "" : "--store '\(store)'" }

    private func importBeers(_ count: Int) async throws {
      let rows = (1...count).map { "Beer \($0)\n" }.joined()
      let result = try await sandbox.run("import", "-", "--store", store, input: "name\n" + rows)
      try #require(result.status == 0)
    }
  }
}
