import DiaryModel
import GRDB
import SQLiteKit

/// Groups the beers of a query by venue and position, in one pass over the table.
struct PositionReader: DiaryComponent {
  /// The numbers of decimals to which degrees are rounded, for the smallest areas first.
  private static let decimals = [2, 1, 0]

  let database: DiaryDatabase

  func positions(_ query: BeerQuery, limit: Int, isCancelled: () -> Bool) throws(StoreError) -> DiaryPositions
  {
    try read { db in
      let source = try BeerSource(db, query)
      for decimals in Self.decimals.dropLast() {
        var grouping = PositionGrouping(decimals: decimals, separatesVenues: decimals == Self.decimals.first)
        if try grouping.read(db, source, limit: limit, isCancelled: isCancelled) {
          return grouping.positions
        }
      }
      var grouping = PositionGrouping(decimals: Self.decimals.last ?? 0, separatesVenues: false)
      _ = try grouping.read(db, source, limit: .max, isCancelled: isCancelled)
      return grouping.positions
    }
  }
}

/// The groups while the beers are read.
private struct PositionGrouping {
  private struct Key: Hashable {
    let area: RoundedPosition
    /// The index of the venue; -1 for none.
    let venue: Int32
  }

  private struct Tally {
    private(set) var beerCount = 0
    /// The sum of the latitudes.
    private(set) var latitude = 0.0
    /// The sum of the longitudes.
    private(set) var longitude = 0.0

    mutating func add(_ latitude: Double, _ longitude: Double) {
      beerCount += 1
      self.latitude += latitude
      self.longitude += longitude
    }
  }

  let decimals: Int
  /// Whether the beers of each venue are a group of their own.
  let separatesVenues: Bool
  private var venues = CountedBeers.Texts()
  private var tallies: [Key: Tally] = [:]
  private var unpositionedCount = 0

  init(decimals: Int, separatesVenues: Bool) {
    self.decimals = decimals
    self.separatesVenues = separatesVenues
  }

  /// Reads the beers; returns `false` as soon as there are more groups than the limit.
  mutating func read(
    _ db: Database, _ source: BeerSource, limit: Int, isCancelled: () -> Bool
  ) throws -> Bool {
    // The filter also takes a venue of spaces for none.
    let venue = separatesVenues ? "iif(trim(place) <> '', place, NULL)" : "NULL"
    let statement = try db.makeStatement(sql: "SELECT latitude, longitude, \(venue) \(source.sql)")
    try statement.setArguments(source.arguments)
    let rows = RawStatement(statement)
    var count = 0
    try rows.forEachRow {
      if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
      count += 1
      try add(rows)
      return tallies.count <= limit
    }
    return tallies.count <= limit
  }

  /// Adds the beer of the current row.
  private mutating func add(_ rows: RawStatement) throws {
    let latitude = rows.number(0)
    let longitude = rows.number(1)
    let isPosition =
      !rows.isNull(0) && !rows.isNull(1) && NumberRange.latitude.stored.contains(latitude)
      && NumberRange.longitude.stored.contains(longitude)
    if !isPosition {
      unpositionedCount += 1
      return
    }
    venues.append(try rows.text(2))
    let area = RoundedPosition(latitude: latitude, longitude: longitude, decimals: decimals)
    let key = Key(area: area, venue: venues.indices.last ?? -1)
    tallies[key, default: Tally()].add(latitude, longitude)
  }

  var positions: DiaryPositions {
    let groups = tallies.map { key, tally in
      DiaryPositions.Group(
        venue: key.venue >= 0 ? .named(venues.all[Int(key.venue)]) : separatesVenues ? .unnamed : .any,
        area: key.area, latitude: tally.latitude / Double(tally.beerCount),
        longitude: tally.longitude / Double(tally.beerCount), beerCount: tally.beerCount)
    }
    return DiaryPositions(
      groups: groups.sorted { one, other in
        one.beerCount == other.beerCount
          ? (one.venue.name, one.latitude, one.longitude) < (
            other.venue.name, other.latitude, other.longitude
          )
          : one.beerCount > other.beerCount
      }, unpositionedCount: unpositionedCount)
  }
}

extension DiaryPositions.Group.Venue {
  /// The name; sorts after all names if there is none.
  fileprivate var name: String { if case .named(let name) = self { name } else { "\u{10FFFF}" } }
}
