import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import Dispatch
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Two connections that move, add and remove the same beer's photos at the same time.
@Suite struct ConcurrentMovesTests {
  @Test(arguments: Seeds.range(1..<4)) func concurrentMovesKeepPositionsConsecutiveAndUnique(_ seed: UInt64)
    throws
  {
    let fresh = try FreshDiary()
    let beer = try fresh.addBeer("Orval", photos: (0..<12).map(String.init))
    let other = try Diary.open(at: fresh.diary.path)
    let failures = Collected<String>()
    let looks = Collected<[Int]>()

    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      let diary = worker == 0 ? fresh.diary : other
      do {
        if worker == 2 {
          for _ in 0..<60 { looks.append(try diary.beer(beer.beer.id)?.photos.map(\.order) ?? []) }
        } else {
          try change(beer, in: diary, seed: seed &* 10 &+ UInt64(worker))
        }
      } catch {
        failures.append("\(error)")
      }
    }

    #expect(failures.values == [])
    let photos = try #require(try fresh.diary.beer(beer.beer.id)).photos
    for orders in looks.values + [photos.map(\.order)] { #expect(orders == Array(orders.indices)) }
    #expect(looks.values.count == 60)
    #expect(try fresh.diary.examine() == [])
  }

  /// Photos may have been removed: then there is nothing to move.
  private func change(_ beer: BeerDetail, in diary: Diary, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let photos = try #require(try diary.beer(beer.beer.id)).photos
      guard let photo = photos.randomElement(using: &random) else { continue }
      let place = Int.random(in: -1...photos.count, using: &random)
      do {
        switch step % 10 {
        case 8: _ = try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("\(seed) \(step)"))
        case 9: _ = try diary.removePhoto(photo.id)
        default: _ = try diary.movePhoto(photo.id, to: place)
        }
      } catch PhotoError.noSuchPhoto {
        continue
      }
    }
  }
}
