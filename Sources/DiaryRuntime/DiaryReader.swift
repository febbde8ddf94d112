import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import SQLiteKit

/// Reads the data of the screens: list items, counts, a beer, statistics.
///
/// A newer request for something on the screen replaces older ones; see ``Latest``.
final class DiaryReader: Sendable {
  private let session: DiarySession
  private let reads = DispatchQueue(label: "diary.reads", qos: .userInitiated)
  /// Counting reads the whole list, so it has its own queue and items do not wait for it.
  private let counts = DispatchQueue(label: "diary.counts", qos: .userInitiated)
  private let slowWork: DispatchQueue

  private let latestListItems = Latest<ListItemRequest>()
  private let latestSummary = Latest<SummaryRequest>()
  private let latestComparison = Latest<MarkRequest>()
  private let latestPosition = Latest<PositionRequest>()
  private let latestMatch = Latest<MatchRequest>()
  private let latestMarks = Latest<MarkRequest>()
  private let latestBeer = Latest<BeerRequest>()
  private let latestStatistics = Latest<BeerQuery>()

  /// Creates a reader for the diary of a session.
  ///
  /// - Parameter slowWork: The queue for work that may take seconds.
  init(_ session: DiarySession, slowWork: DispatchQueue) {
    self.session = session
    self.slowWork = slowWork
  }

  /// Waits for the requested list items, so that other work does not take processor time from them.
  func waitForListItems() { reads.sync {} }

  /// Waits until all reads have finished.
  func finish() {
    reads.sync {}
    counts.sync {}
  }

  /// Whether a newer request was submitted, or the program is ending.
  private func isSuperseded<Request>(_ request: Request, in latest: Latest<Request>) -> Bool {
    latest.newest != request || session.isCancelled
  }
}

// MARK: - Lists

extension DiaryReader {
  func invalidateListCache() {
    session.run(on: reads) { diary in
      diary.invalidateListCache()
      return nil
    }
  }

  func loadListItems(_ request: ListItemRequest) {
    latestListItems.submit(request)
    session.run(on: reads) { diary in
      guard let request = self.latestListItems.take() else { return nil }
      let result = Result { () throws(StoreError) in
        try diary.listItems(request.query, in: request.range, highlighting: request.search.searchWords) {
          self.isSuperseded(request.query)
        }
      }
      // A canceled read is followed by the one that replaced it.
      return self.isSuperseded(request.query) ? nil : .listItems(request, result)
    }
  }

  /// Whether the interface shows another list by now, or the program is ending.
  private func isSuperseded(_ query: BeerQuery) -> Bool {
    latestListItems.newest?.query != query || session.isCancelled
  }

  func loadSummary(_ request: SummaryRequest) {
    latestSummary.submit(request)
    session.run(on: counts) { diary in
      self.waitForListItems()
      let result = Result { () throws(StoreError) in
        try diary.summary(request.query) { self.isSuperseded(request, in: self.latestSummary) }
      }
      return self.isSuperseded(request, in: self.latestSummary) ? nil : .summary(request, result)
    }
  }

  func loadPosition(_ request: PositionRequest) {
    latestPosition.submit(request)
    session.run(on: reads) { diary in
      if self.isSuperseded(request, in: self.latestPosition) { return nil }
      return .position(
        request,
        Result { () throws(StoreError) in
          try diary.position(of: request.beer, in: request.query) {
            self.isSuperseded(request, in: self.latestPosition)
          }
        })
    }
  }

  func loadMatch(_ request: MatchRequest) {
    latestMatch.submit(request)
    session.run(on: reads) { diary in
      if self.isSuperseded(request, in: self.latestMatch) { return nil }
      return .match(
        request,
        Result { () throws(StoreError) in
          try diary.position(
            ofMatch: request.search, from: request.position, isBackward: request.isBackward,
            in: request.query
          ) { self.isSuperseded(request, in: self.latestMatch) }
        })
    }
  }

  func loadMarks(_ request: MarkRequest) {
    latestMarks.submit(request)
    session.run(on: reads) { diary in
      .marks(
        request,
        Result { () throws(StoreError) in
          try diary.ids(request.query, in: request.range) { self.isSuperseded(request, in: self.latestMarks) }
        })
    }
  }

  func compareMarks(_ request: MarkRequest) {
    latestComparison.submit(request)
    session.run(on: counts) { diary in
      let result = Result { () throws(StoreError) in
        try diary.ids(request.query) { self.isSuperseded(request, in: self.latestComparison) }
      }
      return self.isSuperseded(request, in: self.latestComparison) ? nil : .marksCompared(request, result)
    }
  }
}

// MARK: - A beer, and values for forms and filters

extension DiaryReader {
  func loadBeer(_ request: BeerRequest) {
    latestBeer.submit(request)
    session.run(on: reads) { diary in
      guard let request = self.latestBeer.take() else { return nil }
      return .beer(request, Result { () throws(StoreError) in try diary.beer(request.id) })
    }
  }

  func loadVocabulary() {
    session.run(on: counts) { diary in
      .vocabulary(Result { () throws(StoreError) in try diary.filterVocabulary() })
    }
  }

  func loadValues(of field: String) {
    session.run(on: counts) { diary in
      .fieldValues(
        field,
        Result { () throws(StoreError) in
          try diary.mostFrequentValues(inField: field) { self.session.isCancelled }
        })
    }
  }

  func loadFormSuggestions() {
    session.post(.today(.today))
    session.run(on: counts) { diary in
      // The form works without completion as well.
      let words = SuggestedField.allCases.map { (try? diary.mostFrequentValues($0)) ?? [] }
      return .formSuggestions(
        FormSuggestions(today: .today, breweries: words[0], styles: words[1], places: words[2]))
    }
  }

  func loadToday() { slowWork.async { self.session.post(.today(.today)) } }

  /// Runs on the queue for slow work, so that list items can be read at the same time.
  func loadStatistics(_ query: BeerQuery) {
    latestStatistics.submit(query)
    session.run(on: slowWork) { diary in
      if self.isSuperseded(query, in: self.latestStatistics) { return nil }
      let result = Result { () throws(StoreError) in
        try diary.statistics(query, today: .today) { self.isSuperseded(query, in: self.latestStatistics) }
      }
      return self.isSuperseded(query, in: self.latestStatistics) ? nil : .statistics(query, result)
    }
  }
}
