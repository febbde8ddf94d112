import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Finds the beers that match a query, by combining a set of ids for each term.
///
/// The result of a search also has beers from the trash if the query is for the diary, and the other way round. The
/// caller must remove them, as ``BeerOrdering`` does.
struct FilterEvaluation {
  /// The beers to consider.
  enum Scope {
    case everywhere
    /// Only these few, which are read without an index.
    case beers([Int64])
  }

  let db: Database
  private let scope: Scope
  private let isCancelled: () -> Bool
  private let tokenizer: WordTokenizer
  /// The id up to which beers are in the search index; 0 if the index is not used.
  private let lastIndexedID: Int64
  private let query: BeerQuery
  /// The columns that a search without a field name looks in.
  private let searched = BeerColumn.all.filter(\.isSearched).map(\.name)
  private let cache = ResultCache()

  /// The beers that meet each condition, because the alternatives of a filter with groups repeat conditions.
  private final class ResultCache { var ids: [BeerFilter.Condition: IDSet] = [:] }

  init(
    _ db: Database, _ query: BeerQuery, in scope: Scope = .everywhere,
    isCancelled: @escaping () -> Bool = { false }
  ) throws {
    self.db = db
    self.query = query.withExplicitRatings
    self.scope = scope
    self.isCancelled = isCancelled
    tokenizer = try WordTokenizer(db)
    lastIndexedID = if case .everywhere = scope { try SearchIndex(db).position } else { 0 }
  }

  /// Whether the query has only words, and the search index has all text of every beer.
  var needsIndexOnly: Bool { canMatchAllWords && query.filter.alternatives.isEmpty }

  /// Whether one search of the index finds the beers with a word: it has every beer and every searched column.
  private var canMatchAllWords: Bool {
    lastIndexedID == .max && searched.allSatisfy(SearchIndex.columns.contains)
  }

  func ids() throws -> IDSet {
    let search = searchTerms
    let alternatives = query.filter.alternatives.isEmpty ? [[]] : query.filter.alternatives
    // All alternatives share the words of the search, which few beers have in most cases.
    let found = try search.isEmpty ? nil : ids(of: search, within: nil)
    return try alternatives.reduce(into: IDSet()) { all, terms in
      all.formUnion(try ids(of: terms, within: found))
    }
  }

  /// The terms of the words of the search.
  private var searchTerms: [BeerFilter.Term] { query.searchWords.map { BeerFilter.Term(searching: $0) } }

  private func ids(of terms: [BeerFilter.Term], within found: IDSet?) throws -> IDSet {
    var result = found
    // Terms that read beer by beer come last, since the set is often empty by then.
    var positive = terms.filter { !$0.isNegated }
    if let together = try beersWithAllWords(positive) {
      result?.formIntersection(together)
      if result == nil { result = together }
      positive.removeAll { $0.words != nil }
    }
    for term in positive.filter({ !$0.isScanned }) + positive.filter(\.isScanned) {
      if let result, result.count == 0 { return result }
      let ids = try ids(of: term.condition)
      result?.formIntersection(ids)
      if result == nil { result = ids }
    }
    var rest = try result ?? select("SELECT id FROM beer WHERE \(inScope)")
    for term in terms where term.isNegated { rest.subtract(try ids(of: term.condition)) }
    return rest
  }

  private func ids(of condition: BeerFilter.Condition) throws -> IDSet {
    if let ids = cache.ids[condition] { return ids }
    try checkCancellation(isCancelled)
    let ids = try find(condition)
    cache.ids[condition] = ids
    return ids
  }

  private func find(_ condition: BeerFilter.Condition) throws -> IDSet {
    switch condition {
    case .words: return try beersWithWords(of: condition, in: searched)
    case .text(let field, _): return try beersWithWords(of: condition, in: [field.rawValue])
    case .exactly(let field, let text):
      return try select(
        "SELECT id FROM beer WHERE \(field.rawValue) = ? COLLATE NOCASE AND \(inScope)", [text])
    case .number(let field, let comparison, let number):
      let sql = "SELECT id FROM beer WHERE \(field.rawValue) \(comparison.rawValue) ? AND \(inScope)"
      return try select(sql, [number])
    case .date(let comparison, let date):
      let condition = LocalTimeSQL.condition(comparison, date)
      return try select("SELECT id FROM beer WHERE \(condition.sql) AND \(inScope)", condition.arguments)
    case .ids(let ranges):
      let json = "[" + ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",") + "]"
      // The plus sign makes SQLite look up the ids instead of reading an index of all beers.
      return try select(
        """
        SELECT beer.id FROM json_each(?) AS wanted CROSS JOIN beer
        WHERE beer.id BETWEEN json_extract(wanted.value, '$[0]') AND json_extract(wanted.value, '$[1]')
          AND +\(inScope)
        """, [json])
    case .month(let month):
      let digits = month < 10 ? "0\(month)" : "\(month)"
      return try select(
        "SELECT id FROM beer WHERE substr(\(LocalTimeSQL.drunkAt), 6, 2) = ? AND \(inScope)", [digits])
    case .position(let position):
      let latitudes = position.latitude.range
      let longitudes = position.longitude.range
      return try select(
        """
        SELECT id FROM beer
        WHERE latitude >= ? AND latitude < ? AND longitude >= ? AND longitude < ? AND \(inScope)
        """, [latitudes.lowerBound, latitudes.upperBound, longitudes.lowerBound, longitudes.upperBound])
    case .label(let label):
      return try select(LabelSQL.condition(label, isForFew: isForFew))
    case .has(let subject): return try beers(having: subject)
    case .custom(let name, let text):
      let pattern = try WordPattern(text, tokenizer)
      let number = FilterValue.number(text)
      let date = DiaryDate(text)
      return try customFields.ids(name) { value in
        // Numbers and dates are compared as in built-in fields.
        switch CustomField.Kind(value) {
        case .number: if let number { return value.compares(.equal, number) }
        case .date: if let date { return value.compares(.equal, date) }
        case .text, .boolean, nil: if let number, value.compares(.equal, number) { return true }
        }
        return try pattern.matches(value.display)
      }
    case .customExactly(let name, let text):
      let wanted = text.asciiLowercased
      return try customFields.ids(name) { $0.display.asciiLowercased == wanted }
    case .customNumber(let name, let comparison, let number):
      return try customFields.ids(name, comparison, number)
    case .customDate(let name, let comparison, let date):
      return try customFields.ids(name) { $0.compares(comparison, date) }
    }
  }

  /// Returns the beers with the phrase of a condition in one of the columns.
  ///
  /// If texts have to be read, one pass looks for the phrases of all conditions on these columns, and caches the results.
  private func beersWithWords(of condition: BeerFilter.Condition, in columns: [String]) throws -> IDSet {
    let needsTexts = lastIndexedID < .max || !columns.allSatisfy(SearchIndex.columns.contains)
    let conditions = needsTexts ? Array(conditions.filter { self.columns(of: $0) == columns }) : [condition]
    let patterns = try conditions.map { try WordPattern($0.phrase ?? "", tokenizer) }
    for (condition, ids) in zip(conditions, try beers(with: patterns, in: columns)) {
      cache.ids[condition] = ids
    }
    return cache.ids[condition] ?? IDSet()
  }

  /// The different conditions of the query.
  private var conditions: Set<BeerFilter.Condition> {
    Set((query.filter.alternatives.joined() + searchTerms).map(\.condition))
  }

  /// Returns the columns in which a condition looks for a phrase; `nil` for other conditions.
  private func columns(of condition: BeerFilter.Condition) -> [String]? {
    switch condition {
    case .words: searched
    case .text(let field, _): [field.rawValue]
    default: nil
    }
  }

  /// Returns the beers with each of some phrases in one of the columns.
  ///
  /// The index is used for its columns, as far as it is filled. The text of all other columns is read.
  private func beers(with patterns: [WordPattern], in columns: [String]) throws -> [IDSet] {
    let inIndex = columns.filter(SearchIndex.columns.contains)
    guard !inIndex.isEmpty, lastIndexedID > 0 else { return try scan(patterns, columns) }
    var found = try patterns.map { try $0.isEmpty ? IDSet() : matches($0.match(in: inIndex)) }
    func add(_ others: [IDSet]) { for (index, ids) in others.enumerated() { found[index].formUnion(ids) } }
    if lastIndexedID < .max { add(try scan(patterns, inIndex, after: lastIndexedID)) }
    let others = columns.filter { !SearchIndex.columns.contains($0) }
    if !others.isEmpty { add(try scan(patterns, others)) }
    return found
  }

  /// Returns the beers that have all of several words.
  ///
  /// The index intersects the words itself, without returning all beers of a frequent one.
  ///
  /// - Returns: `nil` if the words have to be looked up one by one.
  private func beersWithAllWords(_ terms: [BeerFilter.Term]) throws -> IDSet? {
    let patterns = try terms.compactMap(\.words).map { try WordPattern($0, tokenizer) }
    guard canMatchAllWords, patterns.count > 1, patterns.allSatisfy({ !$0.isEmpty }) else { return nil }
    return try matches(patterns.map { $0.match(in: searched) }.joined(separator: " AND "))
  }

  private func matches(_ pattern: String, limit: Int = -1) throws -> IDSet {
    try select("SELECT rowid FROM beer_search WHERE beer_search MATCH ? LIMIT ?", [pattern, limit])
  }

  /// Returns the beers that have the rarest word of the search; `nil` if each word has at least `limit` beers.
  func rarest(atMost limit: Int) throws -> IDSet? {
    guard canMatchAllWords else { return nil }
    var rarest: IDSet?
    for word in searchTerms.filter({ !$0.isNegated }).compactMap(\.words) {
      let pattern = try WordPattern(word, tokenizer)
      try checkCancellation(isCancelled)
      let ids = pattern.isEmpty ? IDSet() : try matches(pattern.match(in: searched), limit: limit)
      if ids.count < min(limit, rarest?.count ?? limit) { rarest = ids }
    }
    return rarest
  }

  /// Returns the beers with each of some phrases in one of the columns, by reading the text of each beer once.
  private func scan(_ patterns: [WordPattern], _ columns: [String], after start: Int64 = 0) throws -> [IDSet]
  {
    var found = patterns.map { _ in IDSet() }
    if patterns.allSatisfy(\.isEmpty) { return found }
    let matcher = WordMatcher(patterns)
    let after = start > 0 ? "id > \(start) AND" : ""
    let texts = columns.map(SearchIndex.text).joined(separator: ", ")
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, \(texts) FROM beer WHERE \(after) \(inScope)")
    while let row = try rows.next() {
      try checkCancellation(isCancelled)
      let id: Int64 = try row.value(atIndex: 0)
      for column in 1...columns.count {
        guard let text = row[column] as String? else { continue }
        matcher.forEachMatch(in: try tokenizer.words(text)) { found[$0].insert(id) }
        if found.allSatisfy({ $0.contains(id) }) { break }
      }
    }
    return found
  }

  private func beers(having subject: BeerFilter.Subject) throws -> IDSet {
    let condition: String
    switch subject {
    case .photo:
      if case .everywhere = scope { return try select("SELECT DISTINCT beer_id FROM photo") }
      condition = "EXISTS (SELECT 1 FROM photo WHERE beer_id = beer.id)"
    case .date: condition = LocalTimeSQL.isDate
    case .position: condition = "latitude IS NOT NULL AND longitude IS NOT NULL"
    case .text(let field): condition = "trim(\(field.rawValue)) <> ''"
    case .number(let field): condition = "\(field.rawValue) IS NOT NULL"
    case .meanRating: return try select(LabelSQL.hasRating(isForFew: isForFew))
    case .custom(let name): return try customFields.ids(having: name)
    }
    return try select("SELECT id FROM beer WHERE \(condition) AND \(inScope)")
  }

  private var customFields: CustomFieldFilter {
    let isIndexed = if case .everywhere = scope { !query.filter.isInTrash } else { false }
    // The plus sign keeps SQLite from using an index, which would read the table in random order.
    return CustomFieldFilter(
      db: db, condition: "+" + inScope, usesIndexes: isIndexed, isCancelled: isCancelled)
  }

  private var inScope: String {
    switch scope {
    // The indexes begin with this column.
    case .everywhere: "beer.deleted_at IS \(query.filter.isInTrash ? "NOT NULL" : "NULL")"
    case .beers(let ids): "beer.id IN (\(ids.map(String.init).joined(separator: ",")))"
    }
  }

  /// Whether only a few beers are read, one by one.
  private var isForFew: Bool { if case .beers = scope { true } else { false } }

  private func select(_ condition: LocalTimeSQL.Condition) throws -> IDSet {
    try select("SELECT id FROM beer WHERE \(condition.sql) AND \(inScope)", condition.arguments)
  }

  private func select(_ sql: String, _ arguments: StatementArguments = []) throws -> IDSet {
    try IDSet(RowIDCursor(db, sql: sql, arguments: arguments), isCancelled: isCancelled)
  }
}

extension BeerFilter.Term {
  /// The text of a term that looks in all searched columns; `nil` for other terms.
  fileprivate var words: String? {
    if case .words(let text) = condition { text } else { nil }
  }

  /// Whether the term has to read the custom fields of each beer.
  fileprivate var isScanned: Bool {
    switch condition {
    case .custom, .customNumber, .customDate, .has(.custom): true
    default: false
    }
  }
}

extension BeerFilter.Condition {
  /// The phrase that the condition looks for in columns; `nil` for other conditions.
  fileprivate var phrase: String? {
    switch self {
    case .words(let text), .text(_, let text): text
    default: nil
    }
  }
}

extension String {
  /// The string with upper case ASCII letters in lower case, as SQLite's NOCASE compares.
  var asciiLowercased: String {
    String(decoding: utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
