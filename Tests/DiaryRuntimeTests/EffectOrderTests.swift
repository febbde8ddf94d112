import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryRuntime

/// In which order effects work on a real diary, and which of them are left out.
@Suite struct EffectOrderTests {
  private let running: RunningDiary

  init() throws {
    running = try RunningDiary()
    try running.open()
  }

  @Test func changesAreMadeInTheOrderOfTheRequests() throws {
    let requests = (0..<40).flatMap { number in
      [.add("\(number)"), .set(.text(.style), of: [1], to: .text("\(number)"))] as [ChangeRequest]
    }

    for request in requests { running.run(.change(request)) }
    try running.answers.wait(count: requests.count, until: \.isChanged)

    #expect(running.answers.changes.map(\.0) == requests)
    let stored = try running.reopened { (count: try $0.summary().beerCount, first: try $0.beer(1)) }
    #expect(stored.count == 40)
    #expect(stored.first?.beer.fields.style == "39")
  }

  @Test func aStoppedChangeChangesNothingAndTheNextOneIsNotStopped() throws {
    let first = ChangeRequest.add("Orval")
    let stopped = ChangeRequest.set(.text(.style), of: [1], to: .text("Stout"))
    let next = ChangeRequest.set(.text(.brewery), of: [1], to: .text("Villers"))
    running.answers.onMessage { [running] message in
      // This is called on the queue of changes, so the second one cannot begin before it is stopped.
      if case .changed(first, _) = message {
        running.run(.change(stopped), .stopChange(stopped), .change(next))
      }
    }
    running.run(.change(first))
    try running.answers.wait(count: 3, until: \.isChanged)

    guard case .failure(.store(.cancelled)) = running.answers.changes[1].1 else {
      Issue.record("\(running.answers.changes)")
      return
    }
    let beer = try running.reopened { try $0.beer(1) }?.beer
    #expect(beer?.fields.style == nil && beer?.fields.brewery == "Villers")
  }

  @Test func aStopThatArrivesTooLateDoesNotStopTheNextChange() throws {
    let first = ChangeRequest.add("Orval")
    let next = ChangeRequest.set(.text(.brewery), of: [1], to: .text("Villers"))
    running.answers.onMessage { [running] message in
      if case .changed(first, _) = message { running.run(.change(next), .stopChange(first)) }
    }
    running.run(.change(first))
    try running.answers.wait(count: 2, until: \.isChanged)

    _ = try running.answers.changes[1].1.get()
    #expect(try running.reopened { try $0.beer(1) }?.beer.fields.brewery == "Villers")
  }

  @Test func aPhotosMoveIsMadeBetweenTheChangesAroundIt() throws {
    var random = SeededGenerator(seed: 1)
    let paths = try (1...3).map { number in
      let path = running.folder.file("\(number).jpg")
      try FixtureImage.jpeg(width: number, height: 10, byteCount: 2000, using: &random)
        .write(to: URL(fileURLWithPath: path))
      return path
    }

    running.run(
      .change(.add("Orval")), .change(.addPhotos(beer: 1, paths: paths)),
      .change(.movePhoto(PhotoMove(beerID: 1, photoID: 1, index: 2))), .change(.removePhoto(2)))
    try running.answers.wait(count: 4, until: \.isChanged)

    let outcomes = try running.answers.changes.map { try $0.1.get() }
    guard case .movedPhoto(let placement, let from, _)? = outcomes[2].changes.first else {
      Issue.record("\(outcomes[2].changes)")
      return
    }
    #expect(placement.photo == 1 && from == 0 && placement.order == 2 && outcomes[2].changes.count == 1)
    #expect(try running.reopened { try $0.beer(1) }?.photos.map(\.id) == [3, 1])
  }

  /// The log knows what was changed later; the change alone does not.
  @Test func undoingAChangeInTheLogNamesTheLaterOneToUndoFirst() throws {
    let edits = ["Villers", "Rochefort"].map { brewery in
      ChangeRequest.set(.text(.brewery), of: [1], to: .text(brewery))
    }
    running.run(.change(.add("Orval")), .change(edits[0]))
    try running.answers.wait(count: 2, until: \.isChanged)
    running.run(.loadChangeToUndo)
    try running.answers.wait { if case .changeToUndo = $0 { true } else { false } }
    running.run(.change(edits[1]))
    try running.answers.wait(count: 3, until: \.isChanged)
    let earlier = running.answers.all.compactMap { message -> LoggedChange? in
      if case .changeToUndo(.success(let change)) = message { change } else { nil }
    }
    let change = try #require(earlier.first)

    running.run(.change(.undoLogged(change)))
    try running.answers.wait(count: 4, until: \.isChanged)

    let obstacle = UndoObstacle.changedSince(what: "“Orval”", later: 3)
    #expect(
      running.answers.changes.last?.1 == .failure(ChangeFailure(UndoError.cannotUndo(change.id, obstacle))))
  }

  @Test func aMoveOfAMissingPhotoIsRefused() throws {
    running.run(.change(.movePhoto(PhotoMove(beerID: 1, photoID: 7, index: 0))))
    try running.answers.wait(until: \.isChanged)

    #expect(running.answers.changes.first?.1 == .failure(ChangeFailure(PhotoError.noSuchPhoto(7))))
  }

  @Test func theNewestOfSeveralRequestsForRowsIsAnswered() throws {
    let requests = (1...5).map { ListItemRequest(query: BeerQuery(), range: 0..<$0, generation: $0) }
    let requested = DispatchSemaphore(value: 0)
    // The first answer keeps the queue busy until the others are requested.
    running.answers.onMessage {
      if case .listItems(requests[0], _) = $0 { try? requested.wait(for: "the requests") }
    }

    running.run(.loadListItems(requests[0]))
    try running.answers.wait { if case .listItems(requests[0], _) = $0 { true } else { false } }
    for request in requests[1...] { running.run(.loadListItems(request)) }
    requested.signal()
    try running.answers.wait { if case .listItems(requests[4], _) = $0 { true } else { false } }
    #expect(running.finish() == nil)

    let answered = running.answers.all.compactMap { message -> Int? in
      if case .listItems(let request, _) = message { request.generation } else { nil }
    }
    #expect(answered == [1, 5])
  }

  @Test func aCountThatANewerOneReplacesIsNotAnswered() throws {
    let requests = (1...3).map { SummaryRequest(query: BeerQuery(search: "\($0)"), generation: $0) }
    let requested = DispatchSemaphore(value: 0)
    running.answers.onMessage { if case .vocabulary = $0 { try? requested.wait(for: "the requests") } }

    running.run(.loadVocabulary)
    try running.answers.wait { if case .vocabulary = $0 { true } else { false } }
    for request in requests { running.run(.loadSummary(request)) }
    requested.signal()
    try running.answers.wait { if case .summary(requests[2], _) = $0 { true } else { false } }
    #expect(running.finish() == nil)

    let answered = running.answers.all.compactMap { message -> SummaryRequest? in
      if case .summary(let request, _) = message { request } else { nil }
    }
    #expect(answered == [requests[2]])
  }

  @Test func marksThatANewerRequestReplacesAreNotAnswered() throws {
    let requests = (1...3).map { MarkRequest(query: BeerQuery(), range: 0..<$0, generation: $0) }
    let requested = DispatchSemaphore(value: 0)
    running.answers.onMessage { if case .listItems = $0 { try? requested.wait(for: "the requests") } }

    running.run(.loadListItems(ListItemRequest(query: BeerQuery(), range: 0..<1, generation: 1)))
    try running.answers.wait { if case .listItems = $0 { true } else { false } }
    for request in requests { running.run(.loadMarks(request)) }
    requested.signal()
    try running.answers.wait { if case .marks(requests[2], _) = $0 { true } else { false } }
    #expect(running.finish() == nil)

    let answered = running.answers.all.compactMap { message -> MarkRequest? in
      if case .marks(let request, _) = message { request } else { nil }
    }
    #expect(answered == [requests[2]])
  }

  @Test func suggestionsThatANewerRequestReplacesAreNotRead() throws {
    let requested = DispatchSemaphore(value: 0)
    running.answers.onMessage { if case .vocabulary = $0 { try? requested.wait(for: "the requests") } }

    running.run(.loadVocabulary)
    try running.answers.wait { if case .vocabulary = $0 { true } else { false } }
    running.run(.loadValues(of: "hop"), .loadValues(of: "style"))
    running.run(.loadFormSuggestions(wordsIn: []), .loadFormSuggestions(wordsIn: []))
    requested.signal()
    // Without and with the words.
    try running.answers.wait(count: 2) { if case .formSuggestions = $0 { true } else { false } }
    #expect(running.finish() == nil)

    let fields = running.answers.all.compactMap { message -> String? in
      if case .fieldValues(let field, _) = message { field } else { nil }
    }
    #expect(fields == ["style"])
    #expect(running.answers.all.count { if case .formSuggestions = $0 { true } else { false } } == 2)
  }
}

extension Message {
  var isChanged: Bool { if case .changed = self { true } else { false } }
}
