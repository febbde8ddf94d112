import DiaryProcess
import Foundation
import TestSupport
import Testing

/// The notes about adoptions that are running.
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
        #expect(record().interruptedSources() == [], "It is still running.")
      }
    }
    #expect(record(of: "/home/ada/other.sqlite").interruptedSources() == [])
    #expect(record().interruptedSources() == ["/home/ada/Big.sqlite"])
    #expect(record().interruptedSources() == ["/home/ada/Big.sqlite"], "It is offered until it is finished.")

    record().end("/home/ada/Big.sqlite")
    #expect(record().interruptedSources() == [] && files() == [])
  }

  @Test func anAdoptionThatEndedLeavesNothing() {
    let adoption = record()
    adoption.begin("Big.sqlite")
    adoption.begin("Big.sqlite")
    #expect(files().count == 1)
    adoption.end("Big.sqlite")
    #expect(files() == [])
  }

  @Test func eachInterruptedAdoptionIsOfferedUntilItIsFinished() {
    do { record().begin("/home/ada/a-long-name.sqlite") }
    do { record().begin("/b.sqlite") }
    #expect(record().interruptedSources() == ["/b.sqlite", "/home/ada/a-long-name.sqlite"])

    let complete = record()
    complete.begin("/b.sqlite")
    complete.end("/b.sqlite")
    #expect(record().interruptedSources() == ["/home/ada/a-long-name.sqlite"])
  }

  @Test func theRecordOfARunningAdoptionIsNotDeleted() {
    let source = "/home/ada/Big.sqlite"
    do {
      let running = record()
      running.begin(source)
      withExtendedLifetime(running) {
        let second = record()
        second.begin(source)
        second.end(source)
        // Dismissed in another window.
        record().end(source)
        #expect(files().count == 1)
      }
    }
    #expect(record().interruptedSources() == [source])
  }

  @Test func anAdoptionThatFindsItsRecordInUseDoesNotKeepItOpen() {
    let source = "/home/ada/Big.sqlite"
    let second = record()
    do {
      let running = record()
      running.begin(source)
      withExtendedLifetime(running) { second.begin(source) }
    }
    withExtendedLifetime(second) { #expect(record().interruptedSources() == [source]) }
    second.begin(source)
    withExtendedLifetime(second) { #expect(record().interruptedSources() == []) }
  }

  @Test func anAdoptionThatBeginsDeletesTheWarningsOfTheLastOne() {
    record().warnings.save(["A photo has no image."])
    let adoption = record()
    adoption.begin("/b.sqlite")
    #expect(adoption.warnings.read() == [])
  }

  @Test func aFolderThatCannotBeMadeIsNoObstacle() {
    let adoption = AdoptionRecord("/proc/nowhere", store: "/home/ada/diary.sqlite")
    adoption.begin("/b.sqlite")
    #expect(adoption.interruptedSources() == [])
    adoption.end("/b.sqlite")
  }

  @Test func theWarningsAreThoseOfTheLastAdoption() {
    record().warnings.save(["A photo has no image.", "Two\nlines."])
    #expect(record().warnings.read() == ["A photo has no image.", "Two lines."])
    #expect(record().interruptedSources() == [])
    #expect(record(of: "/home/ada/other.sqlite").warnings.read() == [])
    record().warnings.save([])
    #expect(record().warnings.read() == [] && files() == [])
  }

  @Test func theWarningsOfAMigrationAreNotThoseOfAnAdoption() {
    func migration(of store: String = "/home/ada/diary.sqlite") -> WarningsFile {
      .forMigration(ofStore: store, in: folder.file("state"))
    }
    migration().save(["A date is odd."])
    record().warnings.save(["A photo has no image."])
    #expect(migration().read() == ["A date is odd."])
    #expect(migration(of: "/home/ada/other.sqlite").read() == [])
    #expect(record().warnings.read() == ["A photo has no image."])
  }
}
