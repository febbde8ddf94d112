import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import Synchronization
import TestSupport
import Testing

/// Photos that are added together; many megabytes are written without the -wal.
@Suite struct ManyPhotosTests {
  /// An image that fails when it is read.
  private struct UnreadableImage: ByteSource {
    static let failure = FileBytesError.cannotRead(path: "/card/9.jpg", errno: EIO)
    let count = 9

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw Self.failure }
  }

  private struct CardRemoved: Error {}

  private static let small = ["a", "b", "c"].map { Data($0.utf8) }
  /// Streamed, and not written in one piece.
  private static let large = Data(repeating: 7, count: 5 << 20)

  private let fresh: FreshDiary
  private let beer: Int64
  private var diary: Diary { fresh.diary }

  init() throws {
    fresh = try FreshDiary()
    beer = try fresh.addBeer("Orval").beer.id
  }

  /// The outcome of each photo, in the order of the reports.
  private func add(_ images: [any ByteSource]) throws -> [Outcome] {
    var waiting = images[...]
    var reported: [Outcome] = []
    try diary.addPhotos(to: beer, next: { waiting.popFirst() }) {
      reported.append(Outcome($0))
    }
    return reported
  }

  private var hashes: [String?] {
    get throws { try #require(try diary.beer(beer)).photos.map(\.sha256) }
  }

  private func expectHealthyDiary(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try diary.examine(isDeep: true).isEmpty, sourceLocation: sourceLocation)
    let mode = try SQLiteFile(diary.path).rows("PRAGMA journal_mode")
    #expect(mode == [["wal"]], sourceLocation: sourceLocation)
    let hasJournal = FileManager.default.fileExists(atPath: StoreSidecar.journal.path(of: diary.path))
    #expect(!hasJournal, sourceLocation: sourceLocation)
  }

  @Test func theErrorOfOneUnreadableImageNamesItsFile() {
    #expect(throws: PhotoError.unreadableImage(UnreadableImage.failure)) {
      try diary.addPhoto(to: beer, image: UnreadableImage())
    }
  }

  @Test func photosAreAddedInOrderAndAFailureStopsNoOther() throws {
    let a = MemoryBytes(Self.small[0])
    let b = MemoryBytes(Self.small[1])
    let c = MemoryBytes(Self.small[2])

    let reported = try add([a, MemoryBytes(Self.large), UnreadableImage(), b, a, c])

    let wanted = [Self.small[0], Self.large, Self.small[1], Self.small[2]].map(\.sha256)
    #expect(
      reported == [
        .added(0, wanted[0]), .added(1, wanted[1]), .refused(.unreadableImage(UnreadableImage.failure)),
        .added(2, wanted[2]),
        .refused(.samePhoto(order: 0)), .added(3, wanted[3]),
      ])
    #expect(try hashes == wanted)
    try expectHealthyDiary()
  }

  @Test func photosThatWereAddedTogetherAreUndoneTogether() throws {
    let images: [any ByteSource] = (0..<40).map { MemoryBytes(Data("photo \($0)".utf8)) }
    _ = try add(images + [UnreadableImage()])
    #expect(try hashes.count == 40 && diary.loggedChanges().map(\.changes.count) == [40, 1])

    _ = try diary.undoChange()
    #expect(try hashes.isEmpty)
    _ = try diary.redoChange()
    #expect(try hashes.count == 40)
    try expectHealthyDiary()
  }

  @Test func otherProgramsCanOpenAndReadTheDiaryBetweenPhotos() throws {
    var waiting = Self.small[...]
    var seen: [Int?] = []

    try diary.addPhotos(to: beer, next: { waiting.popFirst().map { MemoryBytes($0) } }) { _ in
      let other = try Diary.open(at: diary.path)
      seen.append(try other.beer(beer)?.photos.count)
      try other.close()
    }

    #expect(seen == [3, 3, 3])
    try expectHealthyDiary()
  }

  @Test func photosAddedBeforeAFailureAreKeptAndReported() throws {
    var waiting = Self.small[...]
    var reported: [Outcome] = []

    #expect(throws: (any Error).self) {
      try diary.addPhotos(
        to: beer,
        next: {
          guard waiting.count > 1 else { throw CardRemoved() }
          return waiting.popFirst().map { MemoryBytes($0) }
        },
        onStored: { reported.append(Outcome($0)) })
    }

    let wanted = Self.small.prefix(2).map(\.sha256)
    #expect(reported == [.added(0, wanted[0]), .added(1, wanted[1])])
    #expect(try hashes == wanted)
    try expectHealthyDiary()
  }

  /// One transaction follows the other as long as no program has written.
  @Test(arguments: [false, true]) func otherProgramsCanWriteBetweenPhotos(isOpenBefore: Bool) throws {
    let path = diary.path
    let before = isOpenBefore ? try Diary.open(at: path) : nil
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let queue = DispatchQueue(label: "other")
    var isStarted = false
    var count = 0
    var patience = Patience()

    try diary.addPhotos(
      to: beer,
      next: {
        count += 1
        let hasWritten = outcome.withLock { $0 != nil }
        return !hasWritten && patience.lasts() ? MemoryBytes(Array("\(count)".utf8)) : nil
      },
      onStored: { _ in
        if isStarted { return }
        isStarted = true
        queue.async {
          let result = Result {
            let other = try before ?? Diary.open(at: path)
            _ = try other.add(NewBeer(fields: BeerFields(name: "Another's")))
            try other.close()
          }
          outcome.withLock { $0 = result }
        }
      })

    #expect(outcome.withLock { $0 != nil }, "timed out waiting until the other program has written")
    queue.sync {}
    try outcome.withLock { try $0?.get() }
    #expect(try SQLiteFile(path).rows("SELECT count(*) FROM beer WHERE name = 'Another''s'") == [["1"]])
    try expectHealthyDiary()
  }

  @Test func aFileThatBecomesShorterDoesNotPreventOtherPhotos() throws {
    let path = fresh.folder.file("shrinking.jpg")
    try Data(repeating: 1, count: 5 << 20).write(to: URL(fileURLWithPath: path))
    let shrinking = try FileBytes(path: path)
    #expect(truncate(path, 1 << 20) == 0)

    let reported = try add([MemoryBytes(Self.small[0]), shrinking, MemoryBytes(Self.small[1])])

    let wanted = Self.small.prefix(2).map(\.sha256)
    #expect(
      reported == [
        .added(0, wanted[0]), .refused(.unreadableImage(.endsTooSoon(path: path))), .added(1, wanted[1]),
      ])
    #expect(try hashes == wanted)
    try expectHealthyDiary()
  }

  @Test func theFilesOfTheDiaryAreRefusedUnderAnyName() throws {
    let link = fresh.folder.file("link.jpg")
    let symlink = fresh.folder.file("symlink.jpg")
    try FileManager.default.linkItem(atPath: diary.path, toPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: symlink, withDestinationPath: StoreSidecar.wal.path(of: diary.path))
    let sidecars = [StoreSidecar.wal, .sharedMemory].map { $0.path(of: diary.path) }
    for own in [diary.path, link, symlink] + sidecars {
      #expect(throws: FileBytesError.openDatabase(path: own)) { try FileBytes(userImageAt: own) }
    }
    let other = fresh.folder.file("other.jpg")
    try Data("x".utf8).write(to: URL(fileURLWithPath: other))
    #expect(try FileBytes(userImageAt: other).count == 1)
    #expect(!OpenDatabase.owns(fresh.folder.file("none")))
    try diary.close()
    #expect(try FileBytes(userImageAt: link).count > 0)
  }

  @Test func nothingIsLeftIfTheBeerIsMissing() throws {
    #expect(throws: PhotoError.noSuchBeer("8")) {
      var waiting = Self.small[...]
      try diary.addPhotos(
        to: 8, next: { waiting.popFirst().map { MemoryBytes($0) } }, onStored: { _ in })
    }
    #expect(try SQLiteFile(diary.path).rows("SELECT count(*) FROM photo_image") == [["0"]])
    try expectHealthyDiary()
  }

  @Test func undoRemovesTheAddedPhotos() throws {
    var changes: [DiaryChange] = []
    var waiting = Self.small[...]
    try diary.addPhotos(to: beer, next: { waiting.popFirst().map { MemoryBytes($0) } }) {
      changes.append(try $0.get().change)
    }

    for change in changes.reversed() { _ = try diary.revert(change) }

    #expect(try hashes == [])
    try expectHealthyDiary()
  }
}

private enum Outcome: Equatable {
  case added(Int, String?)
  case refused(PhotoError)

  init(_ result: Result<AddedPhoto, PhotoError>) {
    switch result {
    case .success(let added): self = .added(added.photo.order, added.photo.sha256)
    case .failure(let error): self = .refused(error)
    }
  }
}
