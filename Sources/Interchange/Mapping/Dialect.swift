import DiaryModel

// Which program wrote a file, and what its rows are, both judged by its column names.

/// A kind of file: which program wrote it, how it is recognized, and what its columns mean.
///
/// Properties that a format does not set have the values of ``plain``.
package struct Dialect: Sendable {
  /// The name of the format in JSON and telemetry, such as `untappd`; also the source of its beers in the diary.
  package let id: String
  /// The name of such a file in a sentence.
  package let name: String
  /// Returns whether a file with these column names, as ``Header/fieldKeys`` has them, is of the format.
  let isRecognized: @Sendable (_ keys: Set<String>) -> Bool
  /// The source that the diary records for imported beers.
  package private(set) var source: String
  /// What the source is called after “from”, such as `Untappd`.
  private(set) var sourceName: String
  /// The keys of the columns that mean a field, the most certain first, if they differ from the defaults.
  private(set) var headings: [BeerField: [String]] = [:]
  /// The fields in which 0 means "not known".
  private(set) var unknownZeros: Set<BeerField> = []
  /// Whether alcohol, ratings and dates are always written in the same way, so that the columns need not be profiled.
  private(set) var hasKnownUnits = false
  /// Whether the date of a beer is also when its entry was made, as a check-in is made when the beer is drunk.
  private(set) var createsEntryWhenDrunk = false
  /// The keys of custom fields that always hold numbers, if the columns are not profiled.
  private(set) var numberKeys: Set<String> = []
  /// The keys of columns that become custom fields and whose values are known: ids and text, and those of `numberKeys`.
  private(set) var knownKeys: Set<String> = []
  /// The keys of columns with an id of the check-in, or a link to it, the most certain first.
  private(set) var checkInKeys: [String] = []
  /// The key of the column that comes first in the ids that earlier versions made from all columns; `nil` if none does.
  private(set) var firstKeyOfEarlierIDs: String?

  /// All dialects but ``plain``; the first that recognizes a header decides.
  package static let all: [Dialect] = [.beerDiary, .untappd, .beerAdvocate, .rateBeer, .catalog]

  /// Any other table.
  package static let plain = Dialect(
    "plain", "a table of beers", source: "csv", zeroIsUnknown: false, isRecognized: { _ in false })

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - source: The same as the id if `nil`.
  ///   - sourceName: The same as the name if `nil`.
  ///   - zeroIsUnknown: Whether an alcohol, bitterness or rating of 0 means "not known".
  ///   - extraKeys: The keys of columns with ids and text that become custom fields.
  init(
    _ id: String, _ name: String, source: String? = nil, sourceName: String? = nil,
    headings: [BeerField: [String]] = [:], zeroIsUnknown: Bool = true, hasKnownUnits: Bool = false,
    createsEntryWhenDrunk: Bool = false, numberKeys: Set<String> = [], extraKeys: Set<String> = [],
    checkInKeys: [String] = [], firstKeyOfEarlierIDs: String? = nil,
    isRecognized: @escaping @Sendable (_ keys: Set<String>) -> Bool
  ) {
    self.id = id
    self.name = name
    self.source = source ?? id
    self.sourceName = sourceName ?? name
    self.headings = headings
    unknownZeros = zeroIsUnknown ? [.abv, .ibu, .rating] : []
    self.hasKnownUnits = hasKnownUnits
    self.createsEntryWhenDrunk = createsEntryWhenDrunk
    self.numberKeys = numberKeys
    self.checkInKeys = checkInKeys
    self.firstKeyOfEarlierIDs = firstKeyOfEarlierIDs
    self.isRecognized = isRecognized
    knownKeys = extraKeys.union(numberKeys)
  }

  /// Finds the format of a file by its column names, or by the values of a reduced export.
  init(_ header: Header) {
    let keys = Set(header.fieldKeys)
    self = header.isOfReducedExport ? .beerDiary : Self.all.first { $0.isRecognized(keys) } ?? .plain
  }

  /// Returns the keys of the column names that mean a field, the most certain first.
  ///
  /// A community's average (`global_rating_score`, `average rating`) is not the user's rating and therefore not listed.
  func keys(of field: BeerField) -> [String] {
    if let keys = headings[field] { return keys }
    if self == .beerDiary {
      return field.isScore || field == .city || field == .country ? [] : [Header.key(field.rawValue)]
    }
    if field.isScore || field.isExportOnly { return [] }
    switch field {
    // A plain `city` or `country` may just as well be the brewery's, so only names with `venue` mean a part of it.
    case .city: return ["venuecity"]
    case .country: return ["venuecountry"]
    case .createdAt: return ["createdat"]
    // Headings are compared without accents.
    default: return field.column?.headings ?? []
    }
  }

  /// Returns whether a column with this key could be any field.
  func hasField(withKey key: String) -> Bool { BeerField.all.contains { keys(of: $0).contains(key) } }

  /// Returns what a source is called after “from”; `nil` for a source of no format.
  package static func sourceName(of source: String) -> String? {
    all.first { $0.source == source }?.sourceName
  }
}

extension Dialect: Hashable {
  /// Compares the ids, which are unique.
  package static func == (a: Dialect, b: Dialect) -> Bool { a.id == b.id }

  /// Hashes the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

// MARK: - Formats

extension Dialect {
  /// An export of Beer Diary, from which columns may have been removed; see also ``Header/isOfReducedExport``.
  package static let beerDiary = Dialect(
    "own", "a Beer Diary export", zeroIsUnknown: false, hasKnownUnits: true
  ) { keys in
    keys.isSuperset(of: ["uuid", "name"])
      && (keys.contains("drunkat") || keys.isSuperset(of: ["sourceid", "extras"]))
  }
}

extension Dialect {
  /// Untappd's export of a person's check-ins: the current and the older columns, or its JSON.
  package static let untappd = Dialect(
    "untappd", "a list of Untappd check-ins", sourceName: "Untappd",
    headings: [
      .city: ["venuecity", "city"], .country: ["venuecountry", "country"],
      .drunkAt: ["createdat", "drunkat", "date", "checkindate"], .createdAt: [],
    ],
    hasKnownUnits: true, createsEntryWhenDrunk: true,
    numberKeys: ["globalratingscore", "globalweightedratingscore", "totaltoasts", "totalcomments"],
    extraKeys: [
      "venuestate", "venuecity", "venuecountry", "state", "city", "country", "checkinurl", "beerurl",
      "breweryurl", "brewerycountry", "brewerycity", "brewerystate", "flavorprofiles", "purchasevenue",
      "checkinid", "bid", "breweryid", "photourl", "taggedfriends",
    ],
    checkInKeys: ["checkinid", "checkinurl"]
  ) { keys in
    if keys.contains("beername") { return !keys.isDisjoint(with: distinctiveKeys) }
    return keys.isSuperset(of: ["beer", "brewery", "style", "comments", "venue"])
      || (keys.contains("beer") && keys.contains("checkinurl"))
  }

  /// Column names that few other files have.
  private static let distinctiveKeys: Set = [
    "beertype", "bid", "checkinid", "checkinurl", "flavorprofiles", "globalratingscore",
    "globalweightedratingscore", "purchasevenue", "ratingscore", "servingtype", "totaltoasts", "venuename",
  ]
}

extension Dialect {
  /// Reviews of BeerAdvocate: five scores from 1 to 5, the time in Unix seconds.
  package static let beerAdvocate = Dialect(
    "beeradvocate", "a list of BeerAdvocate reviews", sourceName: "BeerAdvocate", headings: reviewHeadings
  ) { keys in
    isReview(keys) && keys.isSuperset(of: ["reviewoverall", "breweryname"])
  }

  /// Ratings of RateBeer: scores out of 10, 5, 10, 5 and 20.
  package static let rateBeer = Dialect(
    "ratebeer", "a list of RateBeer ratings", sourceName: "RateBeer", headings: reviewHeadings,
    isRecognized: isReview)

  private static let scoreNames: [BeerField: [String]] = [
    .aroma: ["aroma"], .appearance: ["appearance"], .taste: ["taste", "flavor", "flavour"],
    .palate: ["palate", "mouthfeel"], .overall: ["overall"],
  ]

  private static let reviewHeadings: [BeerField: [String]] = {
    var headings = scoreNames.mapValues { $0.flatMap { ["review" + $0, $0] } }
    // The site's own total. In a review, names such as `score` mean a part of it.
    headings[.rating] = ["myrating", "yourrating", "rating", "totalscore", "total", "score", "avg"]
    return headings
  }()

  @Sendable private static func isReview(_ keys: Set<String>) -> Bool {
    let bare = Set(keys.map { $0.hasPrefix("review") ? String($0.dropFirst(6)) : $0 })
    return bare.isSuperset(of: ["aroma", "appearance", "overall"])
      && [BeerField.palate, .taste].allSatisfy { !bare.isDisjoint(with: scoreNames[$0] ?? []) }
  }
}

extension Dialect {
  /// A list of beers with the ids of its publisher, whether they were drunk or not.
  package static let catalog = Dialect(
    "catalogue", "a catalog of beers", sourceName: "a catalog", firstKeyOfEarlierIDs: "beerid"
  ) { keys in
    keys.isSuperset(of: ["beername", "beerid"])
  }
}

// MARK: - Contents

/// What the rows of a file are, judged by its column names.
package enum FileContents: String, Hashable, Sendable {
  /// Beers that were drunk, or may have been.
  case beers
  /// The beers of a catalog, whether they were drunk or not.
  case catalog = "catalogue"
  /// Breweries, which cannot be imported.
  case breweries
  /// Beers in stock.
  case stock
  /// Beers that the user wants to drink.
  case wishList = "wish_list"

  /// Determines from a header what the rows of a file are.
  ///
  /// - Parameter assigned: The roles that the user or a saved mapping gives columns, which take precedence over their names.
  init(_ header: Header, assigned: [ColumnMapping.Role?]) {
    let keys = Set(header.fieldKeys)
    let wereDrunk = assigned.contains(.field(.drunkAt)) || !keys.isDisjoint(with: Self.drunkKeys)
    self =
      if !wereDrunk, Self.isWishList(keys) {
        .wishList
      } else if !wereDrunk, Self.isStock(keys) {
        .stock
      } else if !assigned.contains(.field(.name)), Self.isBreweries(keys) {
        .breweries
      } else if !wereDrunk, !assigned.contains(.field(.rating)), Self.isCatalog(header, keys) {
        .catalog
      } else {
        .beers
      }
  }

  /// The name of such a file in a sentence; `nil` for beers, whose dialect has a better name.
  package var name: String? {
    switch self {
    case .beers: nil
    case .catalog: "a catalog of beers"
    case .breweries: "a list of breweries"
    case .stock: "a list of beers in stock"
    case .wishList: "a wish list"
    }
  }

  /// A warning if the file probably does not list beers that were drunk; `nil` otherwise.
  package var warning: String? {
    switch self {
    case .beers: nil
    case .catalog:
      "The file seems to be a catalog of beers, not a list of beers that you drank. "
        + "Each of them is added as a beer that you had, without a date."
    case .breweries: "The file seems to list breweries, not beers that you drank."
    case .stock, .wishList:
      "The file seems to list beers that you have not drunk yet. They are added without a date."
    }
  }

  /// Whether a date in the file can be the day on which the beer was drunk.
  package var hasDrunkBeers: Bool { self == .beers || self == .breweries }

  /// Returns whether the columns describe breweries, and none is one that only a beer has.
  private static func isBreweries(_ keys: Set<String>) -> Bool {
    guard keys.isDisjoint(with: beerKeys) else { return false }
    if keys.contains("brewerytype") { return true }
    let isNamed = keys.contains("name")
    // A table with both has the name of a beer.
    let hasBrewery = !keys.isDisjoint(with: Dialect.plain.keys(of: .brewery))
    return isNamed != hasBrewery
      && (keys.intersection(addressKeys).count >= 3 || isDirectory(keys))
  }

  /// Returns whether the only columns are a name and its town and state.
  private static func isDirectory(_ keys: Set<String>) -> Bool {
    let others = keys.subtracting(addressKeys).filter { $0 != "id" && !$0.hasPrefix("column") }
    return others.count == 1 && !keys.isDisjoint(with: ["city", "town"])
      && !keys.isDisjoint(with: ["state", "stateprovince", "province"])
  }

  /// Returns whether the beers have the ids of a publisher, and neither ratings nor dates.
  private static func isCatalog(_ header: Header, _ keys: Set<String>) -> Bool {
    Dialect(header) == .catalog
      && keys.isDisjoint(with: [.rating, .drunkAt].flatMap(Dialect.catalog.keys))
  }

  private static func isWishList(_ keys: Set<String>) -> Bool {
    keys.isDisjoint(with: Dialect.plain.keys(of: .rating))
      && keys.contains { $0.hasPrefix("wish") || wishKeys.contains($0) }
  }

  /// Whether the beers are in stock: a rated beer was drunk, on the date of its row.
  private static func isStock(_ keys: Set<String>) -> Bool {
    let isRated = !keys.isDisjoint(with: Dialect.plain.keys(of: .rating))
    let isDated = !keys.isDisjoint(with: Dialect.plain.keys(of: .drunkAt))
    if !keys.isDisjoint(with: bestBeforeKeys) { return !(isRated && isDated) }
    return !isRated && !keys.isDisjoint(with: quantityKeys)
  }

  /// Columns that only a beer has.
  private static let beerKeys = Set(
    [.name, .style, .abv, .ibu, .rating, .notes, .serving, .drunkAt].flatMap(Dialect.plain.keys)
  ).subtracting(BeerColumn.Headings.alsoOfBreweries)

  /// Column names that say when a beer was drunk; a plain date may be that of buying it.
  private static let drunkKeys = Set(Dialect.plain.keys(of: .drunkAt))
    .subtracting(BeerColumn.Headings.plainDates).union(["checkinid", "checkinurl"])

  private static let addressKeys: Set = [
    "address", "address1", "addressline1", "street", "city", "town", "state", "stateprovince", "province",
    "region", "county", "postcode", "postalcode", "zip", "zipcode", "country", "phone", "telephone",
    "website", "websiteurl", "url", "email", "latitude", "longitude", "lat", "lng", "lon", "openinghours",
    "founded", "established",
  ]
  private static let bestBeforeKeys: Set = [
    "bestbefore", "bestbeforedate", "bestby", "bestbydate", "bbd", "bbe", "mhd", "tht", "expiry",
    "expirydate",
    "expires", "expirationdate", "useby", "drinkby", "drinkbefore", "beginconsume", "endconsume",
  ]
  private static let quantityKeys: Set = [
    "quantity", "qty", "instock", "stock", "inventory", "onhand", "bottles", "bottlecount", "numberofbottles",
    "anzahl", "bestand", "aantal", "voorraad",
  ]
  private static let wishKeys: Set = ["want", "wanted", "wanttotry", "wantlist", "totry", "totaste"]
}
