import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct FolderStoreTests {
  private let folder: TemporaryFolder
  private let staging: TemporaryFolder
  private let store: FolderStore

  init() throws {
    folder = try TemporaryFolder()
    staging = try TemporaryFolder()
    store = FolderStore(folder.path)
  }

  private var exchange: StagedExchange<FolderStore> { StagedExchange(store, folder: staging.path) }

  @Test func writtenObjectsAreReadListedAndDeleted() throws {
    // given
    let bytes = Data([1, 2, 3])

    // when
    try exchange.write([("log/a-1", bytes), ("diary", Data())])

    // then
    #expect(try store.list("log/") == [ListedObject(name: "log/a-1", size: 3)])
    #expect(try store.list("diary") == [ListedObject(name: "diary", size: 0)])
    #expect(try store.list("snap/").isEmpty)
    #expect(try exchange.read(["log/a-1", "log/b"]).contents == ["log/a-1": bytes])
    try exchange.write([("log/a-1", bytes + bytes)])
    #expect(try store.list("log/") == [ListedObject(name: "log/a-1", size: 6)])
    try exchange.delete(["log/a-1", "log/b"])
    #expect(try store.list("log/").isEmpty)
    #expect(try staging.contents().isEmpty)
  }

  @Test func filesThatAreNotObjectsAreIgnored() throws {
    // given
    try exchange.write([("log/a", Data([1]))])
    for name in [
      ".beerdiary-0123456789abcdef", ".syncthing.a.tmp", "a.sync-conflict-20261126-ABC.x", "~a", "A",
      "a.partial",
    ] {
      #expect(FileManager.default.createFile(atPath: folder.file("log/" + name), contents: Data([2])))
    }
    try FileManager.default.createDirectory(atPath: folder.file("log/b"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("log/c"), withDestinationPath: folder.file("log/a"))

    // then
    #expect(try store.list("log/") == [ListedObject(name: "log/a", size: 1)])
  }

  @Test(arguments: ["../x", "log/../../x", "/x", "log/", "log/.x", "a/b/c", "log/A", "", "log/a\0"])
  func namesOutsideTheFolderAreRefused(name: String) throws {
    #expect(throws: SyncError.invalidName(name)) { try store.put([(name, "/dev/null")]) }
    #expect(throws: SyncError.invalidName(name)) { try store.get([name], into: staging.path) }
    #expect(throws: SyncError.invalidName(name)) { try store.delete([name]) }
  }

  /// A store that lists invalid names.
  private struct HostileStore: ObjectStore {
    func list(_ prefix: String) -> [ListedObject] {
      ["snap/..", "snap/../../x", "/snap/x", "log/a", "snap/a"].map { ListedObject(name: $0, size: 1) }
    }
    func get(_ names: [String], into folder: String) {}
    func put(_ files: [(name: String, path: String)]) {}
    func delete(_ names: [String]) {}
  }

  @Test func invalidNamesInAStoreAreNotListed() throws {
    let exchange = StagedExchange(HostileStore(), folder: staging.path)
    #expect(try exchange.list("snap/").map(\.name) == ["snap/a"])
  }

  /// Another device can put a link into a synchronized folder.
  @Test func linksAreNotFollowed() throws {
    // given
    try exchange.write([("log/a", Data([1]))])
    let secret = staging.file("secret")
    #expect(FileManager.default.createFile(atPath: secret, contents: Data([2])))
    let target = try TemporaryFolder()
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("log/b"), withDestinationPath: secret)
    try files.createSymbolicLink(atPath: folder.file("snap"), withDestinationPath: folder.file("log"))

    // when
    try store.get(["log/a", "log/b", "log/c"], into: target.path)

    // then
    #expect(try target.contents() == ["a": Data([1])])
    #expect(throws: SyncError.system(code: ENOTDIR, path: folder.file("snap"))) { try store.list("snap/") }
    #expect(throws: SyncError.unwritable(code: ENOTDIR, path: folder.file("snap"))) {
      try store.put([("snap/x", secret)])
    }
    #expect(try folder.contents(of: "log").keys.sorted() == ["a", "b"])
    try store.put([("log/b", secret)])
    #expect(try store.list("log/").map(\.name).sorted() == ["log/a", "log/b"])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func filesThatMayNotBeReadAreNamed() throws {
    // given
    try exchange.write([("log/a", Data([1])), ("log/b", Data([2])), ("photo/c", Data([3]))])
    for name in ["log/a", "photo/c"] { #expect(chmod(folder.file(name), 0) == 0) }
    let names = ["log/a", "log/b", "log/missing", "photo/c"]

    // then
    #expect(throws: SyncError.unreadable(["log/a": EACCES, "photo/c": EACCES])) {
      try exchange.read(names).get()
    }
    let result = try exchange.read(names)
    #expect(result.contents == ["log/b": Data([2])])
    #expect(result.errors == ["log/a": EACCES, "photo/c": EACCES])
    // An error of the folder is one of the store.
    #expect(chmod(folder.file("log"), 0) == 0)
    defer { chmod(folder.file("log"), 0o700) }
    #expect(throws: SyncError.system(code: EACCES, path: folder.file("log"))) { try exchange.read(names) }
  }

  @Test func severalObjectsArePutAndGotInOneCall() throws {
    let objects = (0..<20).map { (name: "photo/\($0)", bytes: Data([UInt8($0)])) }
    try exchange.write(objects + [("log/a", Data([21]))])
    #expect(try exchange.read(objects.map(\.name)).contents.count == 20)
    #expect(try folder.contents(of: "photo").count == 20)
    #expect(try store.list("log/").map(\.name) == ["log/a"])
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  @Test func theUmaskDecidesAboutThePermissionsOfObjects() throws {
    // given
    let (file, directory) = (staging.file("file"), staging.file("directory"))
    close(open(file, O_WRONLY | O_CREAT, 0o666))
    mkdir(directory, 0o777)
    let modes = [try status(file).st_mode, try status(directory).st_mode]
    for path in [file, directory] { try FileManager.default.removeItem(atPath: path) }

    // when
    try exchange.write([("log/a", Data([1]))])

    // then
    #expect([try status(folder.file("log/a")).st_mode, try status(folder.file("log")).st_mode] == modes)
  }

  @Test(arguments: [0o770, 0o2770] as [mode_t]) func aGroupThatMayWriteToTheFolderHasTheSameRights(
    _ mode: mode_t
  )
    throws
  {
    // given
    if geteuid() == 0 { #expect(chown(folder.path, .max, 65_534) == 0) }
    #expect(chmod(folder.path, mode) == 0)

    // when
    try exchange.write([("diary", Data([1])), ("log/a", Data([2]))])

    // then
    let group = try status(folder.path).st_gid
    for (name, rights) in [("diary", 0o060), ("log", 0o070), ("log/a", 0o060)] as [(String, mode_t)] {
      let status = try status(folder.file(name))
      #expect(status.st_gid == group && status.st_mode & 0o070 == rights, "\(name)")
    }
  }

  /// The process that created it was killed, or was that of an earlier version.
  @Test func aFolderWithoutTheRightsOfTheGroupGetsThem() throws {
    // given
    if geteuid() == 0 { #expect(chown(folder.path, .max, 65_534) == 0) }
    #expect(chmod(folder.path, 0o770) == 0)
    #expect(mkdir(folder.file("log"), 0o700) == 0)

    // when
    try exchange.write([("log/a", Data([1]))])

    // then
    let log = try status(folder.file("log"))
    #expect(try log.st_gid == status(folder.path).st_gid && log.st_mode & 0o777 == 0o770)
    let file = try status(folder.file("log/a"))
    #expect(file.st_gid == log.st_gid && file.st_mode & 0o060 == 0o060)
  }

  @Test func onlyOldTemporaryFilesAreRemoved() throws {
    // given
    try exchange.write([("log/a", Data([1]))])
    let old = folder.file("log/.beerdiary-0000000000000001")
    let new = folder.file("log/.beerdiary-0000000000000002")
    for file in [old, new] { #expect(FileManager.default.createFile(atPath: file, contents: Data())) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: old)

    // when
    try exchange.write([("log/b", Data([1]))])

    // then
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(FileManager.default.fileExists(atPath: new))
  }

  @Test func aFailureLeavesNoTemporaryFile() throws {
    try exchange.write([("log/a", Data([1]))])
    let missing = staging.file("missing")
    #expect(throws: SyncError.system(code: ENOENT, path: missing)) { try store.put([("log/b", missing)]) }
    #expect(try folder.contents(of: "log").keys.sorted() == ["a"])
  }

  @Test func aMissingFolderIsAnEmptyStoreThatIsNotCreated() throws {
    let missing = FolderStore(folder.file("none"))
    #expect(try missing.list("log/").isEmpty)
    for name in ["diary", "log/a"] {
      #expect(throws: SyncError.unwritable(code: ENOENT, path: folder.file("none"))) {
        try missing.put([(name, "/dev/null")])
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
  }
}
