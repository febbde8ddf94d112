import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import DiaryRuntime

/// The synchronization in another process, with a shell script in place of the program.
@Suite struct SyncRunnerTests {
  /// Opens a diary whose synchronizations run a script; `$1` is the folder of the test.
  ///
  /// - Parameter fetchScript: Fetches images; `$2` is the UUID of the beer.
  private func running(
    _ script: String, fetching fetchScript: String = "", schedule: SyncSchedule = SyncSchedule()
  ) throws -> RunningDiary {
    let folder = try TemporaryFolder()
    func arguments(_ script: String) -> [String] { ["-c", script, "sh", folder.path] }
    let running = try RunningDiary(
      in: folder,
      syncProgram: SyncProgram("/bin/sh", arguments(script), fetching: arguments(fetchScript)),
      syncSchedule: schedule)
    try running.open()
    return running
  }

  private func outcomes(_ running: RunningDiary) -> [SyncOutcome] {
    running.answers.all.compactMap { if case .synced(let outcome, _) = $0 { outcome } else { nil } }
  }

  private func waitForEnd(_ running: RunningDiary, count: Int = 1) throws {
    try running.answers.wait(count: count) { if case .synced = $0 { true } else { false } }
  }

  /// Waits until a script has written a line to a file of the folder, and returns its lines.
  private func lines(_ name: String, in running: RunningDiary, count: Int) throws -> [String] {
    let path = running.folder.file(name)
    for _ in 0..<100_000 {
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
      if lines.count >= count { return lines.map(String.init) }
      Thread.sleep(forTimeInterval: 0.005)
    }
    throw NoProgress(awaited: NumberText.count(count, "line") + " of \(name)")
  }

  /// Lets a script wait until the test writes the file `go`; it ends without it, so that it does not outlive the test.
  private static let waitToGo = "for i in $(seq 60000); do [ -e $1/go ] && break; sleep 0.01; done"

  @Test func theBeginningAndTheEndAreReportedWithTheStateAfterIt() throws {
    let running = try running("echo run >> $1/runs")
    running.run(.synchronize(.asked))
    try waitForEnd(running)

    let messages = running.answers.all.compactMap { message -> String? in
      switch message {
      case .syncStarted: "started"
      case .synced(_, .success(nil)): "ended"
      default: nil
      }
    }
    #expect(messages == ["started", "ended"])
    #expect(outcomes(running) == [SyncOutcome(isAsked: true)])
    #expect(try lines("runs", in: running, count: 1) == ["run"])
  }

  @Test func aDiaryThatIsBusyIsReportedOnlyIfTheUserAsked() throws {
    let running = try running("echo 'Another program is synchronizing this diary.' >&2; exit 75")
    running.run(.synchronize(.regularly))
    try waitForEnd(running)
    running.run(.synchronize(.asked))
    try waitForEnd(running, count: 2)
    #expect(outcomes(running).map(\.isAsked) == [false, true])
    #expect(outcomes(running).map { $0.problem == nil } == [true, false])
  }

  @Test func changesThatABusyDiaryHasKeptAreSentLaterOrAfterTheEnd() throws {
    let running = try running(
      "echo run >> $1/runs; exit 75", schedule: SyncSchedule(pause: .milliseconds(1)))
    running.run(.synchronize(.afterChange))
    try waitForEnd(running, count: 2)
    #expect(outcomes(running).map(\.isBusy) == [true, true])

    #expect(running.finish() == nil)
    let last = try #require(running.runner.sendPendingChanges())
    #expect(last.waitForExit() == 75)
    #expect(try lines("runs", in: running, count: 3).count == 3)
  }

  private static let results: [([String: Int], [String], String, Int)] = [
    ([:], [], "Everything is up to date.", 0),
    (["lost": 9], [], "Everything is up to date.", 0),
    (
      ["changes": 3, "received_changes": 2, "received_images": 1], [],
      "Sent 3 changes. Received 2 changes from other devices. Received 1 image.", 0
    ),
    (["stored_again": 2], [], "The store had lost 2 updates, which were stored again.", 0),
    (["images_stored_again": 2], [], "Stored 2 images again.", 0),
    (["received_changes": 1], [], "Received 1 change from other devices.", 0),
    (
      ["received_changes": 1, "returned_beers": 1], [],
      "Received 1 change from other devices. "
        + "1 beer that was deleted is back with a new id, because it was edited on another device.", 0
    ),
    (["too_large": 3, "unsendable": 1], [], "3 changes are too large to send.", 1),
    (
      [:], ["log/a"],
      "1 file in the store is damaged or incomplete: log/a.", 0
    ),
    (
      [:], ["log/a", "log/b", "log/c", "log/d", "log/e"],
      "5 files in the store are damaged or incomplete: log/a, log/b, log/c and 2 more.", 0
    ),
  ]

  @Test(arguments: results) func theResultIsSummarized(
    _ counts: [String: Int], _ damagedFiles: [String], _ summary: String, _ unsendableCount: Int
  ) throws {
    let names = [
      "changes", "received_changes", "received_images", "returned_beers", "stored_again",
      "images_stored_again", "too_large", "unsendable",
    ]
    let all = counts.merging(names.map { ($0, 0) }) { given, _ in given }
    var members = all.map { "\"\($0.key)\": \($0.value)" }
    members.append("\"damaged_files\": [\(damagedFiles.map { "\"\($0)\"" }.joined(separator: ", "))]")
    members.append("\"waiting_files\": []")
    let running = try running("echo '{\(members.joined(separator: ", "))}'")
    running.run(.synchronize(.asked))
    try waitForEnd(running)
    #expect(outcomes(running).map(\.summary) == [summary])
    #expect(outcomes(running).map(\.unsendableCount) == [unsendableCount])
  }

  @Test func aResultThatCannotBeReadHasNoSummary() throws {
    let running = try running("echo ''")
    running.run(.synchronize(.asked))
    try waitForEnd(running)
    #expect(outcomes(running) == [SyncOutcome(isAsked: true)])
  }

  @Test func aFailureHasTheSentenceOfTheProgram() throws {
    let running = try running(
      """
      echo '{"changes": 0, "failure": "The folder is not there. Connect the disk."}'
      echo 'some progress' >&2; echo 'beerdiary: The folder is not there. Connect' >&2
      echo 'beerdiary: the disk.' >&2; exit 74
      """)
    running.run(.synchronize(.asked))
    try waitForEnd(running)
    #expect(
      outcomes(running).map { $0.problem?.sentence } == ["The folder is not there. Connect the disk."])
  }

  @Test func aFailureWithoutASentenceSaysWhereToLook() throws {
    let running = try running("kill -9 $$")
    running.run(.synchronize(.asked))
    try waitForEnd(running)
    #expect(outcomes(running).first?.problem?.sentence.contains("`beerdiary sync now`") == true)
  }

  @Test func aProgramThatCannotBeStartedIsReported() throws {
    let running = try RunningDiary(syncProgram: SyncProgram("/nowhere/beerdiary", []))
    try running.open()
    running.run(.synchronize(.asked))
    try waitForEnd(running)
    #expect(outcomes(running).first?.problem?.sentence.contains("could not be started") == true)
  }

  @Test func requestsDuringASynchronizationLeadToOneMore() throws {
    let running = try running(
      """
      mkdir $1/running || echo overlap >> $1/overlaps
      echo run >> $1/runs
      \(Self.waitToGo)
      rmdir $1/running
      """)
    running.run(.synchronize(.regularly))
    _ = try lines("runs", in: running, count: 1)
    running.run(.synchronize(.asked), .synchronize(.asked), .synchronize(.afterChange))
    try "".write(toFile: running.folder.file("go"), atomically: true, encoding: .utf8)
    try waitForEnd(running, count: 2)

    #expect(outcomes(running).map(\.isAsked) == [false, true])
    #expect(try lines("runs", in: running, count: 2).count == 2)
    #expect(!FileManager.default.fileExists(atPath: running.folder.file("overlaps")))
  }

  @Test func changesAndTimeLeadToFurtherSynchronizations() throws {
    let running = try running(
      "echo run >> $1/runs",
      schedule: SyncSchedule(pause: .milliseconds(1), interval: .milliseconds(1)))
    running.run(.synchronize(.afterChange))
    try waitForEnd(running)
    running.run(.synchronize(.regularly))
    try waitForEnd(running, count: 4)
    running.run(.synchronize(.stop))
  }

  @Test func quittingDoesNotWaitForASynchronization() throws {
    let running = try running(
      """
      echo run >> $1/runs
      \(Self.waitToGo)
      echo output; echo errors >&2
      echo end >> $1/ends
      """)
    running.run(.synchronize(.asked))
    _ = try lines("runs", in: running, count: 1)

    #expect(running.finish() == nil)
    // Nothing waits for another one.
    #expect(running.runner.sendPendingChanges() == nil)

    #expect(!FileManager.default.fileExists(atPath: running.folder.file("ends")))
    try "".write(toFile: running.folder.file("go"), atomically: true, encoding: .utf8)
    #expect(try lines("ends", in: running, count: 1) == ["end"])
    #expect(try lines("runs", in: running, count: 1) == ["run"])
    #expect(outcomes(running).isEmpty)
  }

  @Test func theLastChangesAreSentAfterTheEnd() throws {
    let running = try running("echo run >> $1/runs")
    running.run(.synchronize(.afterChange))
    #expect(running.finish() == nil)
    #expect(!FileManager.default.fileExists(atPath: running.folder.file("runs")))
    let last = try #require(running.runner.sendPendingChanges())
    #expect(try lines("runs", in: running, count: 1) == ["run"])
    // A child that nobody waits for would hold up all tests that wait for any child.
    #expect(last.waitForExit() == 0)
  }

  @Test func changesThatCouldNotBeSentAreSentAfterTheEnd() throws {
    let running = try running(
      "echo run >> $1/runs; exit 69", schedule: SyncSchedule(pause: .milliseconds(1)))
    running.run(.synchronize(.afterChange))
    try waitForEnd(running)

    #expect(running.finish() == nil)
    let last = try #require(running.runner.sendPendingChanges())
    #expect(last.waitForExit() == 69)
    #expect(try lines("runs", in: running, count: 2).count == 2)
  }

  /// Waits until the images of a beer were fetched, and returns why some could not be; empty if all were.
  private func fetchProblem(ofBeer beer: UUID, _ running: RunningDiary) throws -> String {
    try running.answers.wait { if case .imagesFetched(beer, _) = $0 { true } else { false } }
    return running.answers.all.reduce(into: "") { sentence, message in
      if case .imagesFetched(beer, let problem?) = message { sentence = problem.sentence }
    }
  }

  @Test func imagesAreFetchedAfterTheSynchronizationThatIsRunning() throws {
    let running = try running(
      "echo sync >> $1/runs; \(Self.waitToGo)", fetching: "echo fetch $2 >> $1/runs")
    let beer = UUID()
    running.run(.synchronize(.asked))
    _ = try lines("runs", in: running, count: 1)
    running.run(.fetchImages(ofBeer: beer), .synchronize(.asked))
    try "".write(toFile: running.folder.file("go"), atomically: true, encoding: .utf8)

    #expect(try fetchProblem(ofBeer: beer, running) == "")
    try waitForEnd(running, count: 2)
    #expect(try lines("runs", in: running, count: 3) == ["sync", "fetch \(beer.uuidString)", "sync"])
  }

  @Test func ofRequestsForImagesThatWaitOnlyTheNewestIsRun() throws {
    let running = try running(
      "echo sync >> $1/runs; \(Self.waitToGo)", fetching: "echo fetch $2 >> $1/runs")
    let beers = [UUID(), UUID()]
    running.run(.synchronize(.asked))
    _ = try lines("runs", in: running, count: 1)
    for beer in beers { running.run(.fetchImages(ofBeer: beer)) }
    try "".write(toFile: running.folder.file("go"), atomically: true, encoding: .utf8)

    for beer in beers { #expect(try fetchProblem(ofBeer: beer, running) == "") }
    #expect(try lines("runs", in: running, count: 2) == ["sync", "fetch \(beers[1].uuidString)"])
  }

  @Test func imagesThatCannotBeFetchedHaveTheSentenceOfTheProgram() throws {
    let running = try running("", fetching: "echo 'beerdiary: It is not in the store.' >&2; exit 66")
    let beer = UUID()
    running.run(.fetchImages(ofBeer: beer))
    #expect(try fetchProblem(ofBeer: beer, running) == "It is not in the store.")
  }

  @Test func aFailureToFetchImagesWithoutASentenceSaysWhereToLook() throws {
    let running = try running("", fetching: "kill -9 $$")
    let beer = UUID()
    running.run(.fetchImages(ofBeer: beer))
    #expect(try fetchProblem(ofBeer: beer, running).contains("`beerdiary photo fetch`"))
  }

  @Test func withoutAProgramNothingHappens() throws {
    let running = try RunningDiary()
    try running.open()
    running.run(.synchronize(.asked), .loadSyncStatus(generation: 1))
    try running.answers.wait { if case .syncStatus(_, .success(nil)) = $0 { true } else { false } }
    #expect(!running.answers.all.contains { if case .syncStarted = $0 { true } else { false } })
  }

  @Test func aBeerIsFoundByItsUUID() throws {
    let running = try RunningDiary()
    try running.open()
    running.run(.change(.add("Orval")))
    try running.answers.wait { if case .changed(_, .success) = $0 { true } else { false } }
    let changes = try #require(running.answers.changes.first).1.get().changes
    guard case .added(let beer)? = changes.last else { return #expect(Bool(false), "no beer was added") }
    let other = UUID()
    for (count, uuid) in [beer.uuid, other].enumerated() {
      running.run(.locateBeer(uuid))
      try running.answers.wait(count: count + 1) { if case .beerLocated = $0 { true } else { false } }
    }
    let found = running.answers.all.reduce(into: [UUID: Int64?]()) { found, message in
      if case .beerLocated(let uuid, .success(let id)) = message { found.updateValue(id, forKey: uuid) }
    }
    #expect(found == [beer.uuid: beer.id, other: nil])
  }
}
