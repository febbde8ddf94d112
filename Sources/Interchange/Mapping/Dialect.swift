/// The program that wrote a file, recognised by the column names.
package enum Dialect: String, Hashable, Sendable, CaseIterable {
  /// An export of this program.
  case beerDiary = "own"
  /// Untappd's export of a person's check-ins: the current and the older columns, or its JSON.
  case untappd
  /// Reviews of BeerAdvocate: five scores from 1 to 5, the time in Unix seconds.
  case beerAdvocate = "beeradvocate"
  /// Ratings of RateBeer: scores out of 10, 5, 10, 5 and 20.
  case rateBeer = "ratebeer"
  /// A list of beers with the ids of its publisher, whether they were drunk or not.
  case catalogue
  /// Any other table.
  case plain

  init(_ header: Header) {
    let keys = Set(header.fieldKeys)
    self =
      if keys.isSuperset(of: Self.ownKeys) {
        .beerDiary
      } else if Self.isUntappd(keys) {
        .untappd
      } else if Self.isReview(keys) {
        keys.contains("reviewoverall") && keys.contains("breweryname") ? .beerAdvocate : .rateBeer
      } else if keys.contains("beername"), keys.contains("beerid") {
        .catalogue
      } else {
        .plain
      }
  }

  /// The name of such a file in a sentence.
  package var name: String {
    switch self {
    case .beerDiary: "Beer Diary's own export"
    case .untappd: "Untappd's check-ins"
    case .beerAdvocate: "BeerAdvocate's reviews"
    case .rateBeer: "RateBeer's ratings"
    case .catalogue: "a catalogue of beers"
    case .plain: "a table of beers"
    }
  }

  /// The source that the diary records for imported beers; `csv` for a plain file.
  package var source: String { self == .plain ? "csv" : rawValue }

  /// Whether an alcohol, bitterness or rating of 0 means "not known".
  var zeroIsUnknown: Bool { self != .plain && self != .beerDiary }

  /// Whether alcohol, ratings and dates are always written in the same way, so that the columns need not be profiled.
  var hasKnownUnits: Bool { self == .beerDiary || self == .untappd }

  /// The keys of custom fields that always hold numbers, if the columns are not profiled.
  var numberKeys: Set<String> {
    self == .untappd
      ? ["globalratingscore", "globalweightedratingscore", "totaltoasts", "totalcomments"] : []
  }

  /// Keys of columns that become custom fields and whose values are known: ids and text, and those of `numberKeys`.
  var knownKeys: Set<String> { self == .untappd ? Self.untappdExtraKeys.union(numberKeys) : [] }

  private static let untappdExtraKeys: Set = [
    "venuestate", "venuecity", "venuecountry", "state", "city", "country", "checkinurl", "beerurl",
    "breweryurl",
    "brewerycountry", "brewerycity", "brewerystate", "flavorprofiles", "purchasevenue", "checkinid", "bid",
    "breweryid", "photourl", "taggedfriends",
  ]

  private static let ownKeys: Set = [
    "uuid", "name", "drunkat", "createdat", "updatedat", "deletedat", "sourceid", "extras",
  ]

  private static func isUntappd(_ keys: Set<String>) -> Bool {
    if keys.contains("beername") { return !keys.isDisjoint(with: untappdKeys) }
    return keys.isSuperset(of: ["beer", "brewery", "style", "comments", "venue"])
      || (keys.contains("beer") && keys.contains("checkinurl"))
  }

  private static func isReview(_ keys: Set<String>) -> Bool {
    let bare = Set(keys.map { $0.hasPrefix("review") ? String($0.dropFirst(6)) : $0 })
    return bare.isSuperset(of: ["aroma", "appearance", "overall"])
      && !bare.isDisjoint(with: ["palate", "mouthfeel"])
      && !bare.isDisjoint(with: ["taste", "flavor", "flavour"])
  }

  /// Column names that few other files than Untappd's exports have.
  private static let untappdKeys: Set = [
    "beertype", "bid", "checkinid", "checkinurl", "flavorprofiles", "globalratingscore",
    "globalweightedratingscore", "purchasevenue", "ratingscore", "servingtype", "totaltoasts", "venuename",
  ]
}
