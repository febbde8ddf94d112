import DiaryFixtures
import DiaryModel
import DiaryUpkeep
@testable import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport
import Testing

/// Images in separate files: interrupted copies, links and files that cannot be read.
@Suite struct ExternalImageTests {
  private let old: OldDiary
  private var folder: String { LegacyStore.externalFolder(ofStore: old.path) }

  init() throws { old = try OldDiary() }

  enum Fault: CaseIterable {
    case missing, empty, truncated, tooLarge, folder, link, pipe, loop

    func apply(to path: String) throws {
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      switch self {
      case .missing: break
      case .truncated: try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
      case .empty: try Data().write(to: URL(fileURLWithPath: path))
      case .tooLarge:
        // A file without blocks.
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(truncate(path, 1_000_000_000) == 0)
      case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .loop: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      }
    }
  }

  private func write() throws -> (beers: [ExpectedBeer], files: [String]) {
    let beers = try old.write { $0.externalCount = 3 }
    return (beers, try names().map { "\(folder)/\($0)" })
  }

  private func names() throws -> [String] {
    try SQLiteFile(old.path).rows(
      "SELECT CAST(substr(ZIMAGEDATA, 2, 36) AS TEXT) FROM ZPHOTO WHERE length(ZIMAGEDATA) = 38 ORDER BY Z_PK"
    ).map { $0[0] }
  }

  private func missingImages(_ diary: Diary) throws -> [Int64] {
    var missing: [Int64] = []
    try diary.forEachBeer { beer in
      missing += beer.photos.filter(\.metadata.isMissing).map(\.id)
    }
    return missing.sorted()
  }

  /// The link may lead anywhere; only the folder around it may be a link, to another disk.
  @Test func aFolderThatIsALinkIsNotFollowed() throws {
    let (beers, _) = try write()
    let elsewhere = folder + "-elsewhere"
    try FileManager.default.moveItem(atPath: folder, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: elsewhere)

    #expect(throws: BackupError.self) { try Diary.backUp(old.path, to: old.path + "-copy") }
    let diary = try old.open()
    try diary.finishBackgroundWork()
    #expect(try missingImages(diary).count == 3)

    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: folder)
    let support = (folder as NSString).deletingLastPathComponent
    try FileManager.default.moveItem(atPath: support, toPath: support + "-disk")
    try FileManager.default.createSymbolicLink(atPath: support, withDestinationPath: support + "-disk")
    try diary.close()
    let again = try old.open()
    try again.finishBackgroundWork()
    #expect(try missingImages(again) == [])
    #expect(try expectedBeers(from: again) == beers)
  }

  /// The file becomes unreadable before the migration, or after it but before the image is copied into the diary.
  @Test(arguments: Fault.allCases, [true, false])
  func aPhotoWithAnUnreadableFileKeepsItsPosition(
    _ fault: Fault, isBeforeMigration: Bool
  ) throws {
    let (beers, files) = try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: files[0]))
    if isBeforeMigration { try fault.apply(to: files[0]) }
    let diary = try old.open()
    if !isBeforeMigration { try fault.apply(to: files[0]) }

    try diary.finishBackgroundWork()

    #expect(try missingImages(diary) == [1])
    // One about the file, one about its thumbnail, which is kept.
    #expect(diary.migration?.warnings.count == (isBeforeMigration ? 2 : 0))
    #expect(try diary.examine().map(\.kind) == [.externalFileMissing])
    let others = try SQLiteFile(old.path).rows(
      "SELECT count(*) FROM photo WHERE external_name IS NULL AND is_missing = 0 AND sha256 IS NOT NULL")
    #expect(others == [["\(beers.map(\.photos.count).reduce(0, +) - 1)"]])
    try diary.close()

    if fault != .missing { try FileManager.default.removeItem(atPath: files[0]) }
    try whole.write(to: URL(fileURLWithPath: files[0]))
    let again = try old.open()
    try again.finishBackgroundWork()

    #expect(try expectedBeers(from: again) == beers)
    #expect(try missingImages(again) == [])
    #expect(try again.examine() == [])
    #expect(try again.listItems(in: 0..<99).compactMap(\.thumbnail).allSatisfy { $0.format == "JPEG" })
  }

  @Test func anImageFileThatIsTooLargeIsNamedAndTheOthersAreAdopted() throws {
    let (beers, files) = try write()
    try Fault.tooLarge.apply(to: files[0])
    let target = old.folder.file("diary.sqlite")

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedPhotos == beers.map(\.photos.count).reduce(0, +))
    #expect(report.warnings.contains { $0.hasPrefix("Image files of 1 GB or more cannot be stored") })
    #expect(try missingImages(Diary.open(at: target)) == [1])
    #expect(FileManager.default.fileExists(atPath: files[0]))
  }

  @Test func aFileThatBecameShorterIsNotTakenForTheImage() throws {
    let (beers, files) = try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: files[1]))
    let diary = try old.open()
    try whole.prefix(2000).write(to: URL(fileURLWithPath: files[1]))

    try diary.finishBackgroundWork()

    #expect(try missingImages(diary) == [2])
    #expect(try diary.examine().map(\.kind) == [.externalFileMissing])
    try diary.close()
    try whole.write(to: URL(fileURLWithPath: files[1]))
    let again = try old.open()
    try again.finishBackgroundWork()
    #expect(try expectedBeers(from: again) == beers)
  }

  @Test func aFileWithAnotherHashThanRecordedIsNotTakenForTheImage() throws {
    let (beers, files) = try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: files[1]))
    let diary = try old.open()
    try SQLiteFile(old.path).execute("UPDATE photo SET sha256 = '\(whole.sha256)' WHERE id = 2")
    try Data(repeating: 1, count: whole.count).write(to: URL(fileURLWithPath: files[1]))

    try diary.finishBackgroundWork()

    #expect(try missingImages(diary) == [2])
    try diary.close()
    try whole.write(to: URL(fileURLWithPath: files[1]))
    let again = try old.open()
    try again.finishBackgroundWork()
    #expect(try expectedBeers(from: again) == beers)
  }

  @Test(arguments: ["../../../../../../../../etc/passwd", "/etc/passwd", "..", ".", "", "a/b", "passwd"])
  func aNameThatIsNotAUUIDIsNeverOpened(_ name: String) throws {
    _ = try write()
    let diary = try old.open()
    try FileManager.default.copyItem(atPath: "/etc/passwd", toPath: folder + "/passwd")
    try SQLiteFile(old.path).execute(
      "UPDATE photo SET external_name = ?, byte_count = 0 WHERE id = 1", [.text(name)])

    try diary.finishBackgroundWork()

    #expect(try missingImages(diary) == [1])
    #expect(try diary.readImage(ofPhoto: 1) { _ in } == false)
  }

  /// A file on a disk with bad sectors can be opened, but not read to its end.
  @Test func aFileThatCannotBeReadToItsEndLeavesThePhotoAsItIs() throws {
    struct BadSectors: ByteSource {
      let count = 1_000_000
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if offset > 0 { throw FileBytesError.cannotRead(path: "image", errno: EIO) }
        buffer.initializeMemory(as: UInt8.self, repeating: 1)
        return buffer.count
      }
    }
    _ = try write()
    let diary = try old.open()
    let photo = "SELECT * FROM photo JOIN photo_image USING (id) WHERE id = 1"
    let before = try SQLiteFile(old.path).rows(photo)

    let isStored = try diary.write {
      try PhotoWriter($0).storeWhole(BadSectors(), inPhoto: 1, expecting: nil)
    }

    #expect(!isStored)
    #expect(try SQLiteFile(old.path).rows(photo) == before)
  }

  private static let thumbnailFile = "0D0F6B26-9F5B-4C4E-8F0B-3B7B0C3C5A11"
  private static let thumbnail = "CAST(x'02' || CAST('\(thumbnailFile)' AS BLOB) || x'00' AS BLOB)"

  /// Core Data stores a large thumbnail as a file, too.
  @Test func aThumbnailWhoseFileIsMissingIsARemovedPhotoUntilTheFileReturns() throws {
    _ = try old.write(
      """
      DELETE FROM ZPHOTO WHERE ZBEER = 2;
      UPDATE ZBEER SET ZTHUMBNAILDATA = \(Self.thumbnail) WHERE Z_PK = 2;
      """)
    let preview = try Diary.previewMigration(of: old.path)

    let diary = try old.open()

    #expect(preview.warnings == diary.migration?.warnings)
    #expect(try diary.beer(2)?.photos == [])
    #expect(try diary.removedPhotos(ofBeer: 2).map(\.photo.metadata.isMissing) == [true])
    try diary.close()
    var random = SeededGenerator(seed: 3)
    let image = FixtureImage.jpeg(width: 120, height: 160, byteCount: 900, using: &random)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try image.write(to: URL(fileURLWithPath: "\(folder)/\(Self.thumbnailFile)"))
    let again = try old.open()
    try again.finishBackgroundWork()
    _ = try again.restorePhotos(try again.removedPhotos(ofBeer: 2))
    #expect(try again.beer(2)?.photos.map(\.sha256) == [image.sha256])
  }

  @Test func aThumbnailInTheStoreIsKeptIfTheFilesOfOthersAreMissing() throws {
    _ = try old.write(
      """
      UPDATE ZPHOTO SET ZIMAGEDATA = \(Self.thumbnail), ZTHUMBNAILDATA = \(Self.thumbnail) WHERE ZBEER = 2;
      """)

    let diary = try old.open()

    let removed = try diary.removedPhotos(ofBeer: 2).map(\.photo.metadata.isMissing)
    #expect(removed.count == 2 && removed.contains(false))
  }
}
