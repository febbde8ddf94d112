import Foundation
import Testing

extension EndToEnd {
  /// What Tab completes in the shells, from the diary too.
  @Suite struct CompletionTests {
    /// What a shell would run, split or take for something else.
    private static let hostile = "Orval $(touch pwned) `touch pwned` l'\"x\" a:b \\ *"

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A diary, and the program under its own name in a folder with the shell's script.
    private func prepare(_ shell: String) async throws -> (folder: String, script: String) {
      _ = try await sandbox.run(
        "add", Self.hostile, "--brewery", "De Molen", "--set", "hop=Citra", "--style", "Pale Ale")
      _ = try await sandbox.run("add", "Rochefort 10", "--brewery", "Rochefort")
      let folder = sandbox.file("bin")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/beerdiary", withDestinationPath: BuiltProgram.path)
      let script = try await sandbox.run("--generate-completion-script", shell)
      #expect(script.status == 0)
      try Data(script.output.utf8).write(to: URL(fileURLWithPath: folder + "/_beerdiary"))
      return (folder, folder + "/_beerdiary")
    }

    /// The candidates that bash has for the last of some words.
    private func bash(_ script: String, _ words: String..., in other: Sandbox? = nil) async throws -> [String]
    {
      let sandbox = other ?? sandbox
      let harness = """
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        _beerdiary beerdiary "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let result = try await sandbox.command(
        "/bin/bash", ["-c", "cd '\(sandbox.files)'; " + harness, "bash", script, BuiltProgram.path] + words)
      return result.outputLines
    }

    @Test func bashCompletesWhatTheDiaryHas() async throws {
      let script = try await prepare("bash").script

      #expect(try await bash(script, "sta") == ["stats"])
      #expect(try await bash(script, "show", "Ro") == ["Rochefort 10"])
      #expect(try await bash(script, "edit", "1", "--brewery", "De") == ["De Molen"])
      #expect(try await bash(script, "list", "--sort", "h") == ["hop"])
      #expect(try await bash(script, "list", "sty") == ["style:"])
      #expect(try await bash(script, "list", "style", ":", "Pa") == ["Pale Ale"])
      #expect(try await bash(script, "fields", "index", "").contains("hop"))
      #expect(try await bash(script, "show", "Or") == [Self.hostile])
      #expect(!FileManager.default.fileExists(atPath: sandbox.file("pwned")))
    }

    @Test(
      .needsTmux,
      arguments: [
        ("fish", ["-N", "-C", "function fish_prompt; echo 'ready> '; end"], "source %/_beerdiary"),
        ("zsh", ["-f"], "fpath=(% $fpath); autoload -U compinit; compinit -u -D"),
      ])
    func otherShellsCompleteWhatTheDiaryHas(_ shell: String, _ options: [String], _ setUp: String)
      async throws
    {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else {
        return print("\(shell) is not installed: its completion was not tried")
      }
      let folder = try await prepare(shell).folder
      let screen = try await TmuxScreen(
        sandbox,
        running: ["/usr/bin/env", "PATH=\(folder):/usr/bin:/bin", "PS1=ready> ", "/usr/bin/\(shell)"]
          + options)
      try await screen.wait(for: "ready>")
      try await screen.type(setUp.replacing("%", with: folder) + "; echo lo''aded")
      try await screen.press("Enter")
      try await screen.wait(for: "\nloaded")

      try await screen.type("beerdiary show Ro")
      try await screen.press("Tab")
      try await screen.wait(for: "beerdiary show Rochefort\\ 10")
      try await screen.press("C-u")
      try await screen.type("beerdiary list brew")
      try await screen.press("Tab")
      try await screen.wait(for: "beerdiary list brewery:")
      try await screen.press("C-u", "C-d")
    }

    @Test func withoutADiaryOnlyTheLanguageIsCompletedAndNothingIsMade() async throws {
      let sandbox = try Sandbox(isFirstStart: true)
      let script = try await sandbox.run("--generate-completion-script", "bash").output
      let file = try sandbox.write(script, to: "script")

      #expect(try await bash(file, "show", "", in: sandbox) == [])
      #expect(try await bash(file, "list", "rat", in: sandbox) == ["rating:"])
      #expect(try FolderSnapshot(sandbox.home).isEmpty)
    }
  }
}
