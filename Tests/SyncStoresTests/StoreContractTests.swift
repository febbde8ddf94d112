import Foundation
import Sync
import SyncStores
import Synchronization
import TestSupport
import Testing

/// What every store must do, on folders and on real servers.
///
/// `make test` runs folders; `make sync-servers` also runs the servers that are installed.
@Suite(.storeServers, .serialized, .timeLimit(.minutes(600))) struct StoreContractTests {
  private let staging: TemporaryFolder

  init() throws { staging = try TemporaryFolder() }

  /// Writes a file for each object, and returns what to put.
  private func files(_ objects: [String: Data]) throws -> [(name: String, path: String)] {
    try objects.map { name, bytes in
      let path = staging.file(name.replacing("/", with: "."))
      try bytes.write(to: URL(fileURLWithPath: path))
      return (name, path)
    }
  }

  private func put(_ objects: [String: Data], _ store: any ObjectStore) throws {
    try store.put(files(objects))
  }

  /// Gets objects, by the last parts of their names.
  private func get(_ names: [String], _ store: any ObjectStore) throws -> [String: Data] {
    let folder = try TemporaryFolder()
    try store.get(names, into: folder.path)
    return try folder.contents()
  }

  /// Returns an object; `nil` if there is none, or if a store of a kind that does not keep checksums cannot read it.
  private func object(_ name: String, _ store: any ObjectStore, _ kind: StoreKind) throws -> Data? {
    if kind.keepsChecksums { return try get([name], store).values.first }
    return (try? get([name], store))?.values.first
  }

  private func names(_ prefix: String, _ store: any ObjectStore) throws -> [String] {
    try store.list(prefix).map(\.name).sorted()
  }

  /// Returns bytes that are different everywhere.
  private func bytes(_ count: Int, seed: UInt8 = 0) -> Data {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return words.withUnsafeBytes { Data($0.prefix(count)) }
  }

  // MARK: - Objects

  @Test(arguments: StoreKind.chosen) func anEmptyStoreListsAndGetsNothing(_ kind: StoreKind) throws {
    let store = try StorePlace(kind).store()
    for prefix in ["log/", "log/a", "diary", "photo/"] { #expect(try store.list(prefix).isEmpty) }
    #expect(try get(["diary", "log/a-1"], store).isEmpty)
    try store.delete(["diary", "log/a-1"])
    try store.put([])
    #expect(try get([], store).isEmpty)
  }

  @Test(arguments: StoreKind.chosen)
  func objectsAreListedByPrefixesOfTheirNamesWithTheirSizes(_ kind: StoreKind) throws {
    let store = try StorePlace(kind).store()
    try put(
      [
        "diary": bytes(20), "keys/0123456789abcdef": bytes(3), "log/00ff-1-2-aa": bytes(1),
        "log/00ff-3-10-bb": bytes(2),
        "log/01ff-1-1-cc": Data(), "photo/0a": bytes(4), "snap/-": bytes(5),
      ], store)
    #expect(
      try Set(store.list("log/")) == [
        ListedObject(name: "log/00ff-1-2-aa", size: 1), ListedObject(name: "log/00ff-3-10-bb", size: 2),
        ListedObject(name: "log/01ff-1-1-cc", size: 0),
      ])
    #expect(try names("log/00ff-", store) == ["log/00ff-1-2-aa", "log/00ff-3-10-bb"])
    #expect(try store.list("diary") == [ListedObject(name: "diary", size: 20)])
    #expect(try names("snap/", store) == ["snap/-"])
    #expect(try names("log/02", store).isEmpty)
    #expect(try names("none/", store).isEmpty)
  }

  @Test(arguments: StoreKind.chosen)
  func objectsArePutGotReplacedAndDeletedAndMissingOnesAreSkipped(_ kind: StoreKind) throws {
    let place = try StorePlace(kind)
    let store = try place.store()
    let other = try place.store()
    try put(["diary": bytes(100), "log/a": bytes(1000), "log/b": bytes(1000, seed: 1)], store)
    #expect(
      try get(["diary", "log/a", "log/missing", "snap/missing"], other) == [
        "diary": bytes(100), "a": bytes(1000),
      ])
    // Another size, then the same size.
    try put(["log/a": bytes(10, seed: 2), "log/b": bytes(1000, seed: 3)], other)
    #expect(try get(["log/b", "log/a"], store) == ["a": bytes(10, seed: 2), "b": bytes(1000, seed: 3)])
    try store.delete(["log/a", "log/missing", "diary"])
    #expect(try names("log/", other) == ["log/b"])
    #expect(try other.list("diary").isEmpty)
    #expect(try get(["log/a", "log/b"], other) == ["b": bytes(1000, seed: 3)])
    try other.delete(["log/b"])
    #expect(try store.list("log/").isEmpty)
  }

  @Test(arguments: StoreKind.chosen) func aLargeObjectArrivesWhole(_ kind: StoreKind) throws {
    let store = try StorePlace(kind).store()
    let bytes = bytes(12_345_678)
    try put(["snap/a": bytes], store)
    #expect(try store.list("snap/") == [ListedObject(name: "snap/a", size: bytes.count)])
    #expect(try get(["snap/a"], store) == ["a": bytes])
  }

  @Test(arguments: StoreKind.chosen)
  func hundredsOfObjectsArePutListedGotAndDeletedInOneCall(_ kind: StoreKind) throws {
    let store = try StorePlace(kind).store()
    let objects = Dictionary(
      uniqueKeysWithValues: (0..<300).map { ("photo/p-\($0)", bytes(100, seed: UInt8($0 % 256))) })
    try put(objects, store)
    #expect(try names("photo/", store) == objects.keys.sorted())
    let got = try get(Array(objects.keys), store)
    #expect(got.count == objects.count && got.allSatisfy { objects["photo/" + $0.key] == $0.value })
    try store.delete(Array(objects.keys))
    #expect(try store.list("photo/").isEmpty)
  }

  @Test(arguments: StoreKind.chosen)
  func aNameThatTwoDevicesPutAtTheSameTimeIsOneOfTheirObjects(_ kind: StoreKind) async throws {
    let place = try StorePlace(kind)
    let contents = [bytes(300_000), bytes(300_000, seed: 1)]
    let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
      for content in contents {
        group.addTask {
          let folder = try TemporaryFolder()
          try content.write(to: URL(fileURLWithPath: folder.file("a")))
          return (try? place.store().put([("log/a", folder.file("a"))])) != nil
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let store = try place.store()
    let object = try object("log/a", store, kind)
    // A device that fails has to put its object again. rclone deletes an object that has the other one's checksum.
    let isOneOfThem = object.map(contents.contains) ?? (successes < contents.count)
    #expect(isOneOfThem || !kind.replacesAtomically)
    try put(["log/a": contents[0]], store)
    #expect(try get(["log/a"], store) == ["a": contents[0]])
    #expect(try store.list("log/") == [ListedObject(name: "log/a", size: 300_000)])
  }

  @Test(arguments: StoreKind.chosen)
  func devicesThatPutDifferentNamesAtTheSameTimeLeaveBothObjects(_ kind: StoreKind) async throws {
    let place = try StorePlace(kind)
    let objects = ["a": bytes(300_000), "b": bytes(300_000, seed: 1)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, content) in objects {
        group.addTask {
          let folder = try TemporaryFolder()
          try content.write(to: URL(fileURLWithPath: folder.file(name)))
          try place.store().put([("log/" + name, folder.file(name))])
        }
      }
      try await group.waitForAll()
    }
    #expect(try get(["log/a", "log/b"], place.store()) == objects)
  }

  // MARK: - Failures

  @Test(arguments: StoreKind.throughPrograms)
  func anObjectOfFullSizeIsWholeOrUnreadableAfterAKill(_ kind: StoreKind) throws {
    let place = try StorePlace(kind)
    let content = bytes(20_000_000)
    let files = try files(["log/a": content])
    for moment in 1...6 {
      let checks = Atomic(0)
      let runner = ProgramRunner(isCancelled: {
        checks.wrappingAdd(1, ordering: .relaxed).newValue > moment * moment
      })
      let store = try place.store(runner: runner)
      // It may also be quicker than that.
      try? store.put(files)
      let listed = try place.store().list("log/")
      #expect(listed.allSatisfy { $0.name == "log/a" && $0.size <= content.count })
      if listed.first?.size == content.count {
        let object = try object("log/a", place.store(), kind)
        #expect(object == content || object == nil && !kind.keepsChecksums)
      }
    }
    try place.store().put(files)
    #expect(try get(["log/a"], place.store()) == ["a": content])
    #expect(try place.store().list("log/").count == 1)
  }

  @Test(arguments: StoreKind.onServers)
  func anUnreachableServerIsAnErrorSoonWithAReason(_ kind: StoreKind) throws {
    try expectFailuresSoon(of: StorePlace(kind, .nobody))
  }

  @Test(arguments: StoreKind.onServers)
  func aServerThatDoesNotAnswerIsAnErrorInMinutes(_ kind: StoreKind) throws {
    let silence = try TestServer.Silence()
    let isInMinutes = try endsInTime(Patience(longest: 300)) {
      let message = try failure { try StorePlace(kind, .silence(silence.port)).store().list("log/") }
      #expect(!message.isEmpty)
    }
    #expect(isInMinutes)
  }

  @Test(arguments: StoreKind.withPasswords)
  func aWrongPasswordIsAnErrorWithAReasonNotAnEmptyStore(_ kind: StoreKind) throws {
    try expectFailuresSoon(of: StorePlace(kind, .wrongPassword))
  }

  /// Expects that each operation fails within a minute, which is longer on a busy machine, with a message for the user.
  private func expectFailuresSoon(of place: StorePlace) throws {
    let store = try place.store()
    let files = try files(["log/a": bytes(10)])
    let operations: [() throws -> Void] = [
      { _ = try store.list("log/") }, { _ = try store.list("diary") }, { try store.put(files) },
      { _ = try get(["log/a"], store) }, { try store.delete(["log/a"]) },
    ]
    for operation in operations {
      let isSoon = try endsInTime(Patience(longest: 60)) {
        let message = try failure(operation)
        #expect(message.hasPrefix("rclone failed: ") && message.hasSuffix("."))
        #expect(!message.contains(StoreKind.wrongPassword) && !message.contains("\n"))
        #expect(!message.contains("exit status"))
      }
      #expect(isSoon)
    }
  }

  /// Returns the description of the error that a function throws.
  private func failure(_ body: () throws -> some Any) throws -> String {
    do {
      _ = try body()
    } catch let error as RcloneError {
      return error.description
    } catch let error as ProgramError {
      return error.description
    }
    Issue.record("no error")
    return ""
  }

  @Test(arguments: StoreKind.onServers.filter { $0 == .moto })
  func aMissingBucketIsMadeWithTheFirstObject(_ kind: StoreKind) throws {
    let server = try #require(StoreServers.running[kind])
    let place = StorePlace(kind, server, bucket: "other-" + UUID().uuidString.lowercased(), name: "x")
    #expect(try place.store().list("log/").isEmpty)
    try put(["log/a": bytes(1)], place.store())
    #expect(try names("log/", place.store()) == ["log/a"])
  }

  @Test(
    .enabled(if: geteuid() != 0, "the superuser may write everywhere"),
    arguments: StoreKind.inFolders)
  func aFolderThatMayNotBeWrittenIsAnError(_ kind: StoreKind) throws {
    let place = try StorePlace(kind)
    let folder = try #require(place.folder)
    chmod(folder.file("store"), 0o500)
    defer { chmod(folder.file("store"), 0o700) }
    let store = try place.store()
    #expect(throws: (any Error).self) { try put(["log/a": bytes(10)], store) }
    #expect(try store.list("log/").isEmpty)
    chmod(folder.file("store"), 0)
    #expect(throws: (any Error).self) { try store.list("log/") }
  }

  @Test(arguments: StoreKind.chosen.filter { $0 == .rcloneLocal })
  func aFullDiskIsAnErrorAndTheObjectIsNotWhole(_ kind: StoreKind) throws {
    let place = try StorePlace(kind)
    // No file can become larger than 8 kB.
    let limited = try staging.script(
      "rclone", "#!/bin/sh\nulimit -f 16\nexec '\(try #require(StoreKind.rclone))' \"$@\"\n")
    #expect(throws: (any Error).self) { try put(["log/a": bytes(100_000)], place.store(program: limited)) }
    #expect(try place.store().list("log/").allSatisfy { $0.size < 100_000 })
  }
}
