import Foundation
import Testing

/// Uses everything that the program can do, with a mark in every text that a user can write.
struct FeatureTour {
  /// A step: what is run, and how it ends.
  typealias Step = (arguments: [String], status: Int32)

  let sandbox: Sandbox
  /// Letters and digits that nothing else has.
  let mark = "q" + UUID().uuidString.lowercased().prefix(8)
  /// A program that runs the others.
  var runner: [String] = []

  var store: String { sandbox.file("\(mark).sqlite") }

  /// What needs the mark, or reads what has it.
  private func steps() throws -> [Step] {
    let csv = try sandbox.write(
      """
      name,brewery,notes,place,abv,photo_url,\(mark)
      \(mark),\(mark),\(mark),\(mark),5,https://example.org/\(mark).jpg,\(mark)
      \(mark),,,,\(mark),,,\(mark)

      """, to: "\(mark).csv")
    let photo = try sandbox.write(mark, to: "\(mark).jpg")
    let menu = try sandbox.write("\(mark)\n", to: "\(mark).txt")
    let other = sandbox.file("\(mark)-other.sqlite")
    let copy = sandbox.file("\(mark)-copy.sqlite")
    let beers: [Step] = [
      (["telemetry", "purge"], 0), (["import", csv, "--store", store], 65), (["stats", "--store", store], 0),
      (["list", mark, "--sort", "name", "--store", store], 0),
      (["list", "\(mark):\(mark)", "--store", store], 0),
      (["show", mark, "--store", store], 0), (["add", "\(mark) two", "--notes", mark, "--store", store], 0),
      (
        [
          "edit", "2", "--brewery", mark, "--position", "52.09,5.12", "--set", "\(mark)=\(mark)", "--store",
          store,
        ], 0
      ),
      (["had", mark, "--store", store], 0), (["had", "--menu", menu, "--store", store], 0),
      (["again", "1", "--notes", mark, "--store", store], 0),
      (["labels", "list", "--store", store], 0), (["labels", "show", "1", "--store", store], 0),
      (["labels", "suggest", "--store", store], 0), (["labels", "apart", "1", "2", "--store", store], 0),
      (["labels", "merge", "2", "--into", "1", "--store", store], 0),
      (["labels", "split", "2", "--store", store], 0),
      (["labels", "set", "1", "--name", mark, "--store", store], 0),
      (["fields", "list", "--store", store], 0), (["fields", "index", mark, "--store", store], 0),
      (["list", "--sort", mark, "--store", store], 0), (["fields", "unindex", mark, "--store", store], 0),
      (["fields", "rename", mark, "\(mark) too", "--yes", "--store", store], 0),
      (["remove", "2", "--store", store], 0), (["trash", "restore", "2", "--store", store], 0),
      (["undo", "--store", store], 0), (["redo", "--store", store], 0), (["log", "--store", store], 0),
      (["doctor", "--deep", "--store", store], 0),
      (["export", "--store", store], 0),
      (["backup", "create", copy, "--store", store], 0),
      (["backup", "restore", copy, "--store", sandbox.file("\(mark)-restored.sqlite")], 0),
      (["import", "-", "--store", other], 0), (["adopt", other, "--store", store], 0),
      (["list", "--store", sandbox.file("\(mark)-none")], 66), (["import", mark, "--store", store], 66),
      (["--store", csv], 65), (["--migrate-only", "--finish", "--store", store], 0), (["--store", store], 0),
    ]
    let photos: [Step] = [
      (["photo", "add", "1", photo, "--any-file", "--caption", mark, "--store", store], 0),
      (["photo", "caption", "1", "1", "\(mark) too", "--store", store], 0),
      (["photo", "move", "1", "1", "last", "--store", store], 0),
      (["photo", "list", "1", "--store", store], 0), (["photo", "split", "--store", store], 0),
      (["photo", "urls", "--store", store], 0),
      (["photo", "export", "1", sandbox.file("\(mark)-photos"), "--store", store], 0),
      (["photo", "remove", "1", "1", "--store", store], 0), (["photo", "restore", "1", "--store", store], 0),
      (["photo", "open", "1", "--store", store], 64), (["photo", "urls", mark, "--store", store], 0),
      (["import", csv, "--photos", sandbox.files, "--store", store], 65),
    ]
    let shared = sandbox.file("\(mark)-shared")
    let sync: [Step] = [
      (
        ["sync", "init", shared, "--passphrase-file", menu, "--device-name", mark, "--store", store], 0
      ),
      (["sync", "join", shared, "--passphrase-file", menu, "--store", sandbox.file("\(mark)-joined")], 0),
      (["sync", "now", "--store", store], 0), (["sync", "status", "--store", store], 0),
      (["sync", "devices", "--store", store], 0), (["sync", "conflicts", "--store", store], 0),
      (["sync", "repair", "--store", store], 0), (["doctor", "--store", store], 0),
      (["sync", "leave", "--store", sandbox.file("\(mark)-joined")], 0),
    ]
    let telemetry: [Step] = ["status", "show", "describe", "off", "on", "export"].map {
      (["telemetry", $0], 0)
    }
    let settings: [Step] = [
      ["set", "import.mappings.\(mark).\(mark)", "notes"], ["get", "import.mappings.\(mark).\(mark)"],
      ["list"], ["check"], ["path"],
    ].map { (["config"] + $0, 0) }
    return beers + photos + sync + telemetry + settings
  }

  /// Runs all steps, and then the commands that no step uses, as ``EveryCommand`` uses them.
  func run() async throws {
    let steps = try steps()
    for step in steps { try await run(step) }

    let every = try await EveryCommand(sandbox)
    let made = try await every.makeDiary()
    let lines = steps.map { $0.arguments.joined(separator: " ") + " " }
    for (path, command) in try await CommandRecord.ofProgram()
    where command.subcommands?.isEmpty != false {
      let words = path.split(separator: " ").dropFirst().joined(separator: " ") + " "
      if lines.contains(where: { $0.hasPrefix(words) }) { continue }
      let use = try #require(every.use(of: path), "say in EveryCommand how \(path) is used")
      let store = try every.copy(made)
      try await run((use.arguments + ["--store", store], use.status))
    }
  }

  /// Runs a step; the import reads a beer with the mark where it reads standard input.
  private func run(_ step: Step) async throws {
    let program = runner + [BuiltProgram.path]
    let result = try await sandbox.start(
      Array(program.dropFirst()) + step.arguments, of: program[0], input: "name,notes\nOther,\(mark)\n"
    ).result()
    #expect(result.status == step.status, "\(step.arguments.joined(separator: " ")): \(result.errors)")
  }

  /// Writes the mark wherever the screen takes text, and looks at every screen.
  func runOnScreen() async throws {
    let screen = try await TmuxScreen(sandbox, running: runner + [BuiltProgram.path, "--store", store])
    try await screen.wait(forAll: "q quit", mark)
    try await screen.press("/")
    try await screen.type(mark)
    try await screen.press("Enter")
    try await leave("/\(mark)", on: screen)
    try await screen.press("f")
    try await screen.type("name:\(mark)")
    try await screen.press("Enter")
    try await leave("name:\(mark)", on: screen)
    try await screen.press("a")
    try await screen.wait(for: "Brewery")
    try await screen.type("\(mark) three")
    try await screen.press("C-s")
    try await screen.wait(for: "\(mark) three")
    try await screen.press("S")
    try await screen.wait(for: "Statistics")
    try await screen.press("q", "t")
    try await screen.wait(for: "Timeline")
    try await screen.press("q", "M")
    try await screen.wait(for: "without a position")
    try await screen.press("q", "?")
    try await screen.wait(for: "Help")
    try await screen.press("q")
    try await screen.wait(for: "q quit")
    try await screen.press("d")
    try await screen.wait(for: "to the trash.")
    try await screen.press("u")
    try await screen.wait(for: "Undone")
    try await screen.press("q")
    #expect(try await screen.waitForEnd() == 0)
  }

  /// A diary that is not there yet is made in another way than one that is opened, and home folders may have to be
  /// looked up.
  func runOnOtherScreens() async throws {
    let starts = [
      ["BEERDIARY_STORE=", "XDG_DATA_HOME=\(store)-new", BuiltProgram.path],
      ["-u", "HOME", BuiltProgram.path, "--store", store], ["HOME=", BuiltProgram.path, "--store", store],
    ]
    for start in starts {
      let screen = try await TmuxScreen(sandbox, running: runner + ["/usr/bin/env"] + start)
      try await screen.wait(for: "q quit")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }
    let missing = try await TmuxScreen(
      sandbox, running: runner + [BuiltProgram.path, "--store", "~root/\(UUID().uuidString)"])
    // No diary is there, but the program lives to say so.
    #expect(try await missing.waitForEnd() == 66)
  }

  /// A key that came right after Escape would be one with Alt.
  ///
  /// The header tells what narrows the list; the row in which it was typed may say the same.
  private func leave(_ shown: String, on screen: TmuxScreen) async throws {
    func isInHeader(_ text: String) -> Bool { text.split(separator: "\n").first?.contains(shown) == true }
    try await screen.wait(until: "“\(shown)” is in the header") { isInHeader($0) }
    try await screen.press("Escape")
    try await screen.wait(until: "“\(shown)” is gone") { !isInHeader($0) }
  }
}
