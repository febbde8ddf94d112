import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport

/// A damaged or hostile store that is opened: checks that it is either refused unchanged or shown correctly.
struct DamagedCase {
  let folder: CaseFolder
  let name: String
  /// Whether a store that opens must accept photos and do its background work, too.
  var mustBeUsable = false

  func run(_ report: inout Report) throws {
    report.cases += 1
    let before = try CaseFolder(copying: folder)
    switch try folder.run(verdict) {
    case .killed: report.fail(name, "it was killed")
    case .broken(let what): report.fail(name, what)
    case .verdict(let verdict):
      for failure in verdict.failures { report.fail(name, failure) }
      for note in verdict.notes { report.note(note) }
      guard let refusal = verdict.refusal else { return }
      report.fired += 1
      if try !isUnchanged(since: before) {
        report.fail(
          name,
          "the file changed though it was refused: \(refusal) (files: \(before.files); then: \(folder.files))"
        )
      }
    }
  }

  /// Whether the store is identical, or differs only because its -wal was checkpointed.
  private func isUnchanged(since before: CaseFolder) throws -> Bool {
    let bytes = FileManager.default.contents(atPath: folder.store)
    if FileManager.default.contents(atPath: before.store) == bytes { return true }
    guard FileManager.default.contents(atPath: StoreSidecar.wal.path(of: before.store))?.isEmpty == false
    else { return false }
    let file = try SQLiteFile(before.store)
    try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return FileManager.default.contents(atPath: before.store) == bytes
  }

  private func verdict() throws -> Verdict {
    let raw = try rawDiary()
    var verdict = Verdict()
    let diary: Diary
    do {
      diary = try Scenario.open(folder.store)
    } catch let error as any DiaryError {
      verdict.refusal = error.sentence
      verdict.notes.append("refused: " + ("\(error)".split(separator: "(").first ?? ""))
      return verdict
    }
    verdict.notes.append(raw == nil ? "opened, damaged" : "opened, sound")
    verdict.notes += raw?.limits ?? []
    let uses: [(Diary) throws -> Void] = [
      read, work, add,
      { if let reason = try movePhoto($0) { verdict.notes.append("no photo moved: \(reason)") } },
    ]
    for use in uses {
      do {
        try use(diary)
        if let raw { verdict.failures += try differences(diary, raw) }
      } catch let error as any DiaryError {
        // A store that is sound for SQLite can still hold a value that a diary cannot.
        verdict.notes.append("unusable: " + ("\(error)".split(separator: "(").first ?? ""))
        if raw != nil, mustBeUsable { verdict.failures.append("opened, but then: \(error.sentence)") }
      }
    }
    // A damaged store may not be closed cleanly, either.
    do { try diary.close() } catch { verdict.notes.append("not closed: \(error.sentence)") }
    return verdict
  }

  /// What the store holds; `nil` if SQLite finds something wrong with it.
  private func rawDiary() throws -> RawDiary? {
    let copy = try CaseFolder(copying: folder)
    do {
      return try RawDiary(copy.store)
    } catch {
      return nil
    }
  }

  private func read(_ diary: Diary) throws {
    try diary.forEachListItem { _ in }
    try diary.forEachBeer { _ in }
    _ = try diary.summary()
  }

  /// Stops after 500 slices, so that work that never ends is reported as a failure.
  private func work(_ diary: Diary) throws {
    var last: BackgroundProgress?
    for _ in 0..<500 {
      guard let progress = try diary.doBackgroundWork() else { return }
      last = progress
    }
    throw UsageError("background work does not end: \(last.map { "\($0)" } ?? "-")")
  }

  /// Writes without touching the beers that are compared.
  private func add(_ diary: Diary) throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: DamagedCase.added)))
    var random = SeededGenerator(seed: 5)
    let image = FixtureImage.jpeg(width: 80, height: 60, byteCount: 6000, using: &random)
    for _ in 0..<2 { _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(image), allowsDuplicate: true) }
  }

  /// Moves a photo and moves it back.
  ///
  /// The beer is the one of the fixture that has several photos. If the store lost it, ``differences(_:_:)`` decides
  /// whether that is right.
  ///
  /// - Returns: The reason if there is no photo to move; `nil` if one was moved.
  private func movePhoto(_ diary: Diary) throws -> String? {
    guard let photos = try diary.beer(6)?.photos else { return "beer 6 is missing" }
    guard photos.count > 1, let last = photos.last else { return "beer 6 has \(photos.count) photos" }
    _ = try diary.movePhoto(last.id, to: 0)
    _ = try diary.movePhoto(last.id, to: photos.count - 1)
    return nil
  }

  private static let added = "Added by the test"

  /// Returns where the diary differs from the store; beers that cannot be read are left out.
  private func differences(_ diary: Diary, _ raw: RawDiary) throws -> [String] {
    var differences: [String] = []
    var shown: Set<String> = []
    var shownCount = 0
    var details: [BeerDetail] = []
    try diary.forEachBeer { details.append($0) }
    for detail in details {
      let hashes = try diary.addingMetadata(to: detail.photos).map(\.sha256)
      if detail.beer.fields.name != Self.added { shownCount += hashes.count }
      shown.formUnion(hashes.compactMap(\.self))
      guard let name = raw.names[detail.beer.id] else { continue }
      if let name, name != detail.beer.fields.name {
        differences.append("beer \(detail.beer.id) is named \(detail.beer.fields.name ?? "-"), not \(name)")
      }
      let expected = raw.hashes(ofBeer: detail.beer.id)
      if raw.oddRows > 0 { continue }
      if expected.count != hashes.count || zip(expected, hashes).contains(where: { $0 != nil && $0 != $1 }) {
        differences.append("beer \(detail.beer.id) shows \(hashes), not \(expected)")
      }
    }
    if differences.isEmpty, raw.isIncoherent { return [] }
    let lost = Set(raw.photos.compactMap(\.hash)).subtracting(shown)
    if !lost.isEmpty { differences.append("\(lost.count) images are lost") }
    if shownCount < raw.photos.count {
      differences.append("\(raw.photos.count - shownCount) photos are lost")
    }
    return differences
  }
}
