import Foundation
import Testing

extension EndToEnd {
  /// What Tab completes in the shells, from the diary too.
  @Suite struct CompletionTests {
    /// What a shell would run, expand, split or take for something else, each with another first character.
    private static let hostile = [
      "`./x`", "$(./x) \"z\" `./x`", "Or;./x", "Am&./x", "l'été $HOME", "a:b c", "key=val w", "~root",
      "*star", "!x !!",
      "Bang!x \"y\"", "#hash", "\\back\\slash", "{a,b}", "Zoë Ü", "[a-z]", "'quoted'", "\"quoted\"", "5 > x",
      "%1",
    ]
    /// What is not offered: it cannot be typed, or a command would take it for something else.
    private static let withheld = ["Tab\there", "Line\nbreak", "-dash", "1664"]

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A diary, and a program in a folder with the shell's script.
    ///
    /// It answers the shell as the program does. Otherwise it only notes its arguments in the file `arguments`, each
    /// followed by a null character.
    private func prepare(_ shell: String) async throws -> (folder: String, script: String) {
      let names = (Self.hostile + Self.withheld).map { "\"\($0.replacing("\"", with: "\"\""))\",,,,\n" }
      let rows =
        names + ["Rochefort 10,De Molen,Pale Ale,Citra,Bar\n", "Rochefort 6,Rochefort,Trappist,,Bar\n"]
      let file = try sandbox.write("name,brewery,style,hop,place\n" + rows.joined(), to: "beers.csv")
      #expect(try await sandbox.run("import", "--yes", file).status == 0)
      try await sandbox.install(
        """
        #!/bin/sh
        [ "$1" = ---completion ] && exec '\(BuiltProgram.path)' "$@"
        printf '%s\\0' "$@" >'\(sandbox.file("new"))'
        mv '\(sandbox.file("new"))' '\(sandbox.file("arguments"))'
        """, as: "bin/beerdiary")
      try await sandbox.install("#!/bin/sh\ntouch '\(sandbox.file("pwned"))'\n", as: "x")
      let script = try await sandbox.run("--generate-completion-script", shell)
      #expect(script.status == 0)
      let path = sandbox.file("bin/_beerdiary")
      try Data(script.output.utf8).write(to: URL(fileURLWithPath: path))
      return (sandbox.file("bin"), path)
    }

    /// What bash puts in for the last word of a line.
    ///
    /// - Parameter typed: The part that readline completes: what follows a blank, a colon, an equals sign or a quotation mark.
    private func bash(_ script: String, _ line: String, _ typed: String = "", in other: Sandbox? = nil)
      async throws -> [String]
    {
      let sandbox = other ?? sandbox
      let harness = """
        cd '\(sandbox.files)'; source "$1"; COMP_LINE=$2; COMP_POINT=${#2}; COMP_TYPE=9
        __beerdiary_complete beerdiary "$3" ''
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let program = line.replacing("beerdiary", with: BuiltProgram.path, maxReplacements: 1)
      let result = try await sandbox.command("/bin/bash", ["-c", harness, "bash", script, program, typed])
      #expect(result.errors == "")
      return result.outputLines.filter { !$0.isEmpty }
    }

    @Test func bashCompletesCommandsAndNamesOfTheDiary() async throws {
      let script = try await prepare("bash").script

      #expect(try await bash(script, "beerdiary sta", "sta") == ["stats"])
      #expect(try await bash(script, "beerdiary help sta", "sta") == ["stats"])
      #expect(try await bash(script, "beerdiary help ").contains("photo"))
      #expect(try await bash(script, "beerdiary help photo mo", "mo") == ["move"])
      #expect(try await bash(script, "beerdiary help show ") == [])
      #expect(try await bash(script, "beerdiary show Ro", "Ro") == ["Rochefort\\ 10", "Rochefort\\ 6"])
      #expect(try await bash(script, "beerdiary edit 1 --brewery De", "De") == ["De\\ Molen"])
      #expect(try await bash(script, "beerdiary edit 1 --brewery=De", "De") == ["De\\ Molen"])
      #expect(try await bash(script, "beerdiary add New --set h", "h") == ["hop="])
      #expect(try await bash(script, "beerdiary list --sort h", "h") == ["hop"])
      #expect(try await bash(script, "beerdiary fields index ").contains("hop"))
      #expect(try await bash(script, "beerdiary show Tab", "Tab") == [])
      #expect(try await bash(script, "beerdiary show Line", "Line") == [])
      #expect(try await bash(script, "beerdiary show 16", "16") == [])
      #expect(try await !bash(script, "beerdiary show ").contains("-dash"))
      #expect(try await bash(script, "beerdiary show -- -d", "-d") == ["-dash"])
      #expect(!FileManager.default.fileExists(atPath: sandbox.file("pwned")))
    }

    @Test func bashCompletesFiltersWithTheirValuesInQuotationMarks() async throws {
      let script = try await prepare("bash").script

      #expect(try await bash(script, "beerdiary list sty", "sty") == ["style:"])
      #expect(try await bash(script, "beerdiary list style:Tr", "Tr") == ["Trappist"])
      #expect(try await bash(script, "beerdiary export style:Pa", "Pa") == ["\\\"Pale\\ Ale\\\""])
      #expect(
        try await bash(script, "beerdiary list 'has:photo style:Pa", "has:photo style:Pa")
          == ["has:photo style:\"Pale Ale\"'"])
      #expect(try await bash(script, "beerdiary list hop:C", "C") == ["Citra"])
      #expect(try await bash(script, "beerdiary list in:", "") == ["trash"])
      #expect(try await bash(script, "beerdiary search style:Tr", "Tr") == ["Trappist"])
      #expect(try await bash(script, "beerdiary search --dist", "--dist") == ["--distinct"])
    }

    @Test func afterTwoMinusesBashOffersOnlyOptions() async throws {
      let script = try await prepare("bash").script

      #expect(try await bash(script, "beerdiary edit last --nam", "--nam") == ["--name"])
      let options = try await bash(script, "beerdiary list --", "--")
      #expect(options.contains("--sort") && options.allSatisfy { $0.hasPrefix("--") })
      #expect(!options.contains { $0.contains(":") || $0.contains("=") }, "\(options)")
      // One minus means "not".
      #expect(try await bash(script, "beerdiary list -sty", "-sty") == ["-style:"])
    }

    @Test func bashCompletesSeveralColumns() async throws {
      let script = try await prepare("bash").script

      // With two candidates, readline adds no blank, so a comma can follow.
      #expect(try await bash(script, "beerdiary list --columns na", "na") == ["name", "name,"])
      #expect(
        try await bash(script, "beerdiary list --columns name,ra", "name,ra")
          == ["name,rating", "name,rating,"])
    }

    @Test func bashOffersValuesOfTheKindOfEachArgument() async throws {
      let script = try await prepare("bash").script
      _ = try await sandbox.run("remove", "Rochefort 6")
      try FileManager.default.createDirectory(
        atPath: sandbox.file("my pics"), withIntermediateDirectories: false)
      for name in ["my pics/a.JPG", "my pics/`x`.jpg", "my pics/notes.txt"] {
        _ = try sandbox.write("", to: name)
      }

      #expect(try await bash(script, "beerdiary trash restore R", "R") == ["Rochefort\\ 6"])
      #expect(try await bash(script, "beerdiary config set theme d", "d") == ["dark"])
      #expect(try await bash(script, "beerdiary config set list.reverse t", "t") == ["true"])
      #expect(try await bash(script, "beerdiary doctor --repair --local-times ") == ["1"])
      #expect(try await bash(script, "beerdiary photo add Roch", "Roch") == ["Rochefort\\ 10"])
      #expect(try await bash(script, "beerdiary photo add 1 my", "my") == ["my\\ pics/"])
      #expect(
        try await bash(script, "beerdiary photo add 1 my\\ pics/", "my\\ pics/")
          == ["my\\ pics/\\`x\\`.jpg", "my\\ pics/a.JPG"])
      #expect(try await bash(script, "beerdiary photo export 1 m", "m") == ["my\\ pics/"])
      #expect(try await bash(script, "beerdiary export --photos m", "m") == ["my\\ pics/"])
      #expect(try await bash(script, "beerdiary import b", "b") == ["bin/", "beers.csv"])
      #expect(try await bash(script, "beerdiary import undo ") == ["1"])
      #expect(try await bash(script, "beerdiary photo export --all m", "m") == ["my\\ pics/"])
      #expect(try await bash(script, "beerdiary photo export Roch", "Roch") == ["Rochefort\\ 10"])
      #expect(try await bash(script, "beerdiary import beers.csv --map x=ra", "ra") == ["rating"])
      #expect(try await bash(script, "beerdiary import beers.csv --delimiter s", "s") == ["semicolon"])
      #expect(try await bash(script, "beerdiary edit 1 --date t", "t") == ["today"])
      #expect(try await bash(script, "beerdiary --store be", "be") == ["beers.csv"])
      for free in ["edit 1 --notes ", "edit 1 --name ", "edit 1 --abv ", "add ", "photo caption 1 1 "] {
        #expect(try await bash(script, "beerdiary " + free) == [], "\(free)")
      }
    }

    @Test func bashCompletesPhotosByTheirNumbers() async throws {
      let script = try await prepare("bash").script
      let photo = try sandbox.write("not a picture", to: "label.jpg")
      _ = try await sandbox.run("photo", "add", "Rochefort 10", photo, "--any-file", "--allow-same")
      #expect(try await bash(script, "beerdiary photo remove Rochefort\\ 10 ") == ["1", "first", "last"])
      _ = try await sandbox.run("photo", "remove", "Rochefort 10", "1")
      #expect(try await bash(script, "beerdiary photo remove 'Rochefort 10' ") == [])
      #expect(try await bash(script, "beerdiary photo restore \"Rochefort 10\" ") == ["1"])
    }

    @Test(.needsTmux) func tabAndEnterInBashRunNothing() async throws {
      let (folder, script) = try await prepare("bash")
      let screen = try await TmuxScreen(
        sandbox,
        running: ["/usr/bin/env", "PATH=\(folder):/usr/bin:/bin", "PS1=ready> ", "/bin/bash", "--norc", "-i"])
      try await screen.wait(for: "ready>")
      try await screen.type("cd '\(sandbox.files)'; source '\(script)'; echo lo''aded")
      try await screen.press("Enter")
      try await screen.wait(for: "\nloaded")

      for name in Self.hostile {
        guard let first = name.first else { continue }
        // An exclamation mark within double quotation marks is the history's before anything is completed.
        for mark in first == "!" ? ["\\", "'"] : ["\\", "'", "\""] {
          let typed =
            switch (mark, first) {
            case ("'", "'"): "\\'"
            case ("\"", "\\"), ("\"", "\""), ("\"", "$"), ("\"", "`"): "\"\\\(first)"
            default: mark == "\\" && (first.isLetter || first.isNumber) ? "\(first)" : "\(mark)\(first)"
            }
          try await screen.type("beerdiary show " + typed)
          try await screen.press("Tab", "Enter")
          try await screen.wait(until: "\(typed) is completed") {
            FileManager.default.fileExists(atPath: sandbox.file("arguments"))
          }
          let arguments = try String(contentsOfFile: sandbox.file("arguments"), encoding: .utf8)
          #expect(arguments == "show\0\(name)\0", "\(typed)")
          try FileManager.default.removeItem(atPath: sandbox.file("arguments"))
        }
      }
      #expect(!FileManager.default.fileExists(atPath: sandbox.file("pwned")))
    }

    @Test(
      .needsTmux,
      arguments: [
        ("fish", ["-N", "-C", "function fish_prompt; echo 'ready> '; end"], "source %/_beerdiary"),
        ("zsh", ["-f"], "fpath=(% $fpath); autoload -U compinit; compinit -u -D"),
      ])
    func otherShellsCompleteNamesOfTheDiary(_ shell: String, _ options: [String], _ setUp: String)
      async throws
    {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else {
        return print("\(shell) is not installed: its completion was not tried")
      }
      let folder = try await prepare(shell).folder
      try FileManager.default.createDirectory(
        atPath: sandbox.file("my pics"), withIntermediateDirectories: false)
      let screen = try await TmuxScreen(
        sandbox,
        running: ["/usr/bin/env", "PATH=\(folder):/usr/bin:/bin", "PS1=ready> ", "/usr/bin/\(shell)"]
          + options)
      try await screen.wait(for: "ready>")
      try await screen.type("cd '\(sandbox.files)'; \(setUp.replacing("%", with: folder)); echo lo''aded")
      try await screen.press("Enter")
      try await screen.wait(for: "\nloaded")

      try await screen.type("beerdiary show Rochefort\\ 1")
      try await screen.press("Tab")
      try await screen.wait(for: "beerdiary show Rochefort\\ 10")
      try await screen.press("C-u")
      for (typed, completed) in [
        ("list brew", "list brewery:"), ("import undo ", "import undo 1"),
        ("import bee", "import beers.csv"),
        ("photo export Rochefort\\ 1", "photo export Rochefort\\ 10"),
        ("photo export 1 my", "photo export 1 my\\ pics/"),
        ("photo export --all my", "photo export --all my\\ pics/"),
      ] {
        try await screen.type("beerdiary " + typed)
        try await screen.press("Tab")
        try await screen.wait(for: "beerdiary " + completed)
        try await screen.press("C-u")
      }
      for (command, name) in [
        ("show", "Or;./x"), ("show", "Am&./x"), ("show", "l'été $HOME"), ("show", "Bang!x \"y\""),
        ("photo export", "Or;./x"), ("photo export", "l'été $HOME"),
      ] {
        try await screen.type("beerdiary \(command) \(name.prefix(1))")
        try await screen.press("Tab", "Enter")
        try await screen.wait(until: "\(name) is completed") {
          FileManager.default.fileExists(atPath: sandbox.file("arguments"))
        }
        let arguments = try String(contentsOfFile: sandbox.file("arguments"), encoding: .utf8)
        #expect(arguments == command.replacing(" ", with: "\0") + "\0\(name)\0")
        try FileManager.default.removeItem(atPath: sandbox.file("arguments"))
      }
      #expect(!FileManager.default.fileExists(atPath: sandbox.file("pwned")))
      try await screen.press("C-d")
    }

    @Test func completionWithoutADiaryHasOnlyFieldNamesAndCreatesNothing() async throws {
      let sandbox = try Sandbox(isFirstStart: true)
      let script = try await sandbox.run("--generate-completion-script", "bash").output
      let file = try sandbox.write(script, to: "script")

      #expect(try await bash(file, "beerdiary show ", in: sandbox) == [])
      #expect(try await bash(file, "beerdiary list bre", "bre", in: sandbox) == ["brewery:"])
      #expect(try FolderSnapshot(sandbox.home).isEmpty)
    }
  }
}
