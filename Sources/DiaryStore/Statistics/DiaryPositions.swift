package import DiaryModel

/// Where the beers of a query were drunk.
package struct DiaryPositions: Hashable, Sendable {
  /// The beers of one venue within about a kilometer; in a diary with very many positions, all beers of a larger area.
  package struct Group: Hashable, Sendable {
    /// Which beers of the area are in the group.
    package enum Venue: Hashable, Sendable {
      /// Those of this venue; upper and lower case of ASCII letters are the same.
      case named(String)
      /// Those without a venue.
      case unnamed
      /// All.
      case any
    }

    /// Which beers of the area are in the group.
    package let venue: Venue
    /// The area: all positions that are rounded to this one.
    package let area: RoundedPosition
    /// The mean latitude of the beers, -90 to 90.
    package let latitude: Double
    /// The mean longitude of the beers, -180 to 180.
    package let longitude: Double
    /// The number of beers, from 1.
    package let beerCount: Int

    /// Creates a group.
    package init(venue: Venue, area: RoundedPosition, latitude: Double, longitude: Double, beerCount: Int) {
      self.venue = venue
      self.area = area
      self.beerCount = beerCount
      self.latitude = latitude
      self.longitude = longitude
    }

    /// The filter that selects the beers of the group among those of the query.
    package var filter: BeerFilter {
      let position = BeerFilter.Term(.position(area))
      switch venue {
      case .named(let name): return BeerFilter([[.init(.exactly(.place, name)), position]])
      case .unnamed: return BeerFilter([[.init(.has(.text(.place)), isNegated: true), position]])
      case .any: return BeerFilter([[position]])
      }
    }
  }

  /// The groups, those with the most beers first.
  package var groups: [Group]
  /// The number of beers without a position, or with an impossible one.
  package var unpositionedCount: Int

  /// Creates the positions; by default those of no beers.
  package init(groups: [Group] = [], unpositionedCount: Int = 0) {
    self.groups = groups
    self.unpositionedCount = unpositionedCount
  }

  /// The number of beers with a position.
  package var beerCount: Int { groups.reduce(0) { $0 + $1.beerCount } }
}
