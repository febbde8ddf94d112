import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport

/// One of several processes that write to a diary: it adds and changes beers of its own and photos of a common one.
struct SharedWriter {
  static let commonBeer = "Common"
  private static let minActions = 5

  /// What it has written, as far as the diary said so.
  struct Log: Codable {
    var actions = 0
    /// Its beers by name.
    var ratings: [String: Double] = [:]
    /// The captions of its photos.
    var photos: Set<String> = []
    var failure: String?
  }

  let name: String
  private var random: SeededGenerator
  private var log = Log()
  private var number = 0

  init(name: String, seed: UInt64) {
    self.name = name
    random = SeededGenerator(seed: seed)
  }

  /// Writes for some time; on a busy machine for longer, until it has done a few things.
  mutating func run(_ store: String, for time: Duration) -> Log {
    let end = ContinuousClock.now + time
    do {
      let diary = try Diary.open(at: store, createsMissing: false)
      while ContinuousClock.now < end || log.actions < Self.minActions {
        try act(diary)
        log.actions += 1
      }
      try diary.close()
    } catch {
      log.failure = "\(name) after \(log.actions) actions: \(error)"
    }
    return log
  }

  private mutating func act(_ diary: Diary) throws {
    number += 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try addBeer(diary)
    case 1: try editBeer(diary)
    case 2: try addPhoto(diary)
    case 3: try removePhoto(diary)
    case 4: try movePhoto(diary)
    default: _ = try diary.doBackgroundWork()
    }
  }

  private mutating func addBeer(_ diary: Diary) throws {
    let beer = "\(name) \(number)"
    _ = try diary.add(NewBeer(fields: BeerFields(name: beer, rating: 1)))
    log.ratings[beer] = 1
  }

  private mutating func editBeer(_ diary: Diary) throws {
    guard let beer = log.ratings.keys.sorted().randomElement(using: &random),
      let id = try diary.beers(named: beer).first
    else { return }
    let rating = Double(Int.random(in: 0...10, using: &random)) / 2
    _ = try diary.edit(id, to: BeerFields(name: beer, rating: rating))
    log.ratings[beer] = rating
  }

  private func commonPhotos(_ diary: Diary) throws -> (beer: Int64, photos: [Photo]) {
    guard let id = try diary.beers(named: Self.commonBeer).first, let detail = try diary.beer(id) else {
      throw EditError.noSuchBeer(Self.commonBeer)
    }
    return (id, detail.photos)
  }

  private mutating func addPhoto(_ diary: Diary) throws {
    let caption = "\(name) \(number)"
    _ = try diary.addPhoto(
      to: try commonPhotos(diary).beer, image: MemoryBytes(Array(caption.utf8)), caption: caption)
    log.photos.insert(caption)
  }

  /// Only its own: no other process removes those.
  private mutating func removePhoto(_ diary: Diary) throws {
    let own = try commonPhotos(diary).photos.filter { $0.caption.map(log.photos.contains) ?? false }
    guard own.count > 3, let photo = own.randomElement(using: &random), let caption = photo.caption else {
      return
    }
    _ = try diary.removePhoto(photo.id)
    log.photos.remove(caption)
  }

  private mutating func movePhoto(_ diary: Diary) throws {
    let photos = try commonPhotos(diary).photos
    guard let photo = photos.randomElement(using: &random) else { return }
    do {
      _ = try diary.movePhoto(photo.id, to: Int.random(in: 0...photos.count, using: &random))
    } catch {
      // Its own process may have removed it since.
      guard case .noSuchPhoto = error else { throw error }
    }
  }
}
