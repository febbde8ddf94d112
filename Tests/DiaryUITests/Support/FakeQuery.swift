import DiaryModel
import DiaryStore

/// Finds and orders beers in memory, as far as the tests of the interface need it.
enum FakeQuery {
  static func found(
    _ query: BeerQuery, in beers: [BeerDetail], labels: FakeLabels = FakeLabels()
  ) -> [BeerDetail] {
    let found = beers.filter { shows($0, query) }
    let sorted = query.order == .date ? found : found.sorted { key($0, query.order) < key($1, query.order) }
    let listed = query.isDistinct ? labels.distinct(sorted) : sorted
    return query.isReversed ? listed.reversed() : listed
  }

  static func values(of field: String, in beers: [BeerDetail]) -> [String] {
    beers.map(\.beer.fields).compactMap { fields in
      switch field {
      case "name": fields.name
      case "serving": fields.serving
      default: fields.extras[field]?.display
      }
    }
  }

  static func vocabulary(_ beers: [BeerDetail]) -> FilterVocabulary {
    let fields = beers.map(\.beer.fields)
    let customFields = Set(fields.flatMap(\.extras.keys))
    let kept = beers.filter { $0.beer.deletedAt == nil }.flatMap(\.beer.fields.extras.keys)
    return FilterVocabulary(
      values: ["brewery": fields.compactMap(\.brewery), "style": fields.compactMap(\.style)],
      customFields: customFields.sorted(), trashedFields: customFields.subtracting(kept),
      years: fields.compactMap { $0.drunkAt.map { String($0.text.prefix(4)) } }.sorted(by: >))
  }

  private static func shows(_ beer: BeerDetail, _ query: BeerQuery) -> Bool {
    (beer.beer.deletedAt != nil) == query.filter.isInTrash
      && query.searchWords.map { BeerFilter.Term(searching: $0) }.allSatisfy {
        holds($0.condition, beer) != $0.isNegated
      }
      && (query.filter.alternatives.isEmpty
        || query.filter.alternatives.contains { terms in
          terms.allSatisfy { holds($0.condition, beer) != $0.isNegated }
        })
  }

  private static func holds(_ condition: BeerFilter.Condition, _ beer: BeerDetail) -> Bool {
    switch condition {
    case .words(let words): holds(beer, words)
    case .text(.style, let words): begins(beer.beer.fields.style, words)
    case .number(.rating, .atLeast, let number): (beer.beer.fields.rating ?? -1) >= number
    case .has(.photo): !beer.photos.isEmpty
    // Which beers these are is for the store's tests to prove.
    default: true
    }
  }

  private static func holds(_ beer: BeerDetail, _ word: String) -> Bool {
    let fields = beer.beer.fields
    let texts = [fields.name, fields.brewery, fields.style, fields.notes, fields.place]
    return (texts + fields.extras.values.map { $0.display }).contains { begins($0, word) }
  }

  private static func begins(_ text: String?, _ word: String) -> Bool {
    let words = (text ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    return !word.isEmpty && words.contains { $0.hasPrefix(word.lowercased()) }
  }

  private static func key(_ beer: BeerDetail, _ order: BeerQuery.Order) -> String {
    switch order {
    case .name: beer.beer.fields.name ?? "~"
    case .brewery: beer.beer.fields.brewery ?? "~"
    default: String(10 - (beer.beer.fields.rating ?? 0))
    }
  }
}
