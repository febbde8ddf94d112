import DiaryModel
import DiaryStore

/// What a column of a file can mean: a field of a beer, a part of one, or what the diary records of an entry.
package struct BeerField: RawRepresentable, Hashable, Sendable {
  package static let name = BeerField(known: "name")
  package static let brewery = BeerField(known: "brewery")
  package static let style = BeerField(known: "style")
  package static let abv = BeerField(known: "abv")
  package static let ibu = BeerField(known: "ibu")
  package static let rating = BeerField(known: "rating")
  package static let notes = BeerField(known: "notes")
  package static let place = BeerField(known: "place")
  package static let latitude = BeerField(known: "latitude")
  package static let longitude = BeerField(known: "longitude")
  package static let serving = BeerField(known: "serving")
  package static let price = BeerField(known: "price")
  package static let drunkAt = BeerField(known: "drunk_at")
  package static let extras = BeerField(known: "extras")

  // Parts of a place.
  package static let city = BeerField(known: "city")
  package static let country = BeerField(known: "country")

  // Parts of a rating, which make one if there is none.
  package static let aroma = BeerField(known: "aroma")
  package static let appearance = BeerField(known: "appearance")
  package static let taste = BeerField(known: "taste")
  package static let palate = BeerField(known: "palate")
  package static let overall = BeerField(known: "overall")

  package static let createdAt = BeerField(known: "created_at")

  // What only this program's own export has.
  package static let uuid = BeerField(known: "uuid")
  package static let updatedAt = BeerField(known: "updated_at")
  package static let deletedAt = BeerField(known: "deleted_at")
  package static let source = BeerField(known: "source")
  package static let sourceID = BeerField(known: "source_id")
  package static let photos = BeerField(known: "photos")

  /// All fields, in the order in which they look for their columns.
  package static var all: [BeerField] {
    let columns = BeerColumn.values.flatMap { column in
      column.name == place.rawValue ? [place, city, country] : [BeerField(known: column.name)]
    }
    return columns + [createdAt] + scores + own
  }

  static let own: [BeerField] = [uuid, updatedAt, deletedAt, source, sourceID, extras, photos]

  /// The name of the column in the diary, or of the part.
  package let rawValue: String

  /// `nil` if there is no field with this name.
  package init?(rawValue: String) {
    guard let field = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = field
  }

  private init(known name: String) { rawValue = name }

  /// The column of the diary that the field fills as it is; `nil` for parts and for what is recorded of an entry.
  var column: BeerColumn? { BeerColumn.named(rawValue) }

  /// The fields that a user may map a column to.
  package static var mappable: [BeerField] { all.filter { !$0.isOwn && !$0.isScore } }

  var isOwn: Bool { Self.own.contains(self) }

  /// Whether it is a part of a rating.
  var isScore: Bool { Self.scores.contains(self) }

  /// The fields that can be any text.
  static var texts: [BeerField] { BeerFilter.TextField.all.map { BeerField(known: $0.rawValue) } }

  static let scores: [BeerField] = [.aroma, .appearance, .taste, .palate, .overall]

  /// The keys of the column names that mean this, the surest first.
  ///
  /// A community's average (`global_rating_score`, `average rating`) is no one's own rating and therefore not here.
  func keys(in dialect: Dialect) -> [String] {
    switch dialect {
    case .beerDiary: return isScore || self == .city || self == .country ? [] : [Header.key(rawValue)]
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
    all.contains { $0.keys(in: dialect).contains(key) }
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
    default: column?.headings ?? []
    }
  }
}
