import DiaryModel

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
