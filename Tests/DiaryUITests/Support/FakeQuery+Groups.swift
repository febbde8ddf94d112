import DiaryModel
import DiaryStore

// Beers by month and by position.
extension FakeQuery {
  static func timeline(_ beers: [BeerDetail]) -> DiaryTimeline {
    var timeline = DiaryTimeline()
    for detail in beers.sorted(by: { date($0) < date($1) }) {
      guard let date = detail.beer.fields.drunkAt else {
        timeline.undatedCount += 1
        continue
      }
      if timeline.periods.last.map({ $0.year == date.year && $0.month == date.month }) != true {
        timeline.periods.append(
          .init(year: date.year, month: date.month, beerCount: 0, newest: detail.beer.id))
      }
      timeline.periods[timeline.periods.count - 1].add(detail.beer)
    }
    return timeline
  }

  private static func date(_ detail: BeerDetail) -> String { detail.beer.fields.drunkAt?.text ?? "" }

  static func positions(_ beers: [BeerDetail]) -> DiaryPositions {
    var positions = DiaryPositions()
    var groups: [[BeerFields]] = []
    for fields in beers.map(\.beer.fields) {
      guard fields.latitude != nil else {
        positions.missingCount += 1
        continue
      }
      if let index = groups.firstIndex(where: { area($0[0]) == area(fields) && $0[0].place == fields.place })
      {
        groups[index].append(fields)
      } else {
        groups.append([fields])
      }
    }
    positions.groups = groups.sorted { $0.count > $1.count }.map { group in
      .init(
        venue: group[0].place.map { .named($0) } ?? .unnamed, area: area(group[0]),
        latitude: group[0].latitude ?? 0, longitude: group[0].longitude ?? 0, beerCount: group.count)
    }
    return positions
  }

  private static func area(_ fields: BeerFields) -> RoundedPosition {
    RoundedPosition(latitude: fields.latitude ?? 0, longitude: fields.longitude ?? 0, decimals: 2)
  }
}

extension DiaryTimeline.Period {
  fileprivate mutating func add(_ beer: Beer) {
    beerCount += 1
    firstTimes += 1
    newest = beer.id
    guard let rating = beer.fields.rating else { return }
    ratedCount += 1
    ratingSum += rating
    let index = best.firstIndex { rating >= $0.rating } ?? best.count
    best.insert(.init(name: beer.fields.name, brewery: beer.fields.brewery, rating: rating), at: index)
  }
}
