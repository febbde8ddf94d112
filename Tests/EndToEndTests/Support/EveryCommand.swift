import FixtureStores
import Foundation
import Testing

/// How each command and each option is used, for tests that run all that the program describes.
///
/// A command that changes nothing and requires at most a beer or a label is used as the program describes it, and so is
/// an option with a few possible values. Any other that is not named here fails those tests, so that none is forgotten.
struct EveryCommand {
  /// A command line without `--store`, and what it does.
  struct Use {
    var arguments: [String]
    /// Whether it changes the diary.
    var changes = false
    /// How it ends if nothing is refused.
    var status: Int32 = 0
  }

  let sandbox: Sandbox
  private let commands: [String: CommandRecord]
  /// What commands read.
  private let csv: String
  private let json: String
  private let photo: String
  private let menu: String
  private let other: String

  /// Makes the files that commands read, and a saved mapping.
  init(_ sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    commands = Dictionary(uniqueKeysWithValues: try await CommandRecord.ofProgram())
    csv = try sandbox.write("name,rating,hop\nWestmalle,4,Saaz\n", to: "read.csv")
    json = try sandbox.write("{\"beers\": [{\"name\": \"Rochefort\"}]}", to: "read.json")
    photo = try sandbox.write("a photo", to: "read.jpg")
    menu = try sandbox.write("Beers on tap\nOrval\n", to: "read.txt")
    other = sandbox.file("read.sqlite")
    let setup = try await sandbox.run("import", csv, "--save-mapping", "club", "--store", other)
    #expect(setup.status == 0, "\(setup.errors)")
  }

  /// Makes a diary in a folder of its own that every command has something to do in; its last change is in the -wal.
  func makeDiary() async throws -> String {
    let path = sandbox.file("made.sqlite")
    let beers = try sandbox.write(
      "name,hop,vintage\nOrval,Hallertau,2015\nGueuze,,\nGone,,\n", to: "made.csv")
    let photos = try ["a", "b", "c"].map { try sandbox.write($0, to: "made-\($0).jpg") }
    let steps = [
      ["import", beers], ["photo", "add", "1", "--any-file"] + photos, ["photo", "remove", "1", "3"],
      ["remove", "3"], ["fields", "index", "hop"], ["add", "Gueuze", "--date", "2019"],
      ["edit", "2", "--rating", "3"], ["undo"],
    ]
    for step in steps {
      let result = try await sandbox.start(step + ["--store", path]).result()
      #expect(result.status == 0, "\(step): \(result.errors)")
    }
    let folder = new()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let file = try SQLiteFile(path)
    try file.execute(
      """
      UPDATE photo SET taken_at = '2019-06-0' || id || 'T20:00:00';
      UPDATE beer SET notes = 'in the log' WHERE id = 1;
      """)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: "\(folder)/diary.sqlite\(end)")
    }
    file.close()
    return folder + "/diary.sqlite"
  }

  /// Copies a diary with its -wal into another folder.
  func copy(_ store: String) throws -> String {
    let folder = (store as NSString).deletingLastPathComponent
    let copy = new()
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    return copy + "/diary.sqlite"
  }

  /// A file that is not there yet.
  private func new(_ ending: String = "") -> String { sandbox.file("new-\(UUID().uuidString)\(ending)") }

  /// How a command is used without options; `nil` if that is not defined.
  func use(of path: String) -> Use? {
    let words = path.split(separator: " ").dropFirst().map(String.init)
    func reading(_ more: String...) -> Use { Use(arguments: words + more) }
    func changing(_ more: String...) -> Use { Use(arguments: words + more, changes: true) }
    return switch words.joined(separator: " ") {
    case "undo", "redo": changing()
    case "had": reading("Orval")
    case "again": changing("1")
    case "labels merge": changing("1", "--into", "2")
    case "labels apart": changing("1", "2")
    // Beers 2 and 4 are one label.
    case "labels split": changing("4")
    case "labels set": changing("1", "--style", "Trappist")
    case "add": changing("Rochefort")
    case "edit": changing("1", "--rating", "3")
    case "remove": changing("1")
    case "trash restore": changing("3")
    case "trash empty": changing("--yes")
    case "import undo", "migrate": changing()
    case "fields index": changing("vintage")
    case "fields unindex": changing("hop")
    case "fields rename": changing("vintage", "brewed")
    case "fields merge": changing("hop", "vintage", "--prefer", "into")
    case "fields delete": changing("hop")
    case "fields retype": changing("vintage", "text")
    case "photo add": changing("1", photo, "--any-file")
    case "photo move": changing("1", "1", "last")
    case "photo split": changing("1", "--yes")
    case "photo remove": changing("1", "1")
    case "photo restore": changing("1")
    case "photo caption": changing("1", "1", "At the brewery")
    case "photo export": reading("1", new())
    // No image is missing.
    case "photo fetch": changing("1")
    // They need a terminal.
    case "photo open": Use(arguments: words + ["1"], status: 64)
    case "config edit": Use(arguments: words, status: 64)
    case "import": changing(csv)
    case "adopt": changing(other)
    case "backup create": reading(new(".sqlite"))
    case "backup restore": changing(other, "--yes")
    case "sync init": changing(new(), "--passphrase-file", menu)
    // There is no diary in the folder.
    case "sync join":
      Use(
        arguments: words + [sandbox.files, "--passphrase-file", menu], changes: true, status: 66)
    // The diary is not synchronized.
    case "sync now", "sync repair", "sync leave": Use(arguments: words, changes: true, status: 66)
    case "sync devices", "sync conflicts": Use(arguments: words, status: 66)
    case "config get": reading("theme")
    case "config set": reading("theme", "dark")
    case "demo": reading("--list", "--from", BuiltProgram.sampleFolder)
    default: requiredArguments(of: path).map { Use(arguments: words + $0) }
    }
  }

  /// The arguments that a command requires, if they are beers and labels; otherwise `nil`.
  private func requiredArguments(of path: String) -> [String]? {
    let required = commands[path]?.arguments?.filter { $0.kind == "positional" && !$0.isOptional } ?? []
    return required.allSatisfy { ["beer", "label"].contains($0.valueName) } ? required.map { _ in "1" } : nil
  }

  /// How a command is used with one of its options; `nil` if that is not defined.
  func use(of path: String, with option: CommandRecord.Argument) -> Use? {
    guard let name = option.longName, let plain = use(of: path) else { return nil }
    if let special = special(path.split(separator: " ").dropFirst().joined(separator: " "), name, plain) {
      return special
    }
    if option.kind == "flag" {
      return Use(arguments: plain.arguments + ["--" + name], changes: plain.changes, status: plain.status)
    }
    guard let value = Self.values[name] ?? option.allValues?.last else { return nil }
    return Use(
      arguments: plain.arguments + ["--" + name, value], changes: plain.changes, status: plain.status)
  }

  private static let values = [
    "sort": "name", "limit": "2", "brewery": "Orval", "style": "Trappist", "abv": "5", "ibu": "30",
    "rating": "4", "date": "today", "place": "Villers", "serving": "bottle", "price": "3", "notes": "dry",
    "position": "49.6,5.3", "set": "hop=Citra", "name": "Orval", "caption": "At the brewery",
    "map": "hop=notes", "mapping": "club", "save-mapping": "other", "identity": "name",
    "device-name": "laptop", "delimiter": "comma", "times": "utc", "rating-scale": "5",
  ]

  /// How a command is used with an option that needs other arguments or changes what the command does.
  private func special(_ command: String, _ option: String, _ plain: Use) -> Use? {
    func use(_ arguments: String...) -> Use { Use(arguments: arguments) }
    func changing(_ arguments: String...) -> Use { Use(arguments: arguments, changes: true) }
    func also(_ more: String...) -> Use { Use(arguments: plain.arguments + more, changes: plain.changes) }
    return switch (command, option) {
    case ("", "migrate-only"): changing("--migrate-only")
    case ("", "finish"), ("", "json"): changing("--migrate-only", "--" + option)
    case ("", "backup"): changing("--migrate-only", "--backup", new(".sqlite"))
    case ("", "dry-run"): use("--migrate-only", "--dry-run")
    case ("had", "menu"): use("had", "--menu", menu)
    case ("labels merge", "into"), ("fields merge", "prefer"): plain
    case (_, "dry-run") where command.hasPrefix("fields "):
      Use(arguments: plain.arguments + ["--dry-run"])
    // A dated backup is made next to the diary.
    case ("backup create", "keep-all"): use("backup", "create", "--keep-all", "--dry-run")
    case ("labels set", "clear"):
      Use(arguments: ["labels", "set", "2", "--clear"], changes: true)
    case ("stats", "by"): also("--by", "style")
    case ("stats", "value"): also("--by", "style", "--value", "rating")
    case ("stats", "csv"), ("stats", "tsv"), ("stats", "jsonl"): also("--by", "style", "--" + option)
    case ("stats", "limit"): also("--by", "style", "--limit", "2")
    case ("stats", "reverse"): also("--by", "style", "--reverse")
    case ("year", "with-photos"): also("--html", "--with-photos")
    case ("year", "output"): also("--html", "--output", new(".html"))
    case ("year", "force"): also("--html", "--output", new(".html"), "--force")
    case ("list", "columns"): also("--columns", "name,rating,hop")
    case ("list", "template"): also("--template", "{name}")
    case ("list", "no-header"): also("--csv", "--no-header")
    case ("show", "width"): also("--picture", "--width", "40")
    case ("trash restore", "all"): changing("trash", "restore", "--all")
    case ("trash restore", "dry-run"): use("trash", "restore", "3", "--dry-run")
    case ("trash empty", "yes"): plain
    case ("trash empty", "older-than"): also("--older-than", "0")
    case ("trash empty", "dry-run"): use("trash", "empty", "--dry-run")
    case ("backup restore", "dry-run"): use("backup", "restore", other, "--dry-run")
    case ("adopt", "dry-run"): use("adopt", other, "--dry-run")
    case ("migrate", "backup"): changing("migrate", "--backup", new(".sqlite"))
    case ("migrate", "dry-run"): use("migrate", "--dry-run")
    case ("photo restore", "all"): changing("photo", "restore", "1", "--all")
    case ("edit", "dry-run"): use("edit", "1", "--rating", "3", "--dry-run")
    case ("remove", "dry-run"): use("remove", "1", "--dry-run")
    case ("photo split", "limit"): use("photo", "split", "--limit", "2")
    case ("photo split", "jsonl"): use("photo", "split", "--jsonl")
    case ("photo split", "dry-run"): use("photo", "split", "1", "--dry-run")
    case ("photo split", "yes"): plain
    case ("photo export", "all"): use("photo", "export", "--all", new())
    case ("import", "rejects"): also("--rejects", new())
    case ("import", "force"): also("--rejects", new(), "--force")
    case ("import", "headerless"): also("--headerless", "--map", "1=name")
    case ("undo", "dry-run"), ("redo", "dry-run"): use(command, "--dry-run")
    case ("import undo", "dry-run"): use("import", "undo", "--dry-run")
    case ("import", "dry-run"): use("import", csv, "--dry-run")
    case ("import", "records"):
      Use(arguments: ["import", json, "--records", "beers"], changes: true)
    case ("import", "photos"): also("--photos", sandbox.files)
    case ("export", "photos"): also("--photos", new())
    case ("export", "output"): also("--output", new())
    case ("export", "force"): also("--output", new(), "--force")
    case ("sync init", "passphrase-file"), ("sync join", "passphrase-file"): plain
    case ("sync conflicts", "choose"):
      Use(arguments: plain.arguments + ["--choose", "1"], changes: true, status: 66)
    case ("sync conflicts", "choose-all"), ("sync conflicts", "yes"):
      Use(arguments: plain.arguments + ["--choose-all", "newest", "--yes"], changes: true, status: 66)
    case ("sync conflicts", "dry-run"):
      Use(arguments: plain.arguments + ["--choose-all", "newest", "--dry-run"], status: 66)
    case ("doctor", "repair"), ("doctor", "yes"): changing("doctor", "--repair", "--yes")
    case ("doctor", "local-times"): changing("doctor", "--repair", "--yes", "--local-times", "1")
    case ("doctor", "keep-times"): changing("doctor", "--repair", "--yes", "--keep-times", "1")
    case ("demo", "unless-diary"): use("demo", "--unless-diary")
    case ("demo", "list"), ("demo", "from"), ("backup restore", "yes"), ("photo add", "any-file"): plain
    default: nil
    }
  }
}
