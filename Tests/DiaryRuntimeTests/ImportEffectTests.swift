import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Foundation
import Interchange
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryRuntime

/// Imports of the interface, which can be stopped.
@Suite struct ImportEffectTests {
  private static let rows = 6000

  private let running: RunningDiary
  private let request: ImportRequest

  init() throws {
    running = try RunningDiary()
    try running.open()
    let path = running.folder.file("beers.csv")
    let lines = ["Name,Brewery"] + (1...Self.rows).map { "Beer \($0),Brewery \($0 % 97)" }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    request = ImportRequest(path: path)
  }

  private func imported() throws -> ImportOutcome {
    try running.answers.wait { if case .imported = $0 { true } else { false } }
    let outcomes = running.answers.all.compactMap { message in
      if case .imported(_, let result) = message { try? result.get() } else { nil as ImportOutcome? }
    }
    return try #require(outcomes.last)
  }

  private func beerCount() throws -> Int {
    try running.reopened { try $0.summary().beerCount }
  }

  @Test func anImportAddsTheBeersOfAFile() throws {
    running.run(.runImport(request))

    let outcome = try imported()
    #expect(!outcome.wasStopped)
    #expect(outcome.counts.added == Self.rows)
    #expect(outcome.change != nil)
    #expect(try beerCount() == Self.rows)
  }

  @Test func aBeerKnowsWhenItWasImported() throws {
    let path = running.folder.file("untappd.csv")
    try Data("beer_name,checkin_id,created_at\nGueuze,1,2016-08-16 18:04:00\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    running.run(.runImport(ImportRequest(path: path)))
    #expect(try imported().counts.added == 1)

    try running.reopened { diary in
      let imported = try #require(try diary.beer(1))
      #expect(imported.beer.createdAt.text.hasPrefix("2016"))
      #expect(try #require(imported.importedAt).text > "2017")
      let added = try diary.add(NewBeer(fields: BeerFields(name: "Orval"))).id
      #expect(try #require(try diary.beer(added)).importedAt == nil)
    }
  }

  @Test func valuesThatCannotBeReadAreReportedWithTheirLines() throws {
    let path = running.folder.file("strong.csv")
    try Data("name,abv\nA,5\nB,strong\n".utf8).write(to: URL(fileURLWithPath: path))
    running.run(.runImport(ImportRequest(path: path)))

    let counts = try imported().counts
    #expect(counts.keptValues == 1)
    #expect(
      counts.firstKeptValues == [
        "line 3, column 2 “abv”: “strong” is not a number; kept as a custom field"
      ])
  }

  @Test func anImportThatIsStoppedKeepsWhatItHasAdded() throws {
    running.answers.onMessage { [running] message in
      if case .importProgress = message { running.run(.stopImport) }
    }
    running.run(.runImport(request))

    let outcome = try imported()
    #expect(outcome.wasStopped)
    #expect(outcome.counts.added < Self.rows)
    #expect(try beerCount() == outcome.counts.added)
  }

  @Test func aPreviewThatIsStoppedIsNotTakenForTheWholeFile() throws {
    let isFirst = DispatchSemaphore(value: 0)
    isFirst.signal()
    running.answers.onMessage { [running, request] message in
      guard case .importProgress = message, isFirst.wait(timeout: .now()) == .success else { return }
      running.run(.stopImport, .previewImport(request))
    }
    running.run(.previewImport(request))

    try running.answers.wait { if case .importPreviewed = $0 { true } else { false } }
    let previews = try running.answers.all.compactMap { message -> ImportPreview? in
      if case .importPreviewed(_, let result) = message { try result.get() } else { nil }
    }
    #expect(previews.map(\.counts.added) == [Self.rows])
  }

  @Test func aPreviewSaysWhichPhotosWereFound() throws {
    let path = running.folder.file("photos.csv")
    try Data("name,photo_url\nA,https://example.com/a.jpg\n".utf8).write(to: URL(fileURLWithPath: path))
    var withFolder = ImportRequest(path: path)
    let folder = running.folder.file("pictures")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    withFolder.photoFolder = folder
    for request in [ImportRequest(path: path), withFolder] {
      running.run(.previewImport(request))
      try running.answers.wait { if case .importPreviewed(request, _) = $0 { true } else { false } }
    }

    let previews = try running.answers.all.compactMap { message -> ImportPreview? in
      if case .importPreviewed(_, let result) = message { try result.get() } else { nil }
    }
    #expect(previews.map(\.hasPhotoLinks) == [true, false])
    #expect(previews.map(\.photosFound) == [nil, "Found 0 photos of these beers in \(folder)."])
  }

  @Test func aPreviewCountsBeersWithOtherValues() throws {
    let path = running.folder.file("ratings.csv")
    for rating in ["3.5", "5"] {
      let rows = "name,brewery,date,rating\nOrval,Orval,2024-06-01,\(rating)\nDuvel,Moortgat,2024-06-02,4\n"
      try Data(rows.utf8).write(to: URL(fileURLWithPath: path))
      if rating == "5" { break }
      running.run(.runImport(ImportRequest(path: path)))
      #expect(try imported().counts.added == 2)
    }
    running.run(.previewImport(ImportRequest(path: path)))

    try running.answers.wait { if case .importPreviewed = $0 { true } else { false } }
    let counts = try running.answers.all.compactMap { message -> DisplayedImportCounts? in
      if case .importPreviewed(_, let result) = message { try result.get().counts } else { nil }
    }
    #expect(counts.map(\.known) == [2] && counts.map(\.differing) == [1])
  }

  @Test func theNextImportIsNotStopped() throws {
    running.run(.stopImport, .runImport(request))

    #expect(try !imported().wasStopped)
  }

  @Test func quittingStopsAnImport() throws {
    let began = DispatchSemaphore(value: 0)
    let isEnding = DispatchSemaphore(value: 0)
    running.answers.onMessage { message in
      guard case .importProgress = message else { return }
      began.signal()
      try? isEnding.wait(for: "the end of the limit")
      isEnding.signal()
    }
    running.run(.runImport(request))
    try began.wait(for: "the progress of the import")
    // The limit is over before the import goes on.
    #expect(
      running.runner.finish(within: .milliseconds(1)) == .busy(path: running.folder.file("diary.sqlite")))
    isEnding.signal()

    #expect(try imported().wasStopped)
  }

  @Test func aMappingIsSavedInTheFolderOfTheSettings() throws {
    let mapping = SavedMapping(
      name: "club", assignments: [ColumnAssignment(column: "Bier", role: .field(.name))])
    running.run(.saveMapping(mapping))
    try running.answers.wait { if case .mappingSaved(mapping, problem: nil) = $0 { true } else { false } }

    let text = try String(contentsOfFile: running.folder.file("settings/mappings.toml"), encoding: .utf8)
    #expect(text.contains("[club"))
  }
}
