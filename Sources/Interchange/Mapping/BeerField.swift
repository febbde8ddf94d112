/// What a column can mean.
package enum BeerField: String, Hashable, Sendable, CaseIterable {
  case name, brewery, style, abv, ibu, rating, notes, place
  case city, country
  case latitude, longitude, serving, price, drunkAt, createdAt

  /// The keys of the column names that mean this, the surest first.
  ///
  /// A community's average (`global_rating_score`, `average rating`) is no one's own rating and therefore not here.
  func keys(in dialect: Dialect) -> [String] {
    switch self {
    case .name: ["beername", "name", "beer", "title"]
    case .brewery: ["breweryname", "brewery", "brewer", "brewedby", "producer", "maker"]
    case .style: ["beerstyle", "style", "beertype", "type", "category"]
    case .abv: ["abv", "beerabv", "alcohol", "alcoholbyvolume", "alc", "alcvol", "strength"]
    case .ibu: ["ibu", "beeribu", "ibus", "bitterness"]
    case .rating: ["rating", "ratingscore", "myrating", "yourrating", "userrating", "stars", "score"]
    case .notes:
      ["notes", "note", "tastingnotes", "comment", "comments", "review", "description", "remarks"]
    case .place: ["place", "venue", "venuename", "location", "where", "bar", "pub"]
    case .latitude: ["latitude", "lat", "venuelat", "venuelatitude"]
    case .longitude: ["longitude", "lng", "lon", "long", "venuelng", "venuelon", "venuelongitude"]
    case .serving: ["serving", "servingtype", "servingstyle", "servedas", "container", "packaging"]
    case .price: ["price", "cost", "paid"]
    // A bare `city` or `country` is as often the brewery's: only the venue's own are part of a place.
    case .city: ["venuecity"]
    case .country: ["venuecountry"]
    case .drunkAt: dialect == .untappd ? ["createdat", "drunkat"] : Self.drunkAtKeys
    case .createdAt: dialect == .untappd ? [] : ["createdat"]
    }
  }

  private static let drunkAtKeys = [
    "drunkat", "drunkon", "drankat", "drankon", "datedrunk", "consumedat", "consumedon", "dateconsumed",
    "tastedat", "tastedon", "datetasted", "checkindate", "date", "when",
  ]
}
