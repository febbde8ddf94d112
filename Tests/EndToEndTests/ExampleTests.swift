import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// The examples in the help of all commands, which are also those of the manual pages and of the reference.
  ///
  /// Each runs in a shell in its own home folder, with the files and beers that the examples mention.
  @Suite struct ExampleTests {
    /// What is typed on the terminal, for the examples that need one.
    private static let answers = [
      "beerdiary": "q", "beerdiary demo": "q", "beerdiary add": "Rochefort 10\n\n\n\n\n\n",
      "beerdiary edit 12": "", "beerdiary config edit": "", "beerdiary photo open 12": "",
      "beerdiary photo open Orval last": "",
      "beerdiary fields rename hop hops": "y\n", "beerdiary fields merge hop hops --prefer into": "y\n",
      "beerdiary fields retype vintage number": "y\n", "beerdiary trash empty": "y\n",
      "beerdiary import untappd.csv": "y\n", "beerdiary import undo": "y\n", "beerdiary import undo 3": "y\n",
      "beerdiary doctor --repair": "y\n", "beerdiary backup restore": "1\ny\n",
      "beerdiary sync init ~/Sync/beer": "correct horse\ncorrect horse\n",
      "beerdiary sync init /mnt/nas/beer --device-name laptop": "correct horse\ncorrect horse\n",
      "beerdiary sync join ~/Sync/beer": "correct horse\n",
      "beerdiary backup restore diary-2026-11-21.sqlite": "y\n",
      "beerdiary backup restore \"$HOME/backups/diary-2026-11-21.sqlite\"": "y\n",
    ]
    /// The exit statuses of examples that fail here.
    private static let statuses: [String: Int32] = [
      // There is no screen here; MigrationOnScreenTests has one.
      "beerdiary --store OldDiary.sqlite": 65,
      // The folder of the example does not exist here.
      "beerdiary sync init /mnt/nas/beer --device-name laptop": 66,
      // No conflict has this id.
      "beerdiary sync conflicts 3f9a12c4 --choose 2": 66,
      // There are no conflicts.
      "beerdiary sync conflicts --choose-all newest": 66,
    ]
    /// Commands that run before the examples that begin with these words.
    private static let preparations = [
      "beerdiary fields merge": "beerdiary edit Early --set hops=Saaz --quiet",
      "beerdiary redo": "beerdiary undo --quiet",
      // The last import of the first steps is undone.
      "beerdiary import undo": #"printf 'name\nNew\n' >new.csv; beerdiary import new.csv --yes --quiet"#,
      "beerdiary sync now": synchronized, "beerdiary sync repair": synchronized,
      "beerdiary sync conflicts": synchronized, "beerdiary sync devices": synchronized,
      "beerdiary sync leave": synchronized,
      "beerdiary sync join": synchronized + "; beerdiary sync leave",
    ]
    private static let synchronized = "beerdiary sync init ~/Sync/beer --passphrase-file passphrase.txt"
    /// Scripts that replace programs that need the network or a desktop.
    private static let standIns = [
      "curl": "cat taps.txt", "wget": "cat >/dev/null", "xdg-open": "test -f \"$1\"",
    ]

    private static let terminal = "/usr/bin/script"
    private static let jq = "/usr/bin/jq"

    private let sandbox: Sandbox
    private let home: String

    init() throws {
      sandbox = try Sandbox()
      home = sandbox.file("home")
    }

    @Test func everyExampleInTheHelpRuns() async throws {
      try await makeHome()
      let examples = try await examples()
      #expect(examples.count > 150)
      let named = Set(Self.answers.keys).union(Self.statuses.keys)
      #expect(named.subtracting(examples) == [], "no longer an example")

      for example in BuiltProgram.sample(of: examples, oneIn: 5) {
        if let missing = missingProgram(of: example) {
          print("\(missing) is not installed: this example was not run: \(example)")
          continue
        }
        let copy = sandbox.file(UUID().uuidString)
        try FileManager.default.copyItem(atPath: home, toPath: copy)
        let result = try await run(example, in: copy)
        #expect(result.status == Self.statuses[example] ?? 0, "\(example): \(result.output)\(result.errors)")
        try FileManager.default.removeItem(atPath: copy)
      }
    }

    /// The examples of all commands, each once.
    private func examples() async throws -> [String] {
      var examples: [String] = []
      for (_, command) in try await CommandRecord.ofProgram() {
        var isExample = false
        for line in (command.discussion ?? "").split(separator: "\n") {
          if line == "EXAMPLE:" || line == "EXAMPLES:" {
            isExample = true
          } else if !line.hasPrefix("  ") {
            isExample = false
          } else if isExample {
            let example = line.trimmingCharacters(in: .whitespaces)
            if !examples.contains(example) { examples.append(example) }
          }
        }
      }
      return examples
    }

    private func missingProgram(of example: String) -> String? {
      func isMissing(_ program: String) -> Bool { !FileManager.default.isExecutableFile(atPath: program) }
      if example.contains("| jq "), isMissing(Self.jq) { return Self.jq }
      return Self.answers[example] != nil && isMissing(Self.terminal) ? Self.terminal : nil
    }

    /// Runs an example to its end, on a terminal if it needs one.
    private func run(_ example: String, in home: String) async throws -> ProcessResult {
      let preparation = Self.preparations.first { example.hasPrefix($0.key) }?.value
      let script = ["cd \"$HOME\"", preparation, example].compactMap { $0 }.joined(separator: "\n")
      let answers = Self.answers[example]
      let (program, arguments) =
        answers == nil
        ? ("/bin/bash", ["-euo", "pipefail", "-c", script]) : (Self.terminal, ["-qec", script, "/dev/null"])
      return try await sandbox.start(
        arguments, of: program, input: answers ?? "", environment: environment(home)
      ).result()
    }

    private func environment(_ home: String) -> [String: String] {
      [
        "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
        "XDG_CACHE_HOME": home + "/cache", "XDG_CONFIG_HOME": home + "/config",
        "PATH": home + "/bin:/usr/local/bin:/usr/bin:/bin", "EDITOR": "true", "DISPLAY": ":0",
        "TERM": "xterm",
        "SHELL": "/bin/bash",
      ]
    }

    // MARK: - The home folder

    /// Makes a folder with the files that examples mention, and a diary with their beers.
    private func makeHome() async throws {
      for folder in ["bin", "photos", "Pictures/orval", "backups", "Sync"] {
        try FileManager.default.createDirectory(
          atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
      }
      try FileManager.default.createSymbolicLink(
        atPath: home + "/bin/beerdiary", withDestinationPath: BuiltProgram.path)
      for (name, script) in Self.standIns {
        try await sandbox.install("#!/bin/sh\n\(script)\n", as: "home/bin/\(name)")
      }
      try write(beers, to: "all.csv")
      try write("On tap\nOrval 6.2%\n", to: "taps.txt")
      try write("Dry and bitter.\n", to: "notes.txt")
      try write("correct horse\n", to: "passphrase.txt")
      try write("[{\"name\": \"Rochefort 10\", \"rating\": 4.5}]\n", to: "beers.json")
      try write("{\"response\": {\"checkins\": {\"items\": [{\"name\": \"Zundert\"}]}}}\n", to: "answer.json")
      _ = try LegacyDiary(sandbox, name: "home/OldDiary.sqlite")

      try await prepare(Self.firstSteps)
      // Beer 12 has photos of several days.
      let file = try SQLiteFile(home + "/data/beerdiary/diary.sqlite")
      try file.execute("UPDATE photo SET taken_at = '2019-06-0' || (1 + id % 5) || 'T20:00:00'")
      file.close()
      try await prepare(Self.backups)
    }

    private func write(_ text: String, to name: String) throws {
      _ = try sandbox.write(text, to: "home/" + name)
    }

    private func prepare(_ script: String) async throws {
      let result = try await sandbox.start(
        ["-euo", "pipefail", "-c", "cd \"$HOME\"\n" + script], of: "/bin/bash",
        environment: environment(home).merging([
          "SAMPLE": BuiltProgram.sampleFolder, "GUIDE": BuiltProgram.sampleFolder + "/../../docs/guide/files",
        ]) { $1 }
      ).result()
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// 47 beers as CSV, of which 12 to 14 have one label.
    private var beers: String {
      let many = (1...45).map { id in
        let label = 12...14 ~= id ? "Gose,Ritterguts" : "Beer \(id),Brewery \(id % 7)"
        return "\(label),Stout,4,2019-06-0\(id % 9 + 1),Citra,201\(id % 10)"
      }
      let others = ["Mistyped,De Mollen,Stout,4,2020-01-01,,", "Early,Brewery 9,Ale,,2009-01-01,,"]
      return (["name,brewery,style,rating,date,hop,vintage"] + many + others).joined(separator: "\n") + "\n"
    }

    /// Imports 1 to 3, the mapping `club`, beers by their names, photos, removed photos, and a beer in the trash.
    private static let firstSteps = """
      cp "$GUIDE"/* .
      cp "$SAMPLE/photos/057-1.jpg" glass.jpg
      cp "$SAMPLE/photos/069-2.jpg" label.heic
      cp "$SAMPLE/photos/062-1.jpg" photos/harvest-smoke.jpg
      cp "$SAMPLE/photos/069-1.jpg" photos/night-ferry.jpg
      cp "$SAMPLE"/photos/06*.jpg Pictures/orval
      printf 'name,rating\\nWestmalle,4\\n' | gzip > beers.csv.gz
      beerdiary import --yes all.csv
      beerdiary import --yes ratebeer.csv
      beerdiary import --yes beeradvocate.csv
      beerdiary import --yes ratings.csv --map "My Score=rating" --save-mapping club
      beerdiary import undo --yes
      beerdiary add Orval --brewery "Brasserie d'Orval" --rating 4 --date 2024-05-01 --set hop=Hallertau
      beerdiary add "Orval Trappist" --brewery "Brasserie d'Orval"
      beerdiary add "Purple Haze"
      beerdiary add "Old Rasputin" --style Stout --date 2019-06-01
      beerdiary remove "Old Rasputin"
      for beer in 12 Orval; do
        for photo in 2 3 4 5 6 7 8; do echo "photo $photo of $beer" > $photo.jpg; done
        beerdiary photo add $beer glass.jpg ?.jpg --any-file
        beerdiary photo remove $beer 6 7 8
      done
      rm all.csv ?.jpg
      """

    private static let backups = """
      beerdiary backup backups/diary-2026-11-21.sqlite
      cp backups/diary-2026-11-21.sqlite .
      beerdiary backup
      """
  }
}
