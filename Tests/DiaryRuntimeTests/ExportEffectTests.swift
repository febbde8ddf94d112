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

/// Exports of the interface, which can be stopped.
@Suite struct ExportEffectTests {
  private let running: RunningDiary
  private let path: String

  init() throws {
    running = try RunningDiary()
    path = running.folder.file("beers.csv")
    let diary = try Diary.open(at: running.folder.file("diary.sqlite"))
    for name in ["Orval", "Rochefort 10", "Westmalle Tripel"] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: name)))
    }
    try diary.close()
    try running.open()
  }

  private func request(_ query: BeerQuery = BeerQuery(), to path: String? = nil) -> ExportRequest {
    ExportRequest(.beers(query, .csv), to: path ?? self.path)
  }

  private func result(of request: ExportRequest) throws -> Result<ExportOutcome, Problem> {
    running.run(.runExport(request))
    try running.answers.wait { if case .exported(request, _) = $0 { true } else { false } }
    let results = running.answers.all.compactMap { message in
      if case .exported(request, let result) = message { result } else { nil }
    }
    return try #require(results.last)
  }

  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func anExportWritesTheBeersOfASearchAsTheCommandDoes() throws {
    let outcome = try result(of: request(BeerQuery(search: "or"))).get()
    #expect(outcome == .finished("Exported 1 beer to \(path)."))
    let diary = try Diary.open(at: running.folder.file("diary.sqlite"))
    defer { try? diary.close() }
    var expected: [UInt8] = []
    var export = DiaryExport(.csv)
    export.query = BeerQuery(filter: try BeerFilter("name:orval"))
    _ = try export.run(from: diary) { expected += $0 }
    #expect(try text() == String(decoding: expected, as: UTF8.self))
  }

  @Test func aYearIsWrittenAsAWebPage() throws {
    var review = YearInReview(year: 2024)
    review.figures.beers = 1
    let page = YearPage(YearText(review, dates: DateText(timeZone: .gmt)), of: BeerFilter())
    var request = ExportRequest(.year(page), to: running.folder.file(page.fileName))
    #expect(request.path.hasSuffix("/beer-2024.html"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: request.path))
    #expect(try result(of: request).get() == .fileExists)

    request.replaces = true
    #expect(try result(of: request).get() == .finished("Wrote 2024 in beer to \(request.path)."))
    let html = try String(contentsOfFile: request.path, encoding: .utf8)
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("<h1>2024</h1>"))
  }

  @Test func anExistingFileIsReplacedOnlyOnRequest() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try result(of: request()).get() == .fileExists)
    #expect(try text() == "mine")

    var replacing = request()
    replacing.replaces = true
    #expect(try result(of: replacing).get() == .finished("Exported 3 beers to \(path)."))
    #expect(try text().contains("Orval"))
  }

  @Test func aPathThatCannotBeWrittenIsAProblem() throws {
    for path in [
      running.folder.file("no/beers.csv"), running.folder.file("diary.sqlite"), running.folder.path, "-",
    ] {
      let result = try result(of: request(to: path))
      guard case .failure(let problem) = result else {
        Issue.record("\(path): \(result)")
        continue
      }
      #expect(problem.sentence.hasPrefix("\(path) cannot be written"), "\(problem)")
    }
  }

  @Test func aStoppedExportWritesNoFileAndTheNextOneIsNotStopped() throws {
    let (first, stopped) = (request(to: running.folder.file("first.csv")), request())
    running.answers.onMessage { [running] message in
      // This is called on the queue of exports, so the second one cannot begin before it is stopped.
      if case .exported(first, _) = message { running.run(.runExport(stopped), .stopExport) }
    }
    _ = try result(of: first)
    try running.answers.wait { if case .exported(stopped, _) = $0 { true } else { false } }
    guard case .exported(_, .success(.stopped))? = running.answers.all.last else {
      Issue.record("It was not stopped.")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: path))

    running.answers.onMessage { _ in }
    let next = request(to: running.folder.file("next.csv"))
    #expect(try result(of: next).get() == .finished("Exported 3 beers to \(next.path)."))
  }
}
