import Foundation
import Testing

extension EndToEnd {
  /// The program has no network code: it never asks for a socket.
  @Suite struct NetworkTests {
    private let sandbox: Sandbox
    private let guardian = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "WithoutSockets").path

    init() throws { sandbox = try Sandbox() }

    @Test func aProgramThatOpensASocketIsKilled() async throws {
      let result = try await sandbox.command(
        guardian, ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9"])
      #expect(result.status == 128 + SIGSYS)
    }

    @Test func noCommandOpensASocket() async throws {
      var tour = FeatureTour(sandbox: sandbox)
      tour.runner = [guardian]

      try await tour.run()
      if TmuxScreen.isInstalled {
        try await tour.runOnScreen()
        try await tour.runOnOtherScreens()
      } else {
        print("tmux is not installed: the screen was not tried without sockets")
      }
    }
  }
}
