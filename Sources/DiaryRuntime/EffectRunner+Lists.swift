import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import SQLiteKit
import Synchronization

// What the screens show of the diary: rows, counts, a beer, statistics.
extension EffectRunner {
  func loadSummary(_ request: SummaryRequest) {
    newestSummary.store(request.generation, ordering: .relaxed)
    run(on: counts) { diary in
      // The rows that are wanted come first: two processors would share their time with the count.
      self.reads.sync {}
      let result = Result { () throws(StoreError) in
        try diary.summary(request.query) { self.isOutdated(request.generation, self.newestSummary) }
      }
      return self.isOutdated(request.generation, self.newestSummary) ? nil : .summary(request, result)
    }
  }

  func compareMarks(_ request: MarkRequest) {
    newestComparison.store(request.generation, ordering: .relaxed)
    run(on: counts) { diary in
      let result = Result { () throws(StoreError) in
        try diary.ids(request.query) { self.isOutdated(request.generation, self.newestComparison) }
      }
      return self.isOutdated(request.generation, self.newestComparison)
        ? nil : .marksCompared(request, result)
    }
  }

  /// Whether there is a newer request of the kind, or the program ends.
  private func isOutdated(_ generation: Int, _ newest: borrowing Atomic<Int>) -> Bool {
    newest.load(ordering: .relaxed) != generation || isCancelled.load(ordering: .relaxed)
  }

  func loadRows(_ request: RowRequest) {
    newestRows.withLock { $0 = request }
    newestList.withLock { $0 = request.query }
    read { diary in
      guard let request = self.newestRows.take() else { return nil }
      let result = Result { () throws(StoreError) in
        try diary.rows(request.query, in: request.range, highlighting: request.search.searchWords) {
          self.isOutdated(request.query)
        }
      }
      // An answer that was given up is followed by the one that was asked for instead.
      return self.isOutdated(request.query) ? nil : .rows(request, result)
    }
  }

  /// Whether the interface shows another list by now, or the program ends.
  private func isOutdated(_ query: BeerQuery) -> Bool {
    newestList.withLock { $0 != query } || isCancelled.load(ordering: .relaxed)
  }

  func loadPlace(_ request: PlaceRequest) {
    newestPlace.withLock { $0 = request }
    read { diary in
      if self.isOutdated(request) { return nil }
      return .place(
        request,
        Result { () throws(StoreError) in
          try diary.position(of: request.beer, in: request.query) { self.isOutdated(request) }
        })
    }
  }

  private func isOutdated(_ request: PlaceRequest) -> Bool {
    newestPlace.withLock { $0 != request } || isCancelled.load(ordering: .relaxed)
  }

  func loadBeer(_ request: BeerRequest) {
    newestBeer.withLock { $0 = request }
    read { diary in
      guard let request = self.newestBeer.take() else { return nil }
      return .beer(request, Result { () throws(StoreError) in try diary.beer(request.id) })
    }
  }

  /// Rows are read meanwhile.
  func loadStatistics(_ query: BeerQuery) {
    run(on: slices) { diary in
      .statistics(query, Result { () throws(StoreError) in try diary.statistics(query, today: .today) })
    }
  }

  func loadFormHelp() {
    post(.today(.today))
    run(on: counts) { diary in
      // Without words to offer the form is as good to type in.
      let words = CompletedField.allCases.map { (try? diary.mostFrequentValues($0)) ?? [] }
      return .formHelp(
        FormHelp(today: .today, breweries: words[0], styles: words[1], places: words[2]))
    }
  }
}
