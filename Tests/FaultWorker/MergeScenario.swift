import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation

/// Merging another store into an existing diary or a new one.
struct MergeScenario {
  /// Whether the diary exists before.
  let hasDiary: Bool
  let store: LegacyStore

  init(hasDiary: Bool, beerCount: Int = 7) {
    self.hasDiary = hasDiary
    var store = LegacyStore()
    store.beerCount = beerCount
    store.externalCount = 3
    store.leavesRowsInWAL = true
    self.store = store
  }

  var scenario: Scenario {
    Scenario(
      name: hasDiary ? "adopt-merge" : "adopt", prepare: prepare, act: { _ = try merge($0) },
      completion: complete)
  }

  /// Puts the other store into a folder of its own next to the diary.
  @Sendable func prepare(_ diary: String) throws -> [ExpectedBeer] {
    let phone = Self.original(nextTo: diary)
    let folder = (phone as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    _ = try store.write(to: phone)
    let names = try Self.hashes(folder).joined(separator: "\n")
    try Data(names.utf8).write(to: URL(fileURLWithPath: folder + ".hashes"))
    guard hasDiary else { return [] }
    var other = LegacyStore()
    other.beerCount = 3
    other.seed = 9
    other.extraSQL = "UPDATE Z_METADATA SET Z_UUID = 'another'"
    let mine = try other.write(to: diary)
    try Scenario.open(diary).close()
    return mine
  }

  static func original(nextTo diary: String) -> String {
    (diary as NSString).deletingLastPathComponent + "/phone/old.sqlite"
  }

  private static func hashes(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { name in
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
      return "\(name) \(data?.sha256 ?? "folder")"
    }
  }

  private func merge(_ diary: String) throws -> MergeReport {
    try Diary.merge(Self.original(nextTo: diary), into: diary, clock: { Scenario.now })
  }

  /// Merges again, and returns what is wrong with the result of the first time and with the store that was only read.
  @Sendable func complete(_ diary: String) throws -> [String] {
    var failures: [String] = []
    if !hasDiary, FileManager.default.fileExists(atPath: diary) {
      let count = try Scenario.open(diary).summary().beerCount
      if count != store.beerCount { failures.append("a diary with \(count) beers was left") }
    }
    _ = try merge(diary)
    let again = try merge(diary)
    if again.addedBeers + again.addedPhotos + again.restoredPhotos > 0 {
      failures.append("added twice: \(again)")
    }
    let folder = (Self.original(nextTo: diary) as NSString).deletingLastPathComponent
    let before = FileManager.default.contents(atPath: folder + ".hashes") ?? Data()
    if try Self.hashes(folder).joined(separator: "\n") != String(decoding: before, as: UTF8.self) {
      failures.append("the store that was merged was changed")
    }
    let parent = (diary as NSString).deletingLastPathComponent
    // A folder that was made just before the kill has no mark yet, and nothing else in it.
    let left = try FileManager.default.contentsOfDirectory(atPath: parent).filter { name in
      try name.hasPrefix(".beerdiary-")
        && !FileManager.default.contentsOfDirectory(atPath: "\(parent)/\(name)").isEmpty
    }
    if !left.isEmpty { failures.append("left: \(left)") }
    return failures
  }
}
