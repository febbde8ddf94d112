import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// A diary on two devices, one of which has it on the screen.
  @Suite(.needsTmux) struct SyncOnScreenTests {
    private let sandbox: Sandbox
    private let laptop: String
    private let phone: String

    init() async throws {
      sandbox = try Sandbox()
      laptop = sandbox.file("laptop.sqlite")
      phone = sandbox.file("phone.sqlite")
      try await run("add", "Orval", "--rating", "4", "--store", laptop)
      try await run("sync", "init", sandbox.file("Sync"), "--device-name", "laptop", "--store", laptop)
      try await run("sync", "now", "--store", laptop)
      try await run("sync", "join", sandbox.file("Sync"), "--device-name", "phone", "--store", phone)
      try await run("sync", "now", "--store", phone)
    }

    private func run(_ arguments: String...) async throws {
      let process = try sandbox.start(arguments, environment: ["BEERDIARY_SYNC_PASSPHRASE": "correct horse"])
      let result = try await process.result()
      #expect(result.status == 0, "\(arguments): \(result.errors)")
    }

    /// Synchronizes the phone until its diary is as expected.
    private func wait(forPhone condition: String, _ isMet: ([BeerRecord]) -> Bool) async throws {
      try await waitUntil(condition, lookingEvery: .milliseconds(100)) {
        try await run("sync", "now", "--store", phone)
        return isMet(try await sandbox.listedBeers(phone))
      }
    }

    @Test func whatAnotherDeviceHasSentAppearsAtTheStart() async throws {
      try await run("add", "From the phone", "--store", phone)
      try await run("sync", "now", "--store", phone)

      let screen = try await TmuxScreen(sandbox, store: laptop)
      try await screen.wait(forAll: "From the phone", "2 beers", "⇅ now")
      try await screen.press("U")
      try await screen.wait(for: "Everything is up to date.")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test func theLastChangesAreSentAfterTheProgramHasEnded() async throws {
      let screen = try await TmuxScreen(sandbox, store: laptop)
      try await screen.wait(forAll: "Orval", "⇅ now")
      try await screen.press("d")
      try await screen.wait(for: "u: undo")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)

      try await wait(forPhone: "the phone has no beers") { $0.isEmpty }
    }

    @Test func aValueIsChosenForAllDevices() async throws {
      for (store, rating) in [(phone, "3"), (laptop, "5")] {
        try await run("edit", "Orval", "--rating", rating, "--store", store)
      }
      try await run("sync", "now", "--store", phone)

      let screen = try await TmuxScreen(sandbox, store: laptop)
      try await screen.wait(forAll: "Orval", "! 1 conflict")
      try await screen.press("!")
      try await screen.wait(forAll: "5 from this device, shown: Rating of Orval", "phone")
      try await screen.press("l")
      try await screen.wait(for: "3 from phone: Rating of Orval")
      try await screen.press("Enter")
      try await screen.wait(for: "No conflicts.")
      try await screen.press("q")
      try await screen.wait(for: "q quit")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)

      try await run("sync", "now", "--store", laptop)
      try await wait(forPhone: "both have the rating of the phone") { $0.map(\.rating) == [3] }
      #expect(try await sandbox.listedBeers(laptop).map(\.rating) == [3])
    }

    @Test func aRatingSaysWhichValueOfAnotherDeviceItDiscards() async throws {
      for (store, rating) in [(phone, "3"), (laptop, "5")] {
        try await run("edit", "Orval", "--rating", rating, "--store", store)
      }
      try await run("sync", "now", "--store", phone)

      let screen = try await TmuxScreen(sandbox, store: laptop)
      try await screen.wait(forAll: "Orval", "! 1 conflict")
      try await screen.press("2", "Enter")
      try await screen.wait(forAll: "This ended 1 conflict", "“3” (phone).", "u: undo until sent")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test func aMissingStoreIsReportedAndDelaysNothing() async throws {
      try FileManager.default.moveItem(atPath: sandbox.file("Sync"), toPath: sandbox.file("Elsewhere"))
      let screen = try await TmuxScreen(sandbox, store: laptop)
      try await screen.wait(forAll: "Orval", "! sync failed")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }
  }
}
