import DiaryStore

/// What a column can mean.
package enum BeerField: String, Hashable, Sendable, CaseIterable {
  case name, brewery, style, abv, ibu, rating, notes, place
  case city, country
  case latitude, longitude, serving, price
  case drunkAt = "drunk_at"
  case createdAt = "created_at"
  /// Parts of a rating, which make one where there is none.
  case aroma, appearance, taste, palate, overall

  // What only this program's own export has.
  case uuid
  case updatedAt = "updated_at"
  case deletedAt = "deleted_at"
  case source
  case sourceID = "source_id"
  case extras, photos

  /// The fields that a user may map a column to.
  package static let mappable = allCases.filter { !$0.isOwn && !$0.isScore }

  var isOwn: Bool {
    switch self {
    case .uuid, .updatedAt, .deletedAt, .source, .sourceID, .extras, .photos: true
    default: false
    }
  }

  /// Whether it is a part of a rating.
  var isScore: Bool { Self.scores.contains(self) }

  /// The fields that can be any text.
  static let texts: [BeerField] = [.name, .brewery, .style, .notes, .place, .serving, .price]

  static let scores: [BeerField] = [.aroma, .appearance, .taste, .palate, .overall]

  /// The keys of the column names that mean this, the surest first.
  ///
  /// A community's average (`global_rating_score`, `average rating`) is no one's own rating and therefore not here.
  func keys(in dialect: Dialect) -> [String] {
    switch dialect {
    case .own: return isScore || self == .city || self == .country ? [] : [Header.key(rawValue)]
    case .beerAdvocate, .rateBeer:
      if isScore { return scoreKeys }
      // The site's own total; `score` and the like of a review are its parts.
      if self == .rating {
        return ["rating", "myrating", "yourrating", "totalscore", "total", "score", "avg"]
      }
    default: if isScore { return [] }
    }
    return isOwn ? [] : foreignKeys(in: dialect)
  }

  /// Whether a column with this key could be taken for some field.
  static func isAny(_ key: String, in dialect: Dialect) -> Bool {
    allCases.contains { $0.keys(in: dialect).contains(key) }
  }

  private var scoreKeys: [String] {
    let names =
      self == .taste
      ? ["taste", "flavor", "flavour"] : self == .palate ? ["palate", "mouthfeel"] : [rawValue]
    return names.flatMap { ["review" + $0, $0] }
  }

  /// Letters with accents are without them here.
  private func foreignKeys(in dialect: Dialect) -> [String] {
    switch self {
    // A bare `city` or `country` is as often the brewery's: only the venue's own are part of a place.
    case .city: dialect == .untappd ? ["venuecity", "city"] : ["venuecity"]
    case .country: dialect == .untappd ? ["venuecountry", "country"] : ["venuecountry"]
    case .drunkAt where dialect == .untappd: ["createdat", "drunkat", "date", "checkindate"]
    case .createdAt: dialect == .untappd ? [] : ["createdat"]
    default: BeerColumn.named(rawValue)?.headings ?? []
    }
  }
}
