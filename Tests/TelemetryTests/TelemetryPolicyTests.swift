import Foundation
import Testing

@testable import Telemetry

/// Whether signals are recorded.
@Suite struct TelemetryPolicyTests {
  @Test(arguments: ["1", "true", "yes", "TRUE", " "])
  func doNotTrackTurnsTelemetryOff(value: String) throws {
    #expect(try policy(doNotTrack: value) == .off(.doNotTrack))
  }

  @Test(arguments: [nil, "", "0", "false", "False"])
  func doNotTrackWithANegativeValueLeavesTelemetryOn(value: String?) throws {
    #expect(try policy(doNotTrack: value) == .on)
  }

  @Test func theFlagTurnsTelemetryOff() throws {
    #expect(try policy(noTelemetry: true) == .off(.flag))
  }

  @Test func theOffMarkerTurnsTelemetryOffPermanently() throws {
    // given
    let folder = try StateFolder()
    try folder.make()

    // when
    try Data().write(to: URL(filePath: folder.telemetry.offMarker))

    // then
    let policy = TelemetryPolicy(doNotTrack: nil, noTelemetry: false, folder: folder.telemetry)
    #expect(policy == .off(.turnedOff))
  }

  @Test func telemetryIsOffIfTheMarkerCannotBeChecked() {
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
