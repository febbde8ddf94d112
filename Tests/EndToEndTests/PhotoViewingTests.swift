import Foundation
import Testing

extension EndToEnd {
  /// `o` on the photos screen: the system's viewer gets a private copy.
  @Suite(.needsTmux) struct PhotoViewingTests {
    private let sandbox: Sandbox
    private let command = [BuiltProgram.path, "demo", "--from", BuiltProgram.sampleFolder]

    init() throws { sandbox = try Sandbox() }

    /// A viewer that notes which file it got, who may read it, and which signals are blocked in it.
    private static let viewer = """
      #!/bin/sh
      { stat -c '%a %s' "$1" "$(dirname "$1")"; grep SigBlk /proc/self/status; echo end; } >"$HOME/seen.new"
      mv "$HOME/seen.new" "$HOME/seen"
      """

    @Test func theViewerGetsAPrivateCopyThatIsRemovedLater() async throws {
      try await sandbox.install(Self.viewer, as: "xdg-open")
      let screen = try await TmuxScreen(
        // A pane has tmux's own PATH.
        sandbox, running: ["/usr/bin/env", "PATH=\(sandbox.files):/usr/bin:/bin"] + command,
        environment: ["DISPLAY": ":9"])
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")
      try await screen.press("p")
      try await screen.wait(forAll: "thumbnail", "q back")

      try await screen.press("o")

      let seen = sandbox.home + "/seen"
      try await screen.wait(until: "the viewer has run") {
        FileManager.default.fileExists(atPath: seen)
      }
      let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
      #expect(lines[0].hasPrefix("600 ") && lines[0] != "600 0")
      #expect(lines[1].hasPrefix("700 "))
      #expect(lines[2].hasSuffix("0000000000000000"))
      try await screen.press("q", "q")
      #expect(try await screen.waitForEnd() == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.temporary) == [])
    }

    @Test func aMissingDisplayIsReported() async throws {
      let screen = try await TmuxScreen(
        sandbox, running: command, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")
      try await screen.press("p")
      try await screen.wait(forAll: "thumbnail", "q back")

      try await screen.press("o")

      try await screen.wait(forAll: "There is no display to open a viewer on.")
    }
  }
}
