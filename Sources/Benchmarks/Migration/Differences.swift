import DiaryModel
import DiaryStore
import FixtureStores
import Foundation

/// The differences between a migrated store and the expectations of the old store's generator.
struct Differences {
  private(set) var beerCount = 0
  private(set) var photoCount = 0
  /// The number of beers that are missing or have a different value in a field.
  private(set) var beersWithDifferentFields = 0
  /// The number of beers whose photos differ in SHA-256, size or order.
  private(set) var beersWithDifferentPhotos = 0

  init() {}

  /// Compares the expected beers with the beers of a store; other beers of the store are ignored.
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
      beersWithDifferentFields += 1
      return
    }
    if !found.beer.fields.match(expected) { beersWithDifferentFields += 1 }
    let photos = try diary.addingMetadata(to: found.photos).map {
      ExpectedPhoto(sha256: $0.sha256 ?? "", byteCount: $0.metadata.byteCount)
    }
    if photos != expected.photos { beersWithDifferentPhotos += 1 }
  }

  static func + (a: Differences, b: Differences) -> Differences {
    var sum = a
    sum.beerCount += b.beerCount
    sum.photoCount += b.photoCount
    sum.beersWithDifferentFields += b.beersWithDifferentFields
    sum.beersWithDifferentPhotos += b.beersWithDifferentPhotos
    return sum
  }
}

extension BeerFields {
  fileprivate func match(_ expected: ExpectedBeer) -> Bool {
    let time = DiaryDate(instant: Date(timeIntervalSince1970: expected.drunkAt))
    return [name, brewery, style, place, notes]
      == [expected.name, expected.brewery, expected.style, expected.place, expected.notes]
      && [abv, ibu, rating] == [expected.abv, expected.ibu, expected.rating] && drunkAt == time
  }
}
