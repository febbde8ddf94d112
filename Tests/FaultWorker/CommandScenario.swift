import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport

/// A command of the program that writes files, to be disturbed between its system calls.
struct CommandScenario: Named, Sendable {
  let name: String
  /// The command without `--store`, given the folder of the diary.
  let arguments: @Sendable (_ folder: String) -> [String]
  /// Names of files and folders next to the diary that the command makes or replaces, or what they begin with.
  var outputs: [String] = []
  var diary = Start.diary
  /// Whether it commits several transactions, so that it may be done in part.
  var commitsInSteps = false
  /// Whether it copies images from another store: one that cannot be read is missing until the command runs again.
  var copiesImages = false
  /// Exit status of an undisturbed run.
  var status: Int32 = 0
  /// Whether the file system can swap names, and move without replacing.
  var hasRenameat2 = true

  /// What is at the diary's path before.
  enum Start {
    case diary, iOSStore, nothing
    /// A file that SQLite cannot open, with a -wal.
    case damaged
  }

  static let all: [CommandScenario] = [
    CommandScenario(name: "add") { _ in ["add", "New", "--rating", "4"] },
    CommandScenario(name: "edit") { _ in ["edit", "6", "--rating", "2"] },
    CommandScenario(name: "remove") { _ in ["remove", "6"] },
    CommandScenario(name: "undo") { _ in ["undo"] },
    CommandScenario(name: "import") { ["import", "--yes", "--strict", $0 + "/new.csv"] },
    CommandScenario(
      name: "import-rejects",
      arguments: { ["import", "--yes", "--rejects", $0 + "/rejects.csv", $0 + "/faulty.csv"] },
      outputs: ["rejects.csv"], status: 65),
    CommandScenario(name: "import-undo") { _ in ["import", "undo"] },
    CommandScenario(name: "export", arguments: { ["export", "-o", $0 + "/out.csv"] }, outputs: ["out.csv"]),
    CommandScenario(
      name: "export-photos", arguments: { ["photo", "export", "6", $0 + "/photos"] }, outputs: ["photos"]),
    CommandScenario(name: "photo-add") { ["photo", "add", "6", $0 + "/camera.jpg"] },
    CommandScenario(name: "photo-move") { _ in ["photo", "move", "6", "1", "2"] },
    CommandScenario(name: "photo-remove") { _ in ["photo", "remove", "6", "1"] },
    CommandScenario(name: "index") { _ in ["fields", "index", "Glass"] },
    CommandScenario(name: "rename-field") { _ in ["fields", "rename", "Glass", "Glassware", "--yes"] },
    CommandScenario(name: "doctor") { _ in ["doctor", "--repair", "--yes"] },
    CommandScenario(name: "demo") { _ in ["demo", "--list", "--from", sampleFolder] },
    CommandScenario(name: "telemetry") { _ in ["telemetry", "off"] },
    CommandScenario(
      name: "backup", arguments: { ["backup", $0 + "/copy.sqlite"] }, outputs: ["copy.sqlite"]),
    CommandScenario(
      name: "backup-ios", arguments: { ["--migrate-only", "--backup", $0 + "/copy.sqlite"] },
      outputs: ["copy.sqlite", ".copy_SUPPORT"], diary: .iOSStore),
    CommandScenario(name: "migrate", arguments: { _ in ["--migrate-only"] }, diary: .iOSStore),
    CommandScenario(
      name: "adopt", arguments: { ["adopt", $0 + "/phone/old.sqlite"] }, diary: .nothing, copiesImages: true),
    CommandScenario(
      name: "adopt-merge", arguments: { ["adopt", $0 + "/phone/old.sqlite"] }, commitsInSteps: true,
      copiesImages: true),
    restore("restore", .diary), restore("restore-over-ios", .iOSStore),
    restore("restore-over-damaged", .damaged), restore("restore-new", .nothing),
    restore("restore-without-swap", .diary, hasRenameat2: false),
  ]

  private static func restore(_ name: String, _ start: Start, hasRenameat2: Bool = true) -> CommandScenario {
    CommandScenario(
      name: name, arguments: { ["backup", "restore", "--yes", $0 + "/backup.sqlite"] },
      outputs: ["diary-before-restore", ".diary-before-restore"], diary: start,
      hasRenameat2: hasRenameat2)
  }

  static let sampleFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Resources/sample").standardizedFileURL.path

  /// Fills the folder: a diary, and what the commands read.
  func prepare(_ store: String) throws {
    let folder = (store as NSString).deletingLastPathComponent
    try makeDiary(store)
    let files = [
      "new.csv": "name,rating,Glass\nNew,4,Tulip\nNewer,5,Stange\n",
      "faulty.csv": "name,rating\nNew,4\nFaulty,a lot\n",
    ]
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    var random = SeededGenerator(seed: 7)
    let image = FixtureImage.jpeg(width: 400, height: 300, byteCount: 20_000, using: &random)
    try image.write(to: URL(fileURLWithPath: folder + "/camera.jpg"))
    try FileManager.default.createDirectory(atPath: folder + "/phone", withIntermediateDirectories: true)
    _ = try Self.iOSStore.write(to: folder + "/phone/old.sqlite")
    try makeBackup(folder + "/backup.sqlite")
    try makeBystanders(folder)
  }

  private static var iOSStore: LegacyStore {
    var store = LegacyStore()
    store.beerCount = 7
    store.externalCount = 3
    return store
  }

  private func makeDiary(_ store: String) throws {
    switch diary {
    case .nothing: return
    case .iOSStore: _ = try Self.iOSStore.write(to: store)
    case .damaged:
      try Data("SQLite format 3\0, and then nothing".utf8).write(to: URL(fileURLWithPath: store))
      try Data("a log".utf8).write(to: URL(fileURLWithPath: StoreSidecar.wal.path(of: store)))
    case .diary:
      var legacy = LegacyStore()
      legacy.beerCount = 6
      legacy.seed = 2
      _ = try legacy.write(to: store)
      let diary = try Scenario.open(store)
      try diary.finishBackgroundWork()
      let newBeers = try ["One", "Two"].map { number in
        let extras = try Extras(json: #"{"Glass": "Tulip"}"#)
        return NewBeer(fields: BeerFields(name: "Imported \(number)", extras: extras))
      }
      _ = try diary.importTransaction(
        diary.startImport(source: "plain"), adding: newBeers.map(ImportedBeer.init))
      _ = try diary.edit([5]) { $0.place = "To be undone" }
      try diary.close()
    }
  }

  private func makeBackup(_ path: String) throws {
    let diary = try Scenario.open(path)
    for name in ["Saved", "Also saved"] { _ = try diary.add(NewBeer(fields: BeerFields(name: name))) }
    try diary.finishBackgroundWork()
    try diary.close()
  }

  /// What only looks as if it were the program's own.
  private func makeBystanders(_ folder: String) throws {
    let names = [
      "diary.sqlite-backup", "diary.sqlite-restore", "diary.sqlite-adoption", "copy.sqlite-backup",
      ".beerdiary-staging-AbCdEf", "beerdiary-demo-1-AbCdEf",
    ]
    for name in names {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/keep.txt"))
    }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/diary.sqlite-migration"))
  }
}
