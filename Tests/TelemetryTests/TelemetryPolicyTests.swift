import Foundation
import Testing

@testable import Telemetry

@Suite("Whether anything is noted")
struct TelemetryPolicyTests {
  @Test("DO_NOT_TRACK turns it off", arguments: ["1", "true", "yes", "TRUE", " "])
  func doNotTrack(value: String) throws {
    #expect(try policy(doNotTrack: value) == .off(.doNotTrack))
  }

  @Test("DO_NOT_TRACK that says no leaves it on", arguments: [nil, "", "0", "false", "False"])
  func mayTrack(value: String?) throws {
    #expect(try policy(doNotTrack: value) == .on)
  }

  @Test("the flag turns it off")
  func flag() throws {
    #expect(try policy(noTelemetry: true) == .off(.flag))
  }

  @Test("the off marker turns it off for good")
  func marker() throws {
    // given
    let folder = try StateFolder()
    try folder.make()

    // when
    try Data().write(to: URL(filePath: folder.telemetry.offMarker))

    // then
    let policy = TelemetryPolicy(doNotTrack: nil, noTelemetry: false, folder: folder.telemetry)
    #expect(policy == .off(.turnedOff))
  }

  @Test("it is off if the marker cannot be checked")
  func unknowable() {
    // given
    let name = String(repeating: "long", count: 100)

    // when
    let folder = TelemetryFolder(URL(filePath: "/\(name)/beerdiary"))

    // then
    #expect(TelemetryPolicy(doNotTrack: nil, noTelemetry: false, folder: folder) == .off(.turnedOff))
  }

  private func policy(
    doNotTrack: String? = nil, noTelemetry: Bool = false
  ) throws -> TelemetryPolicy {
    TelemetryPolicy(
      doNotTrack: doNotTrack, noTelemetry: noTelemetry, folder: try StateFolder().telemetry)
  }
}
