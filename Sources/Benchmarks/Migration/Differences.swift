import DiaryModel
import DiaryStore
import FixtureStores
import Foundation

/// The differences between a migrated store and the expectations of the old store's generator.
struct Differences {
  private(set) var beerCount = 0
  private(set) var photoCount = 0
  /// The number of beers that are missing or have a different value in any field.
  private(set) var unequalBeers = 0
  /// The number of beers with different photos, or in a different order, by SHA-256 and size.
  private(set) var unequalPhotos = 0

  init() {}

  /// Beers without expectations are not compared.
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
    let photos = try diary.addingMetadata(to: found.photos).map {
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
