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
