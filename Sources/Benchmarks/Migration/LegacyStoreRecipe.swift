import FixtureStores
import Foundation

/// A store of version 1 with exact numbers of beers and photos.
///
/// Of six beers that the fixture writes, four have one photo, one has four and one has none. Beers without photos are
/// added to reach the requested number.
struct LegacyStoreRecipe {
  let beerCount: Int
  let beersWithPhotos: Int
  let photoByteCount: Int

  var photoCount: Int {
    let rest = beersWithPhotos % 6
    return beersWithPhotos / 6 * 8 + min(rest, 4)
  }

  /// Writes the store; returns the expected beers with photos after a migration.
  func write(to path: String) throws -> [ExpectedBeer] {
    var store = LegacyStore()
    store.beerCount = beersWithPhotos
    store.photoByteCount = photoByteCount
    store.extraSQL = """
      CREATE TEMP TABLE more AS SELECT * FROM ZBEER LIMIT \(beerCount - beersWithPhotos);
      UPDATE more SET Z_PK = Z_PK + \(beersWithPhotos);
      INSERT INTO ZBEER SELECT * FROM more;
      """
    return try store.write(to: path)
  }
}

extension LegacyStoreRecipe {
  /// 1,000 beers and 1,180 photos, as after several years.
  static func diary(photoByteCount: Int) -> LegacyStoreRecipe {
    LegacyStoreRecipe(beerCount: 1000, beersWithPhotos: 886, photoByteCount: photoByteCount)
  }

  /// 100,000 beers and 120,000 photos, which are so small that the rows take most of the time.
  static func manyRows(_ scale: BenchmarkScale) -> LegacyStoreRecipe {
    LegacyStoreRecipe(
      beerCount: scale.of(100_000, quick: 10_000), beersWithPhotos: scale.of(90_000, quick: 9000),
      photoByteCount: 1000)
  }
}
