import FixtureStores
import Foundation
import Testing

/// A store of the iOS app for a test, with what a right migration makes of it.
struct LegacyDiary {
  let path: String
  /// Oldest first, so that the beer with the number 1 comes first.
  let beers: [ExpectedBeer]

  /// - Parameter change: Makes the store different from the usual one of 12 beers.
  init(_ sandbox: Sandbox, name: String = "old.sqlite", _ change: (inout LegacyStore) -> Void = { _ in })
    throws
  {
    var store = LegacyStore()
    change(&store)
    path = sandbox.file(name)
    beers = try store.write(to: path)
  }
}

extension LegacyDiary {
  /// The usual store, migrated as only the screen and `--migrate-only` do.
  static func migrated(_ sandbox: Sandbox) async throws -> LegacyDiary {
    let diary = try LegacyDiary(sandbox)
    let result = try await sandbox.run("--migrate-only", "--no-telemetry", "--store", diary.path)
    #expect(result.status == 0, "\(result.errors)")
    return diary
  }

  /// The beers, the newest with its photos in another order.
  func beers(withNewestPhotos order: [Int]) -> [ExpectedBeer] {
    var beers = beers
    guard let newest = beers.popLast() else { return [] }
    var moved = newest
    moved.photos = order.map { newest.photos[$0] }
    return beers + [moved]
  }

  /// The number of the newest beer of the usual store; it has four photos.
  static let newest = 12
  /// A part of its name that no other has.
  static let newestName = "Märzen \"12\""
  /// What distinguishes the four photos of the newest beer on a screen, in their order.
  static let photoTimes = ["20:26", "21:26", "22:26", "23:26"]

  /// Gives each photo the time that says its place: an hour after the one before.
  static func timesByOrder(_ model: LegacyStore.Model) -> String {
    let order = model == .userOrder ? "ZUSERORDER" : "Z_FOK_BEER"
    return """
      UPDATE ZPHOTO SET ZTIMESTAMP = 700000000 + 3600 *
        (SELECT count(*) FROM ZPHOTO other
          WHERE other.ZBEER = ZPHOTO.ZBEER AND other.\(order) < ZPHOTO.\(order))
      """
  }
}

extension Sandbox {
  /// The numbers of the beers that are not as expected, photos compared by their hashes.
  func differences(in store: String, from expected: [ExpectedBeer]) async throws -> [Int] {
    var differences: [Int] = []
    for (index, beer) in expected.enumerated() {
      let shown = try await shownBeer(index + 1, store)
      if !shown.matches(beer) || shown.photos.contains(where: { $0.sha256 == nil }) {
        differences.append(index + 1)
      }
    }
    return differences
  }
}
