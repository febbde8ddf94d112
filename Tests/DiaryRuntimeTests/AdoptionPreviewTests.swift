import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import DiaryUpkeep
import Dispatch
import TestSupport
import Testing

@testable import DiaryRuntime

/// Previews of adding another diary, which can be stopped.
@Suite struct AdoptionPreviewTests {
  private let running: RunningDiary
  private let other: String

  init() throws {
    running = try RunningDiary()
    try running.open()
    running.run(.change(.add("Orval")))
    other = running.folder.file("Old.sqlite")
    let diary = try Diary.open(at: other)
    for name in ["Gose", "Porter"] { _ = try diary.add(NewBeer(fields: BeerFields(name: name))) }
    try diary.close()
  }

  private func previews() -> [Result<MergeReport, Problem>] {
    running.answers.all.compactMap {
      if case .adoptionPreviewed(_, let result) = $0 { result } else { nil }
    }
  }

  private func waitForPreview() throws {
    try running.answers.wait { if case .adoptionPreviewed = $0 { true } else { false } }
  }

  @Test func aPreviewSaysWhatWouldBeAddedAndAddsNothing() throws {
    running.run(.previewAdoption(other))
    try waitForPreview()

    let reports = try previews().map { try $0.get() }
    #expect(reports.map(\.addedBeers) == [2] && reports.map(\.knownBeers) == [0])
    #expect(running.answers.all.contains { if case .adoptionProgress(other, _) = $0 { true } else { false } })
    #expect(try running.reopened { try $0.summary().beerCount } == 1)
  }

  @Test func aFileThatIsNotThereIsAProblem() throws {
    running.run(.previewAdoption(running.folder.file("None.sqlite")))
    try waitForPreview()

    guard case .failure(let problem)? = previews().first else {
      Issue.record("the file was read")
      return
    }
    #expect(problem.sentence == "There is no file \(running.folder.file("None.sqlite")). Check the path.")
  }

  @Test func aPreviewThatIsStoppedHasNoAnswer() throws {
    let isFirst = DispatchSemaphore(value: 0)
    isFirst.signal()
    running.answers.onMessage { [running, other] message in
      guard case .adoptionProgress = message, isFirst.wait(timeout: .now()) == .success else { return }
      running.run(.stopAdoptionPreview, .previewAdoption(other))
    }
    running.run(.previewAdoption(other))
    try waitForPreview()

    #expect(running.finish() == nil)
    #expect(previews().count == 1)
  }
}
