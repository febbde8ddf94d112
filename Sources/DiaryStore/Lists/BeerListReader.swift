import DiaryModel
import GRDB
import SQLiteKit

/// Reads lists of beers, and single beers with their photos.
struct BeerListReader: DiaryComponent {
  let database: DiaryDatabase

  func summary(
    _ query: BeerQuery, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> DiarySummary {
    try readIDs(isCancelled: isCancelled) { lists in
      let db = lists.db
      let ids = try lists.all(query)
      // A label is listed with a photo of any of its beers.
      let beers = try query.isDistinct ? lists.all(query.withRepeats) : ids
      let withPhotos = try IDSet(RowIDCursor(db, sql: "SELECT DISTINCT beer_id FROM photo"))
      let isAllInTrash =
        try ids.isEmpty && query.hasAllBeers
        && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == true
      return try DiarySummary(
        beerCount: ids.count,
        countWithRepeats: query.isDistinct ? beers.count : nil,
        beersWithPhotos: beers.count { withPhotos.contains($0) },
        labelCount: query.isDistinct ? nil : labelCount(db, of: ids, isAll: query.hasAllBeers),
        lacksLabels: query.isDistinct && !LabelAssignment(db).isComplete,
        isAllInTrash: isAllInTrash,
        trash: query.hasWholeTrash ? Trash(db).contents(before: nil).emptied : EmptiedTrash(),
        populatedColumns: query.hasAllBeers ? populatedColumns(db) : [])
    }
  }

  /// How many beers are read for ``populatedColumns(_:)``, which takes a few milliseconds.
  private static let maxBeersForColumns = 5000

  /// Returns the names of the columns in which at least one of the beers added last has a value.
  ///
  /// Every beer has a name, and of the other texts only those of list items are read, as notes can be long.
  private func populatedColumns(_ db: Database) throws -> [String] {
    let texts = BeerListItem.textColumns.subtracting(["name"])
    var columns: [String] = []
    var conditions: [String] = []
    for column in BeerColumn.values {
      if case .text = column.content {
        guard texts.contains(column.name) else { continue }
        conditions.append("max(trim(\(column.name)) <> '')")
      } else {
        conditions.append("max(\(column.name) IS NOT NULL)")
      }
      columns.append(column.name)
    }
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(conditions.joined(separator: ", ")) FROM
          (SELECT \(columns.joined(separator: ", ")) FROM beer ORDER BY id DESC LIMIT \(Self.maxBeersForColumns))
        """)
    guard let row else { return [] }
    return zip(columns, 0...).filter { row[$0.1] as Bool? == true }.map(\.0)
  }

  /// Returns how many different labels the beers of a list have; `nil` if some beers have no label yet, or if counting
  /// takes too long.
  ///
  /// - Parameter isAll: Whether the list has every beer of the diary.
  private func labelCount(_ db: Database, of ids: IDList, isAll: Bool) throws -> Int? {
    guard try LabelAssignment(db).isComplete else { return nil }
    if isAll {
      return try Int.fetchOne(
        db, sql: "SELECT count(DISTINCT label_id) FROM beer WHERE label_id > 0 AND +deleted_at IS NULL")
    }
    guard ids.count <= Self.maxBeersToCountLabels else { return nil }
    let labels = try VisitedLabels(db)
    return try ids.count { try labels.insert(labelOf: $0) }
  }

  /// Looking up the labels of more beers takes more than about 20 ms, which is too long after each key of a search.
  private static let maxBeersToCountLabels = 20_000

  func approximateBeerCount() throws(StoreError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM beer") ?? 0 }
  }

  func listItems(
    _ query: BeerQuery, in range: Range<Int>, highlighting search: [Substring], with fields: [ListItemField],
    isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [BeerListItem] {
    let search = search.isEmpty ? query.searchWords : search
    return try readIDs(isCancelled: isCancelled) { lists in
      let window = try lists.window(range, of: query)
      let reading = try BeerListItems(lists.db, query, highlighting: search, with: fields)
      let items = try reading.items(window, isCancelled: isCancelled)
      if items.count == window.count || query.generation == nil { return items }
      // Another program has deleted some of them since the list was cached.
      listCache.removeAll()
      return try reading.items(lists.window(range, of: query), isCancelled: isCancelled)
    }
  }

  func position(
    of id: Int64, in query: BeerQuery, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> Int? {
    try readIDs(isCancelled: isCancelled) { try $0.position(of: id, in: query) }
  }

  func invalidateListCache() { listCache.removeAll() }

  func ids(
    _ query: BeerQuery, in range: Range<Int>, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> IDSet {
    try readIDs(isCancelled: isCancelled) { lists in
      let ids = try lists.all(query)
      return IDSet(ids[range.clamped(to: 0..<ids.count)])
    }
  }
}

// MARK: - Ids

extension BeerListReader {
  /// Calls `body` in a read transaction with the ids of lists.
  func readIDs<Value>(
    isCancelled: @escaping () -> Bool, _ body: (OrderedIDs) throws -> Value
  ) throws(StoreError) -> Value {
    // A change that is made from now on may be missing from what the transaction sees.
    let token = listCache.token()
    return try read { db in
      try body(
        OrderedIDs(
          db: db, cache: listCache, token: token, updates: database.broadcaster.isWatching,
          isCancelled: isCancelled))
    }
  }
}

/// The ids of lists as one transaction sees them.
///
/// If only a few beers have changed since a list was cached, its ids are computed from those. Until it is cached, its first
/// ids are found without reading all of it.
struct OrderedIDs {
  let db: Database
  let cache: OrderedIDCache
  /// The position in the sequence of changes before the transaction began.
  let token: ChangeToken
  /// Whether changes of other processes are recorded too, so that an earlier generation can be updated.
  let updates: Bool
  let isCancelled: () -> Bool

  /// Returns the ids of all beers of a query, in its order.
  ///
  /// - Throws: `CancellationError`.
  func all(_ query: BeerQuery) throws -> IDList {
    if let cached = cache.ids(query) { return cached }
    if updates, let ids = try updated(query) { return ids }
    if query.isDistinct {
      var ids = try all(query.withRepeats).distinct(by: LabelMap(db, isCancelled: isCancelled))
      if query.isReversed { ids = try BeerOrdering(query.withRepeats).reversed(ids, db) }
      cache.insert(ids, query, since: token)
      return ids
    }
    if query == query.unfiltered {
      let ids = try BeerOrdering(query).ids(db, isCancelled: isCancelled)
      cache.insert(ids, query, since: token, counting: \.fullReads)
      return ids
    }
    let matching = try FilterEvaluation(db, query, isCancelled: isCancelled).ids()
    let ids = try all(query.unfiltered).intersection(matching)
    cache.insert(ids, query, since: token)
    return ids
  }

  /// Returns the list updated from an earlier generation; `nil` if there is none or too much has changed.
  private func updated(_ query: BeerQuery) throws -> IDList? {
    guard let (ids, changed) = cache.otherGeneration(query),
      changed.isEmpty || BeerOrdering(query).comparesBeers && !query.dependsOnOtherBeers
    else { return nil }
    let updated =
      try changed.isEmpty ? ids : IncrementalListUpdate(db, query, changed: changed).apply(to: ids)
    cache.insert(updated, query, since: token, counting: \.updates)
    return updated
  }

  /// Returns the ids at some positions of a list, as far as it has them.
  func window(_ range: Range<Int>, of query: BeerQuery) throws -> [Int64] {
    let range = max(0, range.lowerBound)..<max(0, range.upperBound)
    if range.upperBound <= Self.maxUncached, cache.ids(query) == nil,
      let first = try first(range.upperBound, query)
    {
      return Array(first.dropFirst(range.lowerBound))
    }
    let ids = try all(query)
    return Array(ids[range.clamped(to: 0..<ids.count)])
  }

  /// Returns the position of a beer in a list; `nil` if the list does not have it.
  func position(of id: Int64, in query: BeerQuery) throws -> Int? {
    if cache.ids(query) == nil, let index = try first(Self.maxUncached, query)?.firstIndex(of: id) {
      return index
    }
    let ids = try all(query)
    if let index = ids.firstIndex(of: id) { return index }
    guard query.isDistinct else { return nil }
    // Another beer stands for the label.
    let same = try IDSet(
      RowIDCursor(
        db, sql: "SELECT id FROM beer WHERE label_id = (SELECT label_id FROM beer WHERE id = ?)",
        arguments: [id]))
    return ids.firstIndex { same.contains($0) }
  }

  /// Up to this position, beers are found without reading the whole list.
  private static let maxUncached = 1000

  /// Returns the first ids of a query as fast as possible; `nil` if that needs the whole list.
  ///
  /// The first beers of the order are searched directly. If too few of them match, the search index is used.
  func first(_ count: Int, _ query: BeerQuery) throws -> [Int64]? {
    if query.isDistinct { return try firstDistinct(count, query) }
    let limit = query.hasAllBeers ? count : max(2 * count, Self.maxScanned)
    let order = cache.ids(query.unfiltered)
    let ids = try order.map { Array($0.prefix(limit)) } ?? Array(BeerOrdering(query).ids(db, limit: limit))
    if query.hasAllBeers { return ids }
    func matches(_ part: ArraySlice<Int64>) throws -> [Int64] {
      let matching = try FilterEvaluation(db, query, in: .beers(Array(part)), isCancelled: isCancelled).ids()
      return part.filter { matching.contains($0) }
    }
    let start = ids.prefix(max(2 * count, Self.maxScannedFirst))
    var first = try matches(start)
    if first.count >= count || ids.count < limit && start.count == ids.count {
      return Array(first.prefix(count))
    }
    // If the order is in memory, looking up one word in the index is faster than reading the texts of more beers.
    if order != nil, query.searchWords.count == 1,
      let first = try firstFromIndex(count, query)
    {
      return first
    }
    first += try matches(ids.dropFirst(start.count))
    if first.count >= count || ids.count < limit { return Array(first.prefix(count)) }
    return try firstWithRareWord(count, query)
      ?? firstFromIndex(count, query)
  }

  /// Returns the first beers of a list with one beer of each label; `nil` if the query does not select every beer, or is
  /// reversed.
  private func firstDistinct(_ count: Int, _ query: BeerQuery) throws -> [Int64]? {
    guard query.hasAllBeers, !query.isReversed else { return nil }
    let labels = try VisitedLabels(db)
    var first: [Int64] = []
    var visited = 0
    try BeerOrdering(query).forEachID(db) { id in
      visited += 1
      if visited & 0xFFF == 0, isCancelled() { throw CancellationError() }
      if try labels.insert(labelOf: id) { first.append(id) }
      return first.count < count
    }
    return first
  }

  /// Returns the first ids of a search for words: the search index finds all matches, of which the first in the order are
  /// taken.
  ///
  /// - Returns: `nil` if the search index is not complete or the query has other conditions.
  private func firstFromIndex(_ count: Int, _ query: BeerQuery) throws -> [Int64]? {
    let evaluation = try FilterEvaluation(db, query, isCancelled: isCancelled)
    guard evaluation.needsIndexOnly else { return nil }
    let matching = try evaluation.ids()
    var found: [Int64] = []
    if let order = cache.ids(query.unfiltered) {
      return Array(order.lazy.filter(matching.contains).prefix(count))
    }
    var visited = 0
    try BeerOrdering(query).forEachID(db) { id in
      visited += 1
      if visited & 0xFFF == 0, isCancelled() { throw CancellationError() }
      if matching.contains(id) { found.append(id) }
      return found.count < count
    }
    return found
  }

  /// Returns the first ids of a query with a word that few beers have, by evaluating the query for these only.
  ///
  /// - Returns: `nil` if every word is frequent, or if too many beers would have to be read.
  private func firstWithRareWord(_ count: Int, _ query: BeerQuery) throws -> [Int64]? {
    guard
      let rare = try FilterEvaluation(db, query, isCancelled: isCancelled).rarest(atMost: Self.maxRareMatches)
    else {
      return nil
    }
    let ordering = BeerOrdering(query)
    let order =
      try cache.ids(query.unfiltered)
      ?? (ordering.comparesBeers && rare.count <= Self.maxCandidates
        ? ordering.ids(db, among: rare.ascending) : nil)
    var found: [Int64] = []
    var candidates: [Int64] = []
    var evaluated = 0
    func evaluate() throws {
      let matching = try FilterEvaluation(db, query, in: .beers(candidates), isCancelled: isCancelled).ids()
      found += candidates.filter { matching.contains($0) }
      evaluated += candidates.count
      candidates = []
    }
    /// Returns whether more ids are needed.
    func visit(_ id: Int64) throws -> Bool {
      guard rare.contains(id) else { return true }
      candidates.append(id)
      if candidates.count == (evaluated == 0 ? min(count, Self.batchSize) : Self.batchSize) { try evaluate() }
      return found.count < count && evaluated < Self.maxCandidates
    }
    if let order {
      for id in order { if try !visit(id) { break } }
    } else {
      try ordering.forEachID(db, visit)
    }
    if found.count < count, evaluated >= Self.maxCandidates { return nil }
    try evaluate()
    return Array(found.prefix(count))
  }

  /// A word that fewer beers have counts as rare.
  private static let maxRareMatches = 50_000
  private static let batchSize = 250
  /// Reading the texts of more beers takes longer than combining the sets of all words.
  private static let maxCandidates = 3000

  /// How many beers of the order are read before the whole query is evaluated.
  private static let maxScanned = 1000
  /// How many of these are read before the search index is used.
  private static let maxScannedFirst = 200
}

/// The labels of beers that were visited one after the other, within a transaction.
final class VisitedLabels {
  private let statement: Statement
  private var seen: Set<Int64> = []

  init(_ db: Database) throws {
    statement = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
  }

  /// Notes the label of a beer, and returns whether no beer with that label was visited before.
  ///
  /// A beer without a label is the only one of its label, so each must be visited once.
  ///
  /// - Returns: `false` if the beer does not exist.
  func insert(labelOf beer: Int64) throws -> Bool {
    guard let row = try Row.fetchOne(statement, arguments: [beer]) else { return false }
    guard let label = try row.value(Int64?.self, atIndex: 0) else { return true }
    return seen.insert(label).inserted
  }
}
