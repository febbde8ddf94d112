import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import SQLiteKit
import Synchronization

// What the screens show of the diary: rows, counts, a beer, statistics.
extension EffectRunner {
  func loadSummary(_ request: SummaryRequest) {
    latestSummary.submit(request)
    run(on: counts) { diary in
      // The rows that are wanted come first: two processors would share their time with the count.
      self.reads.sync {}
      let result = Result { () throws(StoreError) in
        try diary.summary(request.query) { self.isOutdated(request, in: self.latestSummary) }
      }
      return self.isOutdated(request, in: self.latestSummary) ? nil : .summary(request, result)
    }
  }

  func compareMarks(_ request: MarkRequest) {
    latestComparison.submit(request)
    run(on: counts) { diary in
      let result = Result { () throws(StoreError) in
        try diary.ids(request.query) { self.isOutdated(request, in: self.latestComparison) }
      }
      return self.isOutdated(request, in: self.latestComparison)
        ? nil : .marksCompared(request, result)
    }
  }

  func loadRows(_ request: RowRequest) {
    latestRows.submit(request)
    read { diary in
      guard let request = self.latestRows.take() else { return nil }
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
    latestRows.newest?.query != query || isCancelled.load(ordering: .relaxed)
  }

  func loadPlace(_ request: PlaceRequest) {
    latestPlace.submit(request)
    read { diary in
      if self.isOutdated(request, in: self.latestPlace) { return nil }
      return .place(
        request,
        Result { () throws(StoreError) in
          try diary.position(of: request.beer, in: request.query) {
            self.isOutdated(request, in: self.latestPlace)
          }
        })
    }
  }

  func loadBeer(_ request: BeerRequest) {
    latestBeer.submit(request)
    read { diary in
      guard let request = self.latestBeer.take() else { return nil }
      return .beer(request, Result { () throws(StoreError) in try diary.beer(request.id) })
    }
  }

  /// Runs on the queue for slow work, so that rows are still read.
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
