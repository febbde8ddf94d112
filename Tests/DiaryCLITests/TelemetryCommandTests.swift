import DiaryProcess
import Foundation
import Testing

extension Commands {
  /// `telemetry` with all its commands, and what other commands record.
  @Suite struct TelemetryCommandTests {
    private let place: Workplace

    init() throws {
      place = try Workplace(beers: "Orval")
      place.variables["DO_NOT_TRACK"] = nil
    }

    private func types() throws -> [String] {
      let lines = try place.run("telemetry", "show").lines
      return try lines.compactMap {
        try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["type"] as? String
      }
    }

    @Test func aCommandIsRecordedUnlessThatIsRefused() throws {
      _ = try place.run("list", "orval")
      #expect(try types() == ["App.launched", "Store.opened", "Search.used"])
      _ = try place.run("list", "--no-telemetry")
      place.variables["DO_NOT_TRACK"] = "1"
      _ = try place.run("list")
      #expect(try types().count == 3)
    }

    @Test func anErrorIsRecordedByItsKind() throws {
      #expect(try place.run("show", "99").status == 66)
      #expect(try types().last == "Error.shown")
      #expect(try place.run("telemetry", "show").lines.last?.contains("\"noInput\"") == true)
      #expect(try place.run("show", "--no-telemetry").status == 64)
      #expect(try types().count == 3)
    }

    @Test func telemetryIsTurnedOffAndOnAndPurged() throws {
      _ = try place.run("list")
      #expect(try place.run("telemetry").output.hasPrefix("Usage counts are on"))
      #expect(try place.run("telemetry", "off").output.hasPrefix("Usage counts are off"))
      let count = try types().count
      _ = try place.run("list")
      #expect(try types().count == count)

      #expect(try place.run("telemetry", "purge").output.hasPrefix("Deleted \(count) usage counts"))
      #expect(try types() == [])
      #expect(try place.run("telemetry", "on", "--json").output.contains("\"on\": true"))
      #expect(try place.run("telemetry", "status", "--json").output.contains("\"signals\": 0"))
    }

    @Test func signalsAreExportedAndAcknowledged() throws {
      _ = try place.run("list")

      let first = try place.run("telemetry", "export")
      let second = try place.run("telemetry", "export", "--acknowledge")

      #expect(first.status == 0 && first.output.contains("App.launched") && first.output == second.output)
      #expect(try place.run("telemetry", "export").output == "[]\n")
    }

    @Test func everythingThatCanBeRecordedIsDescribed() throws {
      let result = try place.run("telemetry", "describe")

      #expect(result.status == 0 && result.lines.contains { $0.hasPrefix("App.launched: ") })
    }

    @Test func theNoticeIsShownOnceOnATerminal() throws {
      #expect(
        try place.run("list", isTerminal: true).errors.contains(
          "never sent. Show or stop: beerdiary telemetry [off]"))
      #expect(try !place.run("list", isTerminal: true).errors.contains("telemetry"))
    }
  }
}
