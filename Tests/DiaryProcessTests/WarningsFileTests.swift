import DiaryProcess
import DiaryStore
import Foundation
import TestSupport
import Testing

/// The file that keeps the warnings of a migration.
@Suite struct WarningsFileTests {
  private let folder: TemporaryFolder
  private let file: WarningsFile

  init() throws {
    folder = try TemporaryFolder()
    file = .forMigration(ofStore: "/home/ada/diary.sqlite", in: folder.file("state"))
  }

  private func migration(from version: Int, warnings: [String] = []) -> MigrationReport {
    MigrationReport(
      fromVersion: version, toVersion: Diary.currentVersion, beerCount: 1, photoCount: 0, seconds: 1,
      warnings: warnings)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("state"))
  }

  @Test func anUpgradeWithoutWarningsKeepsThoseOfTheMigrationFromIOS() {
    file.save(of: migration(from: 1, warnings: ["A date is odd."]))
    file.save(of: migration(from: Diary.currentVersion - 1))
    #expect(file.read() == ["A date is odd."])
    file.save(of: migration(from: Diary.currentVersion - 1, warnings: ["A photo has no image."]))
    #expect(file.read() == ["A photo has no image."])
  }

  @Test(arguments: [1, 2]) func aMigrationFromIOSWithoutWarningsDeletesThoseOfAnEarlierOne(_ version: Int)
    throws
  {
    file.save(["A date is odd."])
    file.save(of: migration(from: version))
    #expect(file.read() == [])
    #expect(try names() == [])
  }

  @Test func warningsThatCannotBeWrittenReplaceNothing() throws {
    file.save(["A date is odd."])
    let name = try #require(try names().first)
    // A folder is in the place of the file that is written first.
    try FileManager.default.createDirectory(
      atPath: folder.file("state/\(name).part"), withIntermediateDirectories: false)
    file.save(["A photo has no image."])
    #expect(file.read() == ["A date is odd."])
  }

  @Test func onlyTheUserCanReadTheWarnings() throws {
    file.save(["A date is odd."])
    file.save(["A photo has no image."])
    let names = try names()
    #expect(names.count == 1)
    let path = folder.file("state/\(names.first ?? "")")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}
