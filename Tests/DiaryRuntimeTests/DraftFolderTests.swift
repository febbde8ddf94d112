import DiaryModel
import DiaryProcess
import Foundation
import TestSupport
import Testing

@testable import DiaryRuntime
@testable import DiaryUI

/// Files that unsaved forms are kept in.
@Suite struct DraftFolderTests {
  private let folder: TemporaryFolder
  private let path: String
  private let drafts: DraftFolder

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state/beerdiary")
    drafts = DraftFolder(path, store: "/home/me/diary.sqlite")
  }

  private func draft(_ name: String) -> FormDraft {
    FormDraft(beer: 3, uuid: UUID(), texts: [.init(kind: .name, text: name)])
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// What a start finds; it is not in use afterwards.
  private func kept(in drafts: DraftFolder) -> KeptDrafts { drafts.claim().drafts }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }

  /// Dates a file, as the clock of a file system may be coarse.
  private func date(_ id: String, _ seconds: Int) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(1_700_000_000 + seconds))],
      ofItemAtPath: path + "/" + id)
  }

  @Test func onlyItsOwnerCanReadADraft() throws {
    let id = try drafts.save(draft("Orval"), replacing: nil)

    #expect(try permissions(path + "/" + id) == 0o600)
    #expect(try permissions(path) == 0o700)
    #expect(try names() == [id])
  }

  @Test func aDraftComesBackAsItWasKept() throws {
    let orval = draft("Orval")
    let id = try drafts.save(orval, replacing: nil)

    #expect(kept(in: drafts) == KeptDrafts([KeptDraft(id: id, draft: orval)]))
  }

  @Test func aDraftReplacesOnlyTheNamedOne() throws {
    let first = try drafts.save(draft("Orval"), replacing: nil)
    let second = try drafts.save(draft("Gose"), replacing: nil)
    let third = try drafts.save(draft("Bock"), replacing: first)

    #expect(Set(try names()) == [second, third])
    drafts.drop(second)
    #expect(try names() == [third])
  }

  @Test func theNewestDraftsAreOfferedAndTheOthersStay() throws {
    let count = DraftFolder.maxOffered + 3
    for number in 0..<count {
      try date(try drafts.save(draft("\(number)"), replacing: nil), number)
    }

    let offered = kept(in: drafts).readable.compactMap(\.draft.name)
    #expect(offered == (3..<count).reversed().map(String.init))
    #expect(try names().count == count)
  }

  @Test func eachDiaryHasDraftsOfItsOwn() throws {
    _ = try drafts.save(draft("Orval"), replacing: nil)
    let other = DraftFolder(path, store: "/home/me/other.sqlite")
    #expect(kept(in: other).isEmpty)

    _ = try other.save(draft("Gose"), replacing: nil)
    #expect(kept(in: other).readable.compactMap(\.draft.name) == ["Gose"])
    #expect(kept(in: drafts).readable.compactMap(\.draft.name) == ["Orval"])
    let same = DraftFolder(path, store: "/home/me/beers/../diary.sqlite")
    #expect(kept(in: same).readable.compactMap(\.draft.name) == ["Orval"])
  }

  @Test func draftsThatCannotBeReadAreNamedAndStay() throws {
    let id = try drafts.save(draft("Orval"), replacing: nil)
    let stem = id.prefix { $0 != "." }
    try Data("{".utf8).write(to: URL(fileURLWithPath: "\(path)/\(stem)-broken.json"))
    try Data().write(to: URL(fileURLWithPath: "\(path)/\(stem).json.part"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(stem)-link.json", withDestinationPath: "\(path)/\(id)")

    let kept = kept(in: drafts)
    #expect(kept.readable.map(\.id) == [id])
    #expect(Set(kept.unreadableFiles) == ["\(path)/\(stem)-broken.json", "\(path)/\(stem)-link.json"])
    #expect(try names().count == 4)
  }

  @Test func whatAKilledProcessLeftOfADraftIsDeletedLater() throws {
    let id = try drafts.save(draft("Orval"), replacing: nil)
    for name in ["\(id)-new.part", "\(id)-old.part", "other-old.part"] {
      try Data("{".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    try date("\(id)-old.part", 0)
    try date("other-old.part", 0)

    #expect(kept(in: drafts).readable.map(\.id) == [id])
    #expect(Set(try names()) == [id, "\(id)-new.part", "other-old.part"])
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    let blocked = DraftFolder("/proc/nowhere", store: "/home/me/diary.sqlite")

    #expect(throws: (any Error).self) { try blocked.save(draft("Orval"), replacing: nil) }
    #expect(kept(in: blocked).isEmpty)
  }

  @Test func aDraftThatIsOfferedIsNotOfferedInAnotherWindow() throws {
    let id = try drafts.save(draft("Orval"), replacing: nil)
    let first = drafts.claim()
    #expect(first.drafts.readable.map(\.id) == [id])

    withExtendedLifetime(first) { #expect(kept(in: drafts).isEmpty) }
  }

  @Test func aDraftOfAFormThatIsOpenIsNotOfferedInAnotherWindow() throws {
    let open = try drafts.saveLocked(draft("Orval"), replacing: nil)
    withExtendedLifetime(open.lock) { #expect(kept(in: drafts).isEmpty) }

    let next = try drafts.saveLocked(draft("Orval Vert"), replacing: open.id)
    withExtendedLifetime(next.lock) { #expect(kept(in: drafts).isEmpty) }
    #expect(try names() == [next.id])
  }

  @Test(arguments: [true, false])
  func aDraftThatWasDeletedAfterItWasOpenedIsNotOffered(_ isDeleted: Bool) throws {
    let id = try drafts.save(draft("Orval"), replacing: nil)
    let descriptor = open(path + "/" + id, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    if isDeleted { drafts.drop(id) }

    #expect(UseLock(descriptor).isUnavailable == isDeleted)
  }

  @Test func aDraftThatIsNoLongerInUseIsOffered() throws {
    _ = try drafts.saveLocked(draft("Orval"), replacing: nil)

    #expect(kept(in: drafts).readable.map(\.draft.name) == ["Orval"])
  }
}
