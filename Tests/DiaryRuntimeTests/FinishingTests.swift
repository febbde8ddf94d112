import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryRuntime
@testable import DiaryUI

/// How the diary is opened and closed by effects.
@Suite struct FinishingTests {
  @Test func changesThatWereRequestedAreMadeBeforeTheEnd() throws {
    let running = try RunningDiary()
    try running.open()
    for number in 0..<20 { running.run(.change(.add("\(number)"))) }

    #expect(running.finish() == nil)

    #expect(running.answers.changes.count == 20)
    #expect(!Diary.hasOpen(running.folder.file("diary.sqlite")))
    #expect(try running.reopened { try $0.summary().beerCount } == 20)
  }

  @Test func aChangeThatFailsAfterASignalIsPrinted() {
    let error = ChangeFailure.store(.busy(path: "/diary.sqlite"))
    let answers = [EventLoop.Event.message(.changed(.trash([1]), .failure(error)))]
    #expect(answers.exitLines(after: .signal(.terminate)) == [error.sentence])
    #expect(answers.exitLines(after: .finished).isEmpty)
  }

  @Test func nothingIsAnsweredAfterTheEnd() throws {
    let running = try RunningDiary()
    try running.open()
    #expect(running.finish() == nil)
    let count = running.answers.all.count

    running.run(
      .change(.add("Orval")),
      .loadListItems(ListItemRequest(query: BeerQuery(), range: 0..<9, generation: 1)))

    #expect(running.finish() == nil)
    #expect(running.answers.all.count == count)
  }

  @Test(arguments: [true, false]) func anOpeningCanBeStopped(byTheEnd: Bool) throws {
    let isOpening = DispatchSemaphore(value: 0)
    let running = try RunningDiary { _, isCancelled throws(OpeningError) in
      isOpening.signal()
      while !isCancelled() { Thread.sleep(forTimeInterval: 0.001) }
      throw .store(.cancelled)
    }
    running.run(.openDiary)
    try isOpening.wait(for: "the opening")

    if byTheEnd { #expect(running.finish() == nil) } else { running.run(.cancelOpening) }

    try running.answers.wait { if case .opened(.failure(.store(.cancelled))) = $0 { true } else { false } }
  }

  @Test func anEndThatTakesTooLongIsReported() throws {
    let canOpen = DispatchSemaphore(value: 0)
    let running = try RunningDiary { _, _ throws(OpeningError) in
      try? canOpen.wait(for: "the end of the limit")
      throw .store(.cancelled)
    }
    running.run(.openDiary)

    #expect(running.runner.finish(within: .milliseconds(1)) == .busy(path: ""))
    canOpen.signal()
    #expect(running.finish() == nil)
  }

  @Test func aFormThatWasNotSavedIsOfferedByTheNextRun() throws {
    let draft = FormDraft(beer: nil, uuid: nil, texts: [.init(kind: .name, text: "Orval")])
    let first = try RunningDiary()
    try first.open()
    first.run(.keepDraft(draft, replacing: nil))
    #expect(first.runner.drafts.finish()?.lines.first?.contains("“Orval” was not saved") == true)
    #expect(first.finish() == nil)

    let second = try RunningDiary(in: first.folder)
    try second.open()
    try second.answers.wait { if case .draftsFound = $0 { true } else { false } }
    let found = second.answers.all.compactMap { message in
      if case .draftsFound(let drafts) = message { drafts.readable } else { nil as [KeptDraft]? }
    }
    #expect(found.first?.map(\.draft) == [draft])

    for id in found.joined().map(\.id) { second.run(.dropDraft(id)) }
    #expect(second.runner.drafts.finish() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: first.folder.file("drafts")) == [])
  }

  /// The names of the drafts that another start would find, which are not in use.
  private func draftsOffered(in running: RunningDiary) -> [String?] {
    let folder = DraftFolder(running.folder.file("drafts"), store: running.folder.file("diary.sqlite"))
    return folder.claim().drafts.readable.map(\.draft.name)
  }

  private func draftFiles(of running: RunningDiary) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: running.folder.file("drafts"))
    return (names ?? []).filter { $0.hasSuffix(".json") }
  }

  private func draft(_ name: String) -> FormDraft {
    FormDraft(beer: nil, uuid: nil, texts: [.init(kind: .name, text: name)])
  }

  @Test func aFormIsKeptWhileItIsEditedAndDeletedWhenItIsClosed() throws {
    let running = try RunningDiary()
    try running.open()
    running.run(.keepDraftSoon(draft("O"), replacing: nil), .keepDraftSoon(draft("Or"), replacing: nil))
    try blockUntil("the draft is kept") { draftFiles(of: running).count == 1 }
    let first = draftFiles(of: running)
    #expect(draftsOffered(in: running).isEmpty, "It is offered while it is in use.")

    running.run(.keepDraftSoon(draft("Orval"), replacing: nil))
    try blockUntil("the draft is replaced") {
      draftFiles(of: running).count == 1 && draftFiles(of: running) != first
    }

    running.run(.keepDraftSoon(nil, replacing: nil))
    try blockUntil("the draft is deleted") { draftFiles(of: running).isEmpty }
    #expect(running.runner.drafts.finish() == nil)
  }

  @Test func theDraftAtTheEndReplacesTheOneThatWasKeptBefore() throws {
    let running = try RunningDiary()
    try running.open()
    running.run(.keepDraftSoon(draft("Or"), replacing: nil))
    try blockUntil("the draft is kept") { draftFiles(of: running).count == 1 }
    running.run(.keepDraftSoon(draft("Orv"), replacing: nil), .keepDraft(draft("Orval"), replacing: nil))
    #expect(running.runner.drafts.finish() != nil)

    #expect(draftsOffered(in: running) == ["Orval"])
  }

  @Test func aDraftIsOfferedAfterAnotherWindowPostponedIt() throws {
    let first = try RunningDiary()
    try first.open()
    first.run(.keepDraft(draft("Orval"), replacing: nil))
    #expect(first.runner.drafts.finish() != nil)
    let second = try RunningDiary(in: first.folder)
    try second.open()
    try second.answers.wait { if case .draftsFound = $0 { true } else { false } }
    #expect(draftsOffered(in: first).isEmpty)

    for file in draftFiles(of: first) { second.run(.releaseDraft(file)) }
    #expect(second.runner.drafts.finish() == nil)
    #expect(draftsOffered(in: first) == ["Orval"])
  }

  @Test func aWindowThatCannotSaveLeavesDraftsToOthers() throws {
    let first = try RunningDiary()
    try first.open()
    first.run(.keepDraft(draft("Orval"), replacing: nil))
    #expect(first.runner.drafts.finish() != nil && first.finish() == nil)

    let store = first.folder.file("diary.sqlite")
    let second = try RunningDiary(in: first.folder) { _, _ throws(OpeningError) in
      try Diary.openReadOnly(at: store)
    }
    try second.open()
    #expect(second.finish() == nil)
    _ = second.runner.drafts.finish()

    withExtendedLifetime(second) { #expect(draftsOffered(in: first) == ["Orval"]) }
  }
}
