import DiaryModel
import DiaryStore
import FixtureStores
import Foundation

/// How a migrated store compares with what the generator of the old one says must come of it.
struct Differences {
  private(set) var beerCount = 0
  private(set) var photoCount = 0
  /// Beers with another value in any field, or that are gone.
  private(set) var unequalBeers = 0
  /// Beers whose photos are others, or in another order: told by SHA-256 and size.
  private(set) var unequalPhotos = 0

  init() {}

  /// Beers that the generator says nothing of are left out.
  init(between expected: [ExpectedBeer], andStore path: String) throws {
    let diary = try Diary.open(at: path, createsMissing: false)
    for (index, beer) in expected.enumerated() {
      try compare(beer, with: diary.beer(Int64(index + 1)), in: diary)
    }
    try diary.close()
  }

  private mutating func compare(_ expected: ExpectedBeer, with found: BeerDetail?, in diary: Diary) throws {
    beerCount += 1
    photoCount += expected.photos.count
    guard let found else {
      unequalBeers += 1
      return
    }
    if !found.beer.fields.equal(expected) { unequalBeers += 1 }
    let photos = try diary.completed(found.photos).map {
      ExpectedPhoto(sha256: $0.sha256 ?? "", byteCount: $0.metadata.byteCount)
    }
    if photos != expected.photos { unequalPhotos += 1 }
  }

  static func + (a: Differences, b: Differences) -> Differences {
    var sum = a
    sum.beerCount += b.beerCount
    sum.photoCount += b.photoCount
    sum.unequalBeers += b.unequalBeers
    sum.unequalPhotos += b.unequalPhotos
    return sum
  }
}

extension BeerFields {
  fileprivate func equal(_ expected: ExpectedBeer) -> Bool {
    let time = DiaryDate(instant: Date(timeIntervalSince1970: expected.drunkAt))
    return [name, brewery, style, place, notes]
      == [expected.name, expected.brewery, expected.style, expected.place, expected.notes]
      && [abv, ibu, rating] == [expected.abv, expected.ibu, expected.rating] && drunkAt == time
  }
}
