import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport

/// Something a user does to a store, to be disturbed.
struct Scenario: Named, Sendable {
  let name: String
  /// Puts the store where it is to be, in the state before, and returns what a diary of it shows.
  let prepare: @Sendable (_ path: String) throws -> [ExpectedBeer]
  let act: @Sendable (_ path: String) throws -> Void
  /// What a user does after it was disturbed, which completes it, and tells what is wrong with what was left; `nil`
  /// if opening the diary is all there is to do.
  var completion: (@Sendable (_ path: String) throws -> [String])?

  /// Every time that is stored is this one, so that two runs can be compared.
  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  static func open(_ path: String) throws -> Diary { try Diary.open(at: path, clock: { now }) }

  static let all =
    migrations + [create, importing, movingPhoto, addingPhoto, working]
    + [false, true].map { MergeScenario(hasDiary: $0).scenario }
    + [PhotoScenario().scenario]

  /// What comes after a disturbance.
  func recover(_ path: String) throws {
    if let completion { _ = try completion(path) } else { _ = try DiarySnapshot.lines(of: Self.open(path)) }
  }

  private static var migrations: [Scenario] {
    let models = [("v1", LegacyStore.Model.orderedRelationship), ("v2", .userOrder)]
    return models.flatMap { name, model in
      [
        migration(name, model) { _ in },
        migration(name + "-prefix", model) { $0.hasPrefix = true },
        migration(name + "-external", model) { $0.externalCount = 3 },
        migration(name + "-wal", model) { $0.leavesRowsInWAL = true },
        migration(name + "-journal", model) { $0.extraSQL = "PRAGMA journal_mode = DELETE" },
      ]
    }
  }

  private static func store(_ model: LegacyStore.Model, _ change: (inout LegacyStore) -> Void) -> LegacyStore
  {
    var store = LegacyStore()
    store.model = model
    store.beerCount = 7
    change(&store)
    return store
  }

  private static func migration(
    _ name: String, _ model: LegacyStore.Model, _ change: (inout LegacyStore) -> Void
  ) -> Scenario {
    let store = store(model, change)
    return Scenario(name: name, prepare: { try store.write(to: $0) }, act: { try open($0).close() })
  }

  private static let create = Scenario(name: "create", prepare: { _ in [] }, act: { try open($0).close() })

  /// On a diary that was migrated before.
  private static func onMigrated(
    _ name: String, externalCount: Int = 0, _ act: @escaping @Sendable (Diary) throws -> Void
  ) -> Scenario {
    let store = store(.userOrder) { $0.externalCount = externalCount }
    return Scenario(
      name: name,
      prepare: { path in
        let expected = try store.write(to: path)
        try open(path).close()
        return expected
      },
      act: { path in
        let diary = try open(path)
        try act(diary)
        try diary.close()
      })
  }

  private static let newBeers = (1...40).map { number in
    NewBeer(
      fields: BeerFields(
        name: "Imported \(number)", notes: String(repeating: "Hop \(number). ", count: 60)),
      origin: Origin(source: "untappd", id: "\(number)"))
  }

  private static let importing = onMigrated("import") { diary in
    _ = try diary.importTransaction(
      diary.startImport(source: "untappd"), adding: newBeers.map(ImportedBeer.init))
  }

  private static let movingPhoto = onMigrated("move") { diary in
    guard let photos = try diary.beer(6)?.photos, let last = photos.last else {
      throw UsageError("no photos")
    }
    _ = try diary.movePhoto(last.id, to: 0)
  }

  private static let addingPhoto = onMigrated("add-photo") { diary in
    var random = SeededGenerator(seed: 3)
    let image = FixtureImage.jpeg(width: 800, height: 600, byteCount: 30_000, using: &random)
    _ = try diary.addPhoto(to: 6, image: MemoryBytes(image), caption: "Foam")
  }

  /// All of it: headers, search index, external images, hashes.
  private static let working = onMigrated("background", externalCount: 3) { diary in
    try diary.finishBackgroundWork()
  }
}

/// The worker was called wrongly.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
