import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import TestSupport

/// Adding photo files to a beer of a migrated diary, small ones and ones that are streamed.
///
/// A photo that was acknowledged is noted next to the store, as a person who reads that it was added would know it.
struct PhotoScenario {
  static let beer: Int64 = 6
  /// The largest is beyond what is written in one piece.
  private static let byteCounts = [30_000, 500, 4_500_000, 120_000, 900]

  var count = 5

  var scenario: Scenario {
    Scenario(
      name: "photos", prepare: prepare,
      act: { try addNext($0, notes: true) }, completion: complete)
  }

  static func files(nextTo diary: String) -> [String] {
    let folder = (diary as NSString).deletingLastPathComponent + "/camera"
    // A folder that is not there has no files.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }
  }

  private static func noteFile(nextTo diary: String) -> String {
    (diary as NSString).deletingLastPathComponent + "/acknowledged"
  }

  @Sendable func prepare(_ diary: String) throws -> [ExpectedBeer] {
    let expected = try LegacyStore().write(to: diary)
    let prepared = try Scenario.open(diary)
    try prepared.finishBackgroundWork()
    try prepared.close()
    let folder = (diary as NSString).deletingLastPathComponent + "/camera"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var random = SeededGenerator(seed: 5)
    for number in 0..<count {
      let size = Self.byteCounts[number % Self.byteCounts.count] + number
      let image = FixtureImage.jpeg(width: 800, height: 600, byteCount: size, using: &random)
      try image.write(to: URL(fileURLWithPath: "\(folder)/\(NumberedName(number).text)"))
    }
    return expected
  }

  /// Adds the files that are not there yet, in their order.
  private func addNext(_ path: String, notes: Bool) throws {
    let diary = try Scenario.open(path)
    var waiting = Self.files(nextTo: path)[...]
    try diary.addPhotos(
      to: Self.beer,
      next: { try waiting.popFirst().map { try FileBytes(path: $0) } },
      onStored: { outcome in
        do {
          let photo = try outcome.get().photo
          if notes { Self.note(photo.sha256 ?? "", nextTo: path) }
        } catch PhotoError.samePhoto {
          return
        }
      })
    try diary.close()
  }

  private static func note(_ hash: String, nextTo diary: String) {
    let descriptor = open(noteFile(nextTo: diary), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    let line = Array((hash + "\n").utf8)
    _ = write(descriptor, line, line.count)
  }

  /// Says what is wrong with what was left, and adds the rest.
  @Sendable func complete(_ path: String) throws -> [String] {
    let diary = try Scenario.open(path)
    var failures: [String] = []
    let photos = try diary.addingMetadata(to: diary.beer(Self.beer)?.photos ?? [])
    let notes = FileManager.default.contents(atPath: Self.noteFile(nextTo: path)) ?? Data()
    let lost = String(decoding: notes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { hash in !photos.contains { $0.sha256 == hash } }
    if !lost.isEmpty { failures.append("acknowledged and lost: \(lost)") }
    let findings = try diary.examine(isDeep: true)
    if !findings.isEmpty { failures.append("left: \(findings)") }
    try diary.close()
    try addNext(path, notes: false)
    try setClock(path)
    return failures
  }

  /// Makes the time of the last change the one that all scenarios have; the program itself looks at a real clock.
  private func setClock(_ path: String) throws {
    let diary = try Scenario.open(path)
    guard let photo = try diary.beer(Self.beer)?.photos.first else { throw UsageError("no photos") }
    for caption in ["Foam", photo.caption] { _ = try diary.setCaption(caption, ofPhoto: photo.id) }
    try diary.close()
  }
}

/// A name that sorts by its number.
private struct NumberedName {
  let text: String

  init(_ number: Int) { text = String(1_000 + number) + ".jpg" }
}
