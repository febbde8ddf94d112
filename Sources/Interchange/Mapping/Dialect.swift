/// The kind of file, told by its column names.
package enum Dialect: String, Hashable, Sendable, CaseIterable {
  /// Untappd's export of a person's check-ins.
  case untappd
  /// A list of beers that nobody need have drunk, with the ids of its maker.
  case catalogue
  /// Columns as people name them.
  case plain

  init(_ header: Header) {
    let keys = Set(header.keys)
    if keys.contains("beername"), !keys.isDisjoint(with: Self.untappdKeys) {
      self = .untappd
    } else if keys.contains("beername"), keys.contains("beerid") {
      self = .catalogue
    } else {
      self = .plain
    }
  }

  /// What imported entries are recognised by the next time; `csv` for a plain file.
  package var source: String {
    switch self {
    case .untappd: "untappd"
    case .catalogue: "catalogue"
    case .plain: "csv"
    }
  }

  /// Whether an alcohol, bitterness or rating of 0 stands for "not known".
  var zeroIsUnknown: Bool { self != .plain }

  /// Whether a time without an offset is UTC.
  ///
  /// Untappd's export does not name its zone; its API writes the same moments of check-ins with `+0000`
  /// ("Sun, 24 Mar 2019 17:51:15 +0000"), so they are read as UTC.
  var timesAreUTC: Bool { self == .untappd }

  /// Names that Untappd's export has and few other files.
  private static let untappdKeys: Set = [
    "beertype", "bid", "checkinid", "checkinurl", "flavorprofiles", "globalratingscore",
    "globalweightedratingscore", "purchasevenue", "ratingscore", "servingtype", "totaltoasts", "venuename",
  ]
}
