import DiaryModel
import DiaryStore
import DiarySync
import DiaryText
import DiaryUI
import Dispatch
import Foundation
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
}

// Requests of which an effect has only a value. Each is a type of its own, as ``Latest`` requires.
private struct MarkComparison { let marks: MarkRequest }
private struct ValuesRequest { let field: String }
private struct FormSuggestionsRequest { let fields: [String] }
private struct PositionsRequest { let query: BeerQuery }
private struct LabelSuggestionsRequest { let generation: Int }
private struct SyncStatusRequest { let generation: Int }
private struct ConflictsRequest { let generation: Int }
private struct LocationRequest { let uuid: UUID }

// MARK: - Lists

extension DiaryReader {
  func invalidateListCache() {
    session.run(on: reads) { diary in
      diary.invalidateListCache()
      return nil
    }
  }

  func loadListItems(_ request: ListItemRequest) {
    // During quick scrolling, what has been read of the same list is shown.
    session.read(
      request, on: reads, cancelledBy: { $0.query != request.query }, answer: { .listItems($0, $1) }
    ) { diary, isSuperseded throws(StoreError) in
      try diary.listItems(
        request.query, in: request.range, highlighting: request.search.searchWords, with: request.fields,
        isCancelled: isSuperseded)
    }
  }

  func loadSummary(_ request: SummaryRequest) {
    session.read(request, on: counts, answer: { .summary($0, $1) }) {
      diary, isSuperseded throws(StoreError) in
      self.waitForListItems()
      var summary = try diary.summary(request.query, isCancelled: isSuperseded)
      if summary.trash != EmptiedTrash() {
        summary.conflictsInTrash = try SyncSession.conflictCount(in: summary.trash, of: diary)
      }
      return summary
    }
  }

  func loadPosition(_ request: PositionRequest) {
    session.read(request, on: reads, answer: { .position($0, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.position(of: request.beer, in: request.query, isCancelled: isSuperseded)
    }
  }

  func loadMatch(_ request: MatchRequest) {
    session.read(request, on: reads, answer: { .match($0, $1) }) { diary, isSuperseded throws(StoreError) in
      try diary.position(
        ofMatch: request.search, from: request.position, isBackward: request.isBackward, in: request.query,
        isCancelled: isSuperseded)
    }
  }

  func loadMarks(_ request: MarkRequest) {
    session.read(request, on: reads, answer: { .marks($0, $1) }) { diary, isSuperseded throws(StoreError) in
      try diary.ids(request.query, in: request.range, isCancelled: isSuperseded)
    }
  }

  func compareMarks(_ request: MarkRequest) {
    session.read(MarkComparison(marks: request), on: counts, answer: { .marksCompared($0.marks, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.ids(request.query, isCancelled: isSuperseded)
    }
  }
}

// MARK: - A beer, and values for forms and filters

extension DiaryReader {
  func loadBeer(_ request: BeerRequest) {
    session.read(request, on: reads, answer: { .beer($0, $1) }) { diary, _ throws(StoreError) in
      try diary.beerForPage(request.id)
    }
  }

  func loadTimes(_ request: TimesRequest) {
    session.read(request, on: reads, answer: { .times($0, $1) }) { diary, _ throws(StoreError) in
      try diary.beers(ofLabel: request.label)
    }
  }

  func loadLabel(_ request: LabelRequest) {
    session.read(request, on: reads, answer: { .label($0, $1) }) { diary, _ throws(StoreError) in
      try diary.labelDetail(request.target)
    }
  }

  func loadRepeatedBeer(_ reference: RepeatedBeerReference) {
    session.read(reference, on: reads, answer: { .repeatedBeer($0, $1) }) { diary, _ throws(StoreError) in
      try diary.repeatedBeer(reference)
    }
  }

  /// Always answers, because the interface asks again only after the answer.
  func loadVocabulary() {
    session.run(on: counts) { diary in
      .vocabulary(Result { () throws(StoreError) in try diary.filterVocabulary() })
    }
  }

  func loadValues(of field: String) {
    session.read(ValuesRequest(field: field), on: counts, answer: { .fieldValues($0.field, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.mostFrequentValues(inField: field, isCancelled: isSuperseded)
    }
  }

  func loadChoices(_ request: ChoiceRequest) {
    session.read(request, on: counts, answer: { .choices($0, $1) }) {
      diary, isSuperseded throws(StoreError) in
      switch request.subject {
      case .labels:
        .labels(
          try diary.labels(
            matching: request.text, limit: ChoiceRequest.maxChoices, isCancelled: isSuperseded))
      case .values(let field, let beers):
        .values(
          try diary.values(
            of: field, matching: request.text, limit: ChoiceRequest.maxChoices,
            isCancelled: isSuperseded),
          present: beers.isEmpty || !request.text.isEmpty
            ? nil : try diary.commonValue(of: field, in: beers.ascending, isCancelled: isSuperseded))
      case .removedPhotos(let beer): .removedPhotos(try diary.removedPhotos(ofBeer: beer))
      case .beersWithRemovedPhotos:
        .beersWithRemovedPhotos(
          try diary.beersWithRemovedPhotos(
            matching: request.text, limit: ChoiceRequest.maxChoices, isCancelled: isSuperseded))
      }
    }
  }

  func loadFormSuggestions(wordsIn fields: [String]) {
    session.post(.today(.now))
    let newer = session.latest.submit(FormSuggestionsRequest(fields: fields))
    session.run(on: counts) { diary in
      let isSuperseded = { newer() != nil || self.session.isCancelled }
      if isSuperseded() { return nil }
      // The form works without completion as well.
      let values = SuggestedField.allCases.map { (try? diary.mostFrequentValues($0)) ?? [] }
      var suggestions = FormSuggestions(
        today: .today, breweries: values[0], styles: values[1], places: values[2])
      // Words take longer to read.
      self.session.post(.formSuggestions(suggestions))
      suggestions.words = (try? diary.frequentWords(inNotesAnd: fields, isCancelled: isSuperseded)) ?? []
      return isSuperseded() ? nil : .formSuggestions(suggestions)
    }
  }

  func loadChangeToUndo() {
    session.run(on: counts) { diary in
      .changeToUndo(Result { () throws(UndoError) in try diary.changeToUndo() })
    }
  }

  func loadToday() { slowWork.async { self.session.post(.today(.now)) } }

  /// Runs on the queue for slow work, so that list items can be read at the same time.
  func loadStatistics(_ request: StatisticsRequest) {
    session.read(request, on: slowWork, answer: { .statistics($0, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.statistics(
        request.query, today: .today, counting: request.counting, isCancelled: isSuperseded)
    }
  }

  func loadTimeline(_ request: TimelineRequest) {
    session.read(request, on: slowWork, answer: { .timeline($0, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.timeline(request.query, isCancelled: isSuperseded)
    }
  }

  func loadPositions(_ query: BeerQuery) {
    session.read(PositionsRequest(query: query), on: slowWork, answer: { .positions($0.query, $1) }) {
      diary, isSuperseded throws(StoreError) in
      try diary.positions(query, isCancelled: isSuperseded)
    }
  }

  /// Runs on the queue for slow work, like statistics.
  func loadYear(_ request: YearRequest) {
    session.read(request, on: slowWork, answer: { .year($0, $1) }) { diary, isSuperseded throws(StoreError) in
      try diary.yearInReview(
        request.year, of: request.query, today: .today, isCancelled: isSuperseded)
    }
  }
}

extension Diary {
  fileprivate func labelDetail(_ target: LabelRequest.Target) throws(StoreError) -> LabelDetail? {
    switch target {
    case .ofBeer(let beer): try labelDetail(ofBeer: beer)
    case .uuid(let uuid): try labelDetail(uuid: uuid)
    }
  }

  /// Returns a label with its facts; of a beer that has no label yet, what the beer itself says.
  fileprivate func repeatedBeer(_ reference: RepeatedBeerReference) throws(StoreError) -> RepeatedBeer? {
    switch reference {
    case .label(let uuid): return try label(uuid: uuid).map { RepeatedBeer($0) }
    case .named(let name, let brewery):
      return try label(ofNewBeer: name, brewery: brewery).map { RepeatedBeer($0) }
    case .beer(let id):
      if let label = try label(ofBeer: id) { return RepeatedBeer(label) }
      guard let fields = try beer(id)?.beer.fields else { return nil }
      return RepeatedBeer(label: nil, facts: LabelFacts(fields))
    }
  }
}

// MARK: - Menus, and labels that may be the same

extension DiaryReader {
  func loadMenuAnswers(_ request: MenuRequest) {
    session.read(request, on: counts, answer: { .menuAnswers($0, $1) }) { diary, _ throws(StoreError) in
      try diary.menuAnswers(to: request.lines)
    }
  }

  /// Runs on the queue for slow work, because it reads all labels.
  func loadLabelSuggestions(_ generation: Int) {
    session.read(
      LabelSuggestionsRequest(generation: generation), on: slowWork,
      answer: { .labelSuggestions(generation: $0.generation, $1) }
    ) { diary, isSuperseded throws(StoreError) in
      try diary.labelSuggestions(isCancelled: isSuperseded)
    }
  }
}

extension Diary {
  /// Returns a beer with what the background work has not read of its photos yet, because their dates decide whether the
  /// beer can be split.
  ///
  /// If an image cannot be read, the beer has what is stored.
  fileprivate func beerForPage(_ id: Int64) throws(StoreError) -> BeerDetail? {
    guard var detail = try beer(id) else { return nil }
    if let photos = try? addingMetadata(to: detail.photos, includingHashes: false) { detail.photos = photos }
    return detail
  }
}

// MARK: - Synchronization

extension DiaryReader {
  /// Reads the state of the synchronization, after the list items, so that it does not delay the first screen.
  func loadSyncStatus(_ generation: Int) {
    session.read(
      SyncStatusRequest(generation: generation), on: counts,
      answer: { .syncStatus(generation: $0.generation, $1) }
    ) { diary, _ throws(StoreError) in
      self.waitForListItems()
      return try SyncSession.status(of: diary)
    }
  }

  /// Reports how a synchronization ended, with the state after it.
  func loadSyncStatus(after outcome: SyncOutcome) {
    session.run(on: counts) { diary in
      .synced(outcome, Result { () throws(StoreError) in try SyncSession.status(of: diary) })
    }
  }

  /// Reads the conflicts.
  func loadConflicts(_ generation: Int) {
    session.read(
      ConflictsRequest(generation: generation), on: counts,
      answer: { .conflicts(generation: $0.generation, $1) }
    ) { diary, _ throws(StoreError) in
      try SyncSession.conflicts(of: diary)
    }
  }

  /// Finds the id of a beer with a UUID.
  func locateBeer(_ uuid: UUID) {
    session.read(LocationRequest(uuid: uuid), on: reads, answer: { .beerLocated($0.uuid, $1) }) {
      diary, _ throws(StoreError) in
      try diary.beer(uuid: uuid)?.beer.id
    }
  }
}
