import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// Which folders are removed as left by a killed process, and which are not.
@Suite struct ScratchFolderTests {
  private let parent: TemporaryFolder

  init() throws { parent = try TemporaryFolder() }

  @Test func aFolderIsGoneWithItsObject() throws {
    let folder = try ScratchFolder(in: parent.path, for: .demo)
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder.path + "/file"))

    try folder.remove()

    #expect(try parent.names().isEmpty)
  }

  @Test func leftoversOfAKilledProcessAreRemoved() throws {
    _ = try left("beerdiary-copy-123456", purpose: "copy")
    _ = try left(".beerdiary-staging-123456", purpose: "staging")

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(try parent.names().isEmpty)
  }

  /// Killed after the folder was created, or before the empty folder was removed.
  @Test func anEmptyFolderOfAKilledProcessIsRemoved() throws {
    let manager = FileManager.default
    for name in [
      "beerdiary-copy-1a2B3c", ".beerdiary-staging-123456", "beerdiary-mine-123456", "beerdiary-copy",
      "beerdiary-photo-export", ".beerdiary-copy-123456",
    ] {
      try manager.createDirectory(
        atPath: parent.file(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    try manager.createDirectory(
      atPath: parent.file("beerdiary-copy-shared"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(
      try parent.names() == [
        ".beerdiary-copy-123456", "beerdiary-copy", "beerdiary-copy-shared", "beerdiary-mine-123456",
        "beerdiary-photo-export",
      ])
  }

  /// Another process has created it and is about to write its marker.
  @Test func anEmptyFolderThatIsLockedStays() throws {
    let path = parent.file("beerdiary-copy-123456")
    try makeFolder(path)
    let descriptor = open(path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["", "This temporary folder bel"])
  func aFolderWhoseMarkerWasNotFinishedIsRemoved(_ marker: String) throws {
    try makeFolder(parent.file("beerdiary-copy-123456"))
    try Data(marker.utf8)
      .write(to: URL(fileURLWithPath: parent.file("beerdiary-copy-123456/beerdiary-scratch")))

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(try parent.names().isEmpty)
  }

  @Test(arguments: ["This is mine", "This temporary folder bel"])
  func aFolderWithAnotherMarkerOrOtherFilesStays(_ marker: String) throws {
    let folder = parent.file("beerdiary-copy-123456")
    try makeFolder(folder)
    try Data(marker.utf8).write(to: URL(fileURLWithPath: folder + "/beerdiary-scratch"))
    if marker.hasPrefix("This temp") {
      try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
    }

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(FileManager.default.contents(atPath: folder + "/beerdiary-scratch") == Data(marker.utf8))
  }

  /// A process that looks for leftovers holds the lock for a moment.
  @Test func aNewFolderIsLockedWhateverOthersLookAt() async throws {
    let path = parent.path
    let looking = Task.detached { while !Task.isCancelled { ScratchFolder.removeLeftovers(in: path) } }
    for _ in 0..<200 {
      let folder = try ScratchFolder(in: path, for: .storeCopy)
      #expect(FileManager.default.fileExists(atPath: folder.path + "/beerdiary-scratch"))
      let other = open(folder.path, O_RDONLY | O_DIRECTORY)
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
      close(other)
    }
    looking.cancel()
    await looking.value
    #expect(try parent.names().isEmpty)
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  @Test func aFolderInUseStays() throws {
    let folder = try ScratchFolder(in: parent.path, for: .storeCopy)

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(FileManager.default.fileExists(atPath: folder.path))
  }

  /// It may hold the only copy of what somebody wrote.
  @Test func aFolderWithTheTextOfAnEditorStays() throws {
    let folder = try left("beerdiary-notes-123456", purpose: "notes")

    ScratchFolder.removeLeftovers(in: parent.path)

    #expect(FileManager.default.contents(atPath: folder + "/file") == Data("text".utf8))
  }

  @Test(arguments: ["no mark", "of another folder", "a copy", "of no known purpose", "a link"])
  func aFolderWithoutAValidMarkerStays(_ kind: String) throws {
    let name = "beerdiary-copy-123456"
    let folder: String
    switch kind {
    case "no mark":
      folder = try left(name, purpose: "copy")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      try FileManager.default.removeItem(atPath: folder + "/beerdiary-scratch")
    case "of another folder":
      folder = parent.file("beerdiary-copy-renamed")
      try FileManager.default.moveItem(atPath: try left(name, purpose: "copy"), toPath: folder)
    case "a copy":
      let original = try left(name, purpose: "copy")
      folder = parent.file("elsewhere/\(name)")
      try FileManager.default.createDirectory(
        atPath: parent.file("elsewhere"), withIntermediateDirectories: false)
      try FileManager.default.copyItem(atPath: original, toPath: folder)
    case "of no known purpose": folder = try left(name, purpose: "anything")
    default:
      let original = try left("beerdiary-copy-654321", purpose: "copy", in: parent.file("elsewhere"))
      folder = parent.file(name)
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: original)
    }

    ScratchFolder.removeLeftovers(in: (folder as NSString).deletingLastPathComponent)

    #expect(FileManager.default.contents(atPath: folder + "/file") == Data("text".utf8))
  }

  /// Makes what a killed process leaves, and returns its path.
  private func left(_ name: String, purpose: String, in folder: String? = nil) throws -> String {
    let path = "\(folder ?? parent.path)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let inode = try #require(attributes[.systemFileNumber] as? Int)
    let mark = """
      This temporary folder belongs to beerdiary, which removes it.
      purpose \(purpose)
      name \(name)
      inode \(inode)

      """
    try Data(mark.utf8).write(to: URL(fileURLWithPath: path + "/beerdiary-scratch"))
    try Data("text".utf8).write(to: URL(fileURLWithPath: path + "/file"))
    return path
  }
}
