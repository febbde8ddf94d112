import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit

/// Says whether the user's files came through a command that was disturbed.
struct CommandCheck {
  /// What is in the folder of a diary.
  struct State: Codable {
    /// What the diary shows; `nil` if there is none, or none that opens.
    var diary: [String]?
    /// All other files, by their names, with the hashes of what they hold.
    var files: [String: String]
  }

  private static let missingImage = "missing"

  let scenario: CommandScenario
  let before: State
  let after: State

  /// Opens the diary of a folder, so the folder is of no use afterwards.
  static func state(of folder: CaseFolder, _ scenario: CommandScenario) throws -> State {
    let files = files(nextTo: folder.store)
    let verdict = try folder.runSoundly {
      let exists = FileManager.default.fileExists(atPath: folder.store)
      // Damaged before, it does not open; afterwards it has to.
      return Verdict(snapshot: exists ? (try? shown(by: folder.store)) ?? ["does not open"] : [])
    }
    let isThere = !verdict.snapshot.isEmpty && verdict.snapshot != ["does not open"]
    return State(diary: isThere ? verdict.snapshot : nil, files: files)
  }

  /// Returns what is wrong right after the command with the fault.
  ///
  /// - Parameter isDone: Whether the command said that it was done.
  func failures(in folder: CaseFolder, isDone: Bool) throws -> [String] {
    let files = Self.files(nextTo: folder.store)
    var failures = changedFiles(files) + unexpectedFiles(files)
    failures += try diaryFailures(folder.store, isDone: isDone)
    failures += try replacedDiaryFailures(folder.store, files)
    failures += outputFailures(files, isDone: isDone)
    return failures
  }

  /// Returns what is wrong after the command was run again without a fault.
  func failuresAfterRetry(in folder: CaseFolder) throws -> [String] {
    let files = Self.files(nextTo: folder.store)
    var failures = changedFiles(files)
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    let left = paths.filter { path in
      path.hasSuffix(".part")
        || path.hasSuffix("/beerdiary-scratch") && !isEmptyMarker("\(folder.path)/\(path)")
    }
    if !left.isEmpty { failures.append("left in the end: \(left)") }
    guard let expected = after.diary else { return failures }
    let shown = try Self.shown(by: folder.store)
    if scenario.commitsInSteps || scenario.copiesImages, shown != expected {
      failures.append("in the end: " + DiarySnapshot.difference(shown, expected))
    }
    let diary = try Scenario.open(folder.store)
    let findings = try diary.examine(isDeep: true)
    if !findings.isEmpty { failures.append("in the end: \(findings)") }
    try diary.close()
    return failures
  }

  /// Whether a kill between creating and writing a marker left it, alone in its folder: it does not prove whose the
  /// folder is, so it is never removed.
  private func isEmptyMarker(_ path: String) -> Bool {
    let folder = (path as NSString).deletingLastPathComponent
    return FileManager.default.contents(atPath: path)?.isEmpty == true
      && (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count == 1
  }

  /// Files that have nothing to do with the command.
  private func changedFiles(_ files: [String: String]) -> [String] {
    before.files.filter { !isOutput($0.key) && !Self.ownNames.contains($0.key) && files[$0.key] != $0.value }
      .map { "\($0.key) was \(files[$0.key] == nil ? "removed" : "changed")" }
  }

  private func unexpectedFiles(_ files: [String: String]) -> [String] {
    files.keys.filter { before.files[$0] == nil && !isOutput($0) && !Self.isTemporary($0) }
      .map { "\($0) was made" }
  }

  private func isOutput(_ name: String) -> Bool { scenario.outputs.contains { name.hasPrefix($0) } }

  private static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".beerdiary-") }

  private func diaryFailures(_ store: String, isDone: Bool) throws -> [String] {
    guard FileManager.default.fileExists(atPath: store) else {
      return scenario.diary == .nothing && !isDone ? [] : ["there is no diary"]
    }
    let shown: [String]
    do { shown = try Self.shown(by: store) } catch {
      return scenario.diary == .damaged && !isDone ? [] : ["the diary does not open: \(error)"]
    }
    if isAsExpected(shown, after.diary ?? []) || (!isDone && shown == before.diary ?? []) { return [] }
    let wasNew = !isDone && before.diary == nil && shown == ["0 beers"]
    if scenario.commitsInSteps, !isDone, isBetween(shown) || wasNew { return [] }
    if wasNew { return [] }
    return ["the diary: " + DiarySnapshot.difference(shown, (isDone ? after : before).diary ?? [])]
  }

  /// Whether a diary shows what it should, apart from images that may be missing for now.
  private func isAsExpected(_ shown: [String], _ expected: [String]) -> Bool {
    guard scenario.copiesImages else { return shown == expected }
    return shown.elementsEqual(expected) { line, expected in
      line.split(separator: "\"").elementsEqual(expected.split(separator: "\"")) {
        $0 == Self.missingImage || $0 == $1
      }
    }
  }

  /// Whether nothing of before is lost, and nothing there that is not wanted.
  private func isBetween(_ shown: [String]) -> Bool {
    let beers = shown.filter { $0.hasPrefix("beer") }
    let old = before.diary ?? []
    let new = after.diary ?? []
    return old.filter { $0.hasPrefix("beer") }.allSatisfy { beers.contains($0) || !new.contains($0) }
      && beers.allSatisfy { line in new.contains { $0.hasPrefix(line) || line == $0 } || old.contains(line) }
  }

  /// Checks that the replaced diary is complete, wherever it is.
  private func replacedDiaryFailures(_ store: String, _ files: [String: String]) throws -> [String] {
    let folder = (store as NSString).deletingLastPathComponent
    let kept = files.keys.filter { $0.hasPrefix("diary-before-restore") && $0.hasSuffix(".sqlite") }
    guard let old = before.diary else {
      let hashes = Set(try Self.allHashes(in: folder))
      let lost = Self.ownNames.filter { name in
        before.files[name].map { !hashes.contains($0) } ?? false
      }
      return lost.map { "\($0) of the damaged diary was lost" }
    }
    var shown = try kept.map { try Self.shown(by: "\(folder)/\($0)") }
    let strange = shown.filter { $0 != old && $0 != after.diary }
    if !strange.isEmpty { return ["a kept diary: " + DiarySnapshot.difference(strange[0], old)] }
    if scenario.name.hasPrefix("restore"), FileManager.default.fileExists(atPath: store) {
      shown.append(try Self.shown(by: store))
      if !shown.contains(old) { return ["the diary that was there before is lost"] }
    }
    return []
  }

  /// A file that was to be made is there whole or not at all.
  private func outputFailures(_ files: [String: String], isDone: Bool) -> [String] {
    scenario.outputs.filter { after.files[$0] != nil && !$0.hasSuffix(".sqlite") }.compactMap { name in
      let isWhole = files[name] == after.files[name]
      if isWhole || (files[name] == before.files[name] && !isDone) { return nil }
      return files[name] == nil ? "\(name) was not made" : "\(name) is not whole"
    }
  }

  // MARK: - Reading

  private static let sharedMemory = StoreSidecar.sharedMemory.path(of: "diary.sqlite")
  private static let ownNames =
    ["diary.sqlite", sharedMemory] + StoreSidecar.withData.map { $0.path(of: "diary.sqlite") }

  /// The files below the diary's folder; those of the diary itself only if it does not open.
  private static func files(nextTo store: String) -> [String: String] {
    let folder = (store as NSString).deletingLastPathComponent
    var files: [String: String] = [:]
    let opens = (try? Data(contentsOf: URL(fileURLWithPath: store)))?.count ?? 0 > 1000
    for name in FileManager.default.subpaths(atPath: folder) ?? [] {
      if opens || name == sharedMemory, ownNames.contains(name) { continue }
      if name.hasPrefix(".diary_SUPPORT") { continue }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else {
        continue
      }
      files[name] =
        isFolder.boolValue ? "folder" : FileManager.default.contents(atPath: "\(folder)/\(name)")?.sha256
    }
    return files
  }

  private static func allHashes(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap {
      FileManager.default.contents(atPath: "\(folder)/\($0)")?.sha256
    }
  }

  /// What a diary shows, without times and what is made by chance.
  private static func shown(by store: String) throws -> [String] {
    let diary = try Scenario.open(store)
    var details: [BeerDetail] = []
    try diary.forEachBeer { details.append($0) }
    var lines = try details.map { detail in
      let fields = detail.beer.fields
      let photos = try diary.addingMetadata(to: detail.photos).map { $0.sha256 ?? Self.missingImage }
      return "beer \(detail.beer.id) \(fields.name ?? "-") \(fields.brewery ?? "-") \(fields.rating ?? -1) "
        + "\(fields.extras.json) \(photos)"
    }
    lines.sort()
    lines.append("\(try diary.summary().beerCount) beers")
    try diary.close()
    return lines
  }
}
