import DiaryModel
import Foundation
import Testing

/// One beer for each day on which the photos of a beer were taken.
@Suite struct BeerSplitTests {
  private let brussels: TimeZone

  init() throws { brussels = try #require(TimeZone(identifier: "Europe/Brussels")) }

  private static func uuid(_ id: Int64) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(id)))
  }

  /// Returns a beer with a photo for each time, whose ids count from 1.
  private func beer(drunkAt: String? = nil, photos: [String?], isInTrash: Bool = false) throws -> BeerDetail {
    let added = try #require(DiaryDate("2024-06-30T12:00:00Z"))
    let beer = Beer(
      id: 1, uuid: Self.uuid(1), fields: BeerFields(drunkAt: drunkAt.flatMap { DiaryDate($0) }),
      createdAt: added, updatedAt: added, deletedAt: isInTrash ? added : nil)
    return BeerDetail(
      beer: beer,
      photos: photos.enumerated().map { order, time in
        Photo(
          id: Int64(order + 1), uuid: Self.uuid(Int64(order + 1)), beerID: 1, order: order,
          takenAt: time.flatMap { DiaryDate($0) }, metadata: ImageMetadata(byteCount: 1))
      })
  }

  /// Returns the ids of the photos that the beer keeps, then those of each other day.
  private func groups(drunkAt: String? = nil, _ photos: String?...) throws -> [[Int64]]? {
    try BeerSplit(of: beer(drunkAt: drunkAt, photos: photos), in: brussels).map {
      [$0.kept.map(\.id)] + $0.days.map { $0.photos.map(\.id) }
    }
  }

  @Test func photosOfOneDayAreNotSplit() throws {
    #expect(try groups() == nil)
    #expect(try groups(nil, nil) == nil)
    #expect(try groups("2024-06-01T18:00:00", "2024-06-01T23:00:00", nil) == nil)
    #expect(try groups(drunkAt: "2019-06-01", "2024-06-01T18:00:00") == nil)
  }

  @Test func eachDayHasItsPhotosInTheirOrder() throws {
    let groups = try groups(
      "2024-06-03T20:00:00", "2024-06-01T21:00:00", "2024-06-02", "2024-06-01T20:00:00", "2024-06-03T19:00:00"
    )
    #expect(groups == [[2, 4], [3], [1, 5]])
  }

  @Test(arguments: ["2024-06-03", "2024-06-03T22:00:00", "2024-06-03T21:00:00Z", "2024-06-04T03:59:59"])
  func theBeerKeepsThePhotosOfItsOwnDay(_ drunkAt: String) throws {
    let groups = try groups(drunkAt: drunkAt, "2024-06-01T20:00:00", "2024-06-03T20:00:00", "2024-06-05")
    #expect(groups == [[2], [1], [3]])
  }

  @Test(arguments: [nil, "2024", "2024-06", "2024-06-02"])
  func theBeerKeepsTheEarliestDayIfNoPhotoIsOfItsOwn(_ drunkAt: String?) throws {
    #expect(try groups(drunkAt: drunkAt, "2024-06-03T20:00:00", "2024-06-01T20:00:00") == [[2], [1]])
  }

  @Test func photosWithoutADayStay() throws {
    let groups = try groups(nil, "2024-06-03T20:00:00", "2024-06", "2024-06-01T20:00:00", nil)
    #expect(groups == [[1, 3, 4, 5], [2]])
  }

  @Test(arguments: [
    ("2024-06-02T00:00:00", "2024-06-02T03:59:59", false),
    ("2024-06-01T23:59:59", "2024-06-02T00:00:00", false),
    ("2024-06-02T03:59:59", "2024-06-02T04:00:00", true), ("2024-06-01", "2024-06-02T03:59:00", false),
    // 03:59 and 04:00 in Brussels, in summer and in winter.
    ("2024-06-02T01:59:59Z", "2024-06-02T02:00:00Z", true),
    ("2024-12-02T02:59:59Z", "2024-12-02T03:00:00Z", true),
    ("2024-06-01T22:30:00Z", "2024-06-01T20:30:00", false),
  ])
  func aDayEndsAtFourInTheMorning(_ one: String, _ other: String, _ isSplit: Bool) throws {
    #expect(try (groups(one, other) != nil) == isSplit)
    #expect(try (groups(other, one) != nil) == isSplit)
  }

  @Test func aNewBeerHasTheTimeOfTheFirstPhotoOfItsDay() throws {
    let detail = try beer(photos: [
      "2024-06-01", "2024-06-05T00:30:00", "2024-06-04T18:04:07", "2024-06-04T16:04:05.5Z",
      "2024-06-07T01:00:00",
    ])
    let split = try #require(BeerSplit(of: detail, in: brussels))
    #expect(split.days.map(\.date.text) == ["2024-06-04T16:04:05.5Z", "2024-06-07T01:00:00"])
    #expect(split.beerCount == 3)
  }

  @Test func theResultOfASplitIsNotSplitAgain() throws {
    let detail = try beer(photos: ["2024-06-01T20:00:00", "2024-06-05T01:30:00", nil, "2024-06-04T23:00:00"])
    let split = try #require(BeerSplit(of: detail, in: brussels))

    #expect(BeerSplit(of: BeerDetail(beer: detail.beer, photos: split.kept), in: brussels) == nil)
    for day in split.days {
      var beer = detail.beer
      beer.fields.drunkAt = day.date
      #expect(BeerSplit(of: BeerDetail(beer: beer, photos: day.photos), in: brussels) == nil)
    }
  }

  @Test func aBeerInTheTrashIsNotSplit() throws {
    let detail = try beer(photos: ["2024-06-01", "2024-06-05"], isInTrash: true)
    #expect(BeerSplit(of: detail, in: brussels) == nil)
  }
}
