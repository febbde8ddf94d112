import FixtureStores
import Foundation
import TestSupport

/// Compares each kind of migrated store with the expectations of its generator.
struct CorrectnessFigures {
  private let beerCount: Int
  private let folder: TemporaryFolder

  init(_ scale: BenchmarkScale) throws {
    beerCount = scale.of(600, quick: 60)
    folder = try TemporaryFolder()
  }

  func figures() throws -> [Figure] {
    try kinds.map { name, change in
      note("migration: a store with \(name)")
      var store = LegacyStore()
      store.beerCount = beerCount
      store.photoByteCount = 20_000
      change(&store)
      let path = folder.file(UUID().uuidString + ".sqlite")
      let expected = try store.write(to: path)
      _ = try MeasuredChild.migrate(path)
      return Self.figure(
        "fields, photo order and SHA-256s, \(name)", try Differences(between: expected, andStore: path))
    }
  }

  private var kinds: [(name: String, change: (inout LegacyStore) -> Void)] {
    [
      ("V1", { _ in }), ("V2", { $0.model = .userOrder }),
      ("V1 with prefixed images", { $0.hasPrefix = true }),
      (
        "V2 with half of the images in files",
        { [beerCount] in
          $0.model = .userOrder
          $0.externalCount = beerCount / 2
        }
      ),
      ("V1 with a third of the rows in the -wal", { $0.leavesRowsInWAL = true }),
    ]
  }

  static func figure(_ name: String, _ differences: Differences) -> Figure {
    let isEqual = differences.beersWithDifferentFields + differences.beersWithDifferentPhotos == 0
    let compared = "\(differences.beerCount.grouped) beers, \(differences.photoCount.grouped) photos"
    let unequal = """
      NOT EQUAL: fields of \(differences.beersWithDifferentFields) beers, photos of \(differences.beersWithDifferentPhotos)
      """
    return Figure(
      name, target: "all equal to what the generator expects",
      measured: "\(compared): \(isEqual ? "equal" : unequal)", isReached: isEqual)
  }
}
