import Foundation
import Testing

@testable import Telemetry

@Suite struct InstallationIdentityTests {
  @Test func theInstallationIDIsTheSameInEveryRunUnlikeTheSession() throws {
    // given
    let folder = try StateFolder()

    // when
    TelemetryRecorder(in: folder).write(.searchUsed)
    TelemetryRecorder(in: folder).write(.searchUsed)

    // then
    let signals = try folder.read().signals
    #expect(Set(signals.map(\.clientUser)).count == 1)
    #expect(Set(signals.map(\.sessionID)).count == 2)
  }

  @Test func theInstallationIDDiffersBetweenInstallations() throws {
    // given
    let here = try StateFolder()
    let there = try StateFolder()

    // when
    TelemetryRecorder(in: here).write(.searchUsed)
    TelemetryRecorder(in: there).write(.searchUsed)

    // then
    #expect(try here.read().signals.first?.clientUser != there.read().signals.first?.clientUser)
  }

  @Test func theInstallationIDIsInTheQueueOnlyAsAHash() throws {
    // given
    let folder = try StateFolder()

    // when
    TelemetryRecorder(in: folder).write(.searchUsed)

    // then
    let file = try Data(contentsOf: URL(filePath: folder.telemetry.identity))
    let identity = try JSONDecoder().decode(InstallationIdentity.self, from: file)
    let text = try folder.queueText()
    let signal = try #require(try folder.read().signals.first)
    #expect(signal.clientUser.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(identity.clientUser.hash == signal.clientUser)
    #expect(!text.lowercased().contains(identity.installation.uuidString.lowercased()))
    #expect(!text.contains(identity.salt.base64EncodedString()))
  }

  @Test func theHashOfTheInstallationIDDependsOnTheSalt() {
    let id = UUID()
    #expect(
      ClientUser(installation: id, salt: Data([1])) != ClientUser(installation: id, salt: Data([2])))
  }

  @Test(arguments: ["", "{\"installation\":\"", "null"])
  func theInstallationIDIsCreatedAgainIfItsFileIsDamaged(text: String) throws {
    // given
    let folder = try StateFolder()
    try folder.make()
    try Data(text.utf8).write(to: URL(filePath: folder.telemetry.identity))

    // when
    TelemetryRecorder(in: folder).write(.searchUsed)
    TelemetryRecorder(in: folder).write(.searchUsed)

    // then
    #expect(Set(try folder.read().signals.map(\.clientUser)).count == 1)
  }
}
