import DiaryProcess
import Foundation
import TestSupport
import Testing

/// The note about an adoption that is running.
@Suite struct AdoptionRecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(of store: String = "/home/ada/diary.sqlite") -> AdoptionRecord {
    AdoptionRecord(folder.file("state"), store: store)
  }

  private func files() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.file("state"))) ?? []
  }

  @Test func anAdoptionThatDidNotEndIsFoundByTheNextStart() {
    do {
      let adoption = record()
      adoption.begin("/home/ada/Big.sqlite")
      withExtendedLifetime(adoption) {
        #expect(record().interruptedSource() == nil, "It is still running.")
      }
    }
    #expect(record(of: "/home/ada/other.sqlite").interruptedSource() == nil)
    #expect(record().interruptedSource() == "/home/ada/Big.sqlite")
    #expect(record().interruptedSource() == "/home/ada/Big.sqlite", "It is offered until it is finished.")

    record().end()
    #expect(record().interruptedSource() == nil && files() == [])
  }

  @Test func anAdoptionThatEndedLeavesNothing() {
    let adoption = record()
    adoption.begin("Big.sqlite")
    adoption.begin("Big.sqlite")
    #expect(files().count == 1)
    adoption.end()
    #expect(files() == [])
  }

  @Test func theNextAdoptionReplacesAnInterruptedOne() {
    do { record().begin("/home/ada/a-long-name.sqlite") }
    do { record().begin("/b.sqlite") }
    #expect(record().interruptedSource() == "/b.sqlite")
  }

  @Test func aFolderThatCannotBeMadeIsNoObstacle() {
    let adoption = AdoptionRecord("/proc/nowhere", store: "/home/ada/diary.sqlite")
    adoption.begin("/b.sqlite")
    #expect(adoption.interruptedSource() == nil)
    adoption.end()
  }

  @Test func theWarningsAreThoseOfTheLastAdoption() {
    record().keep(["A photo has no image.", "Two\nlines."])
    #expect(record().warnings() == ["A photo has no image.", "Two lines."])
    #expect(record(of: "/home/ada/other.sqlite").warnings() == [])
    record().keep([])
    #expect(record().warnings() == [] && files() == [])
  }
}
