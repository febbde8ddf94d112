import DiaryModel
package import DiaryStore
package import FixtureStores
import Foundation

/// The beers of a store as the fixture describes what a migration must show.
package func expectedBeers(from diary: Diary) throws -> [ExpectedBeer] {
  var details: [BeerDetail] = []
  try diary.forEachBeer { details.append($0) }
  return try details.sorted { $0.beer.id < $1.beer.id }.map { detail in
    let fields = detail.beer.fields
    let photos = try diary.addingMetadata(to: detail.photos).map {
      ExpectedPhoto(sha256: $0.sha256 ?? "missing", byteCount: $0.metadata.byteCount)
    }
    return ExpectedBeer(
      name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv, ibu: fields.ibu,
      rating: fields.rating, place: fields.place, notes: fields.notes,
      drunkAt: fields.drunkAt?.secondsSince1970 ?? .nan, photos: photos)
  }
}

extension DiaryDate {
  /// For instants only.
  fileprivate var secondsSince1970: Double? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? style.parse(text))?.timeIntervalSince1970
  }
}
