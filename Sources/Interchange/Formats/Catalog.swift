extension Dialect {
  /// A list of beers with the ids of its publisher, whether they were drunk or not.
  package static let catalog = Dialect(
    "catalogue", "a catalog of beers", sourceName: "a catalog", firstKeyOfEarlierIDs: "beerid"
  ) { keys in
    keys.isSuperset(of: ["beername", "beerid"])
  }
}
