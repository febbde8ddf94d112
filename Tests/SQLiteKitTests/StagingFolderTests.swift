import Foundation
import SQLiteKit
import TestSupport
import Testing

/// Files that are built in a folder next to their destination.
@Suite struct StagingFolderTests {
  private let folder: TemporaryFolder
  private let target: String

  init() throws {
    folder = try TemporaryFolder()
    target = folder.file("diary.sqlite")
  }

  @Test func aFileAppearsAtItsDestination() throws {
    let staging = try StagingFolder(for: target)
    try Data("whole".utf8).write(to: URL(fileURLWithPath: staging.file))

    #expect(try staging.publish())

    #expect(FileManager.default.contents(atPath: target) == Data("whole".utf8))
  }

  /// SQLite leaves the -wal if the disk is too full for its last checkpoint.
  @Test func aFileWhosePagesArePartlyElsewhereDoesNotAppear() throws {
    let staging = try StagingFolder(for: target)
    try Data("half".utf8).write(to: URL(fileURLWithPath: staging.file))
    try Data("the rest".utf8).write(to: URL(fileURLWithPath: StoreSidecar.wal.path(of: staging.file)))

    #expect(throws: StoreError.diskFull(path: target)) { _ = try staging.publish() }

    #expect(FileManager.default.contents(atPath: target) == nil)
  }
}
