import DiaryModel
import DiaryStore
import Foundation

/// Beers made up for tests.
enum SampleBeers {
  static let all: [BeerDetail] = [
    rochefort,
    beer(
      2, name: "Pliny the Elder", brewery: "Russian River", style: "Imperial IPA", abv: 8, rating: 5,
      place: "Santa Rosa", drunkAt: "2024-05-30", photos: [photo(21, "JPEG", 1512, 2016, 1_100_000)]),
    beer(3, name: "一番搾り", brewery: "麒麟麦酒", style: "Lager", abv: 5, rating: 3, drunkAt: "2024-05-28"),
    beer(
      4, name: "Schlenkerla Märzen", brewery: "Heller-Trum", style: "Rauchbier", abv: 5.1, rating: 4,
      drunkAt: "2024-05-12", photos: [photo(41, "PNG", 800, 600, 412_000), photo(42, nil, nil, nil, 2_000)]),
    beer(5, brewery: "Unknown Hands", rating: 0, drunkAt: "2023-11"),
    beer(
      6, name: "An Extraordinarily Long Name for a Beer That Nobody Orders Twice", abv: 12.25, rating: 2.5),
  ]

  static let rochefort = beer(
    1, name: "Trappistes Rochefort 10", brewery: "Abdij Notre-Dame de Saint-Rémy", style: "Quadrupel",
    abv: 11.3, ibu: 27, rating: 4.5, place: "Café 't Arendsnest, Amsterdam", drunkAt: "2024-06-01T18:04:00",
    notes: "Dark dried fruit, a warm finish that goes on for minutes. Better than the one in 2019.\nAgain!",
    serving: "bottle, 33 cl", price: "€4.50", extras: ["hop": .text("Hallertau"), "vintage": .integer(2023)],
    photos: [
      photo(11, "JPEG", 3024, 4032, 2_900_000, taken: "2024-06-01T18:04:00", camera: "iPhone 8"),
      photo(12, "JPEG", 1512, 2016, 1_100_000, caption: "The label, from close by"),
      photo(13, "PNG", 800, 600, 412_000),
    ])

  static func beer(
    _ id: Int64, name: String? = nil, brewery: String? = nil, style: String? = nil, abv: Double? = nil,
    ibu: Double? = nil, rating: Double? = nil, place: String? = nil, drunkAt: String? = nil,
    notes: String? = nil, serving: String? = nil, price: String? = nil, extras: Extras = [:],
    photos: [Photo] = []
  ) -> BeerDetail {
    let fields = BeerFields(
      name: name, brewery: brewery, style: style, abv: abv, ibu: ibu, rating: rating, notes: notes,
      place: place,
      serving: serving, price: price, drunkAt: drunkAt.flatMap { DiaryDate($0) }, extras: extras)
    let beer = Beer(
      id: id, uuid: uuid(id), fields: fields, createdAt: added, updatedAt: added,
      origin: id.isMultiple(of: 2) ? Origin(source: "untappd", id: String(id)) : nil)
    let placed = photos.map { photo in
      Photo(
        id: photo.id, uuid: photo.uuid, beerID: id, order: photo.order, takenAt: photo.takenAt,
        caption: photo.caption, metadata: photo.metadata)
    }
    return BeerDetail(beer: beer, photos: placed)
  }

  static func photo(
    _ id: Int64, _ format: String?, _ width: Int?, _ height: Int?, _ byteCount: Int, taken: String? = nil,
    caption: String? = nil, camera: String? = nil
  ) -> Photo {
    Photo(
      id: id, uuid: uuid(id), beerID: 0, order: 0, takenAt: taken.flatMap { DiaryDate($0) }, caption: caption,
      metadata: ImageMetadata(
        format: format, width: width, height: height, camera: camera, byteCount: byteCount))
  }

  /// As many beers as wanted, `Beer 1` first, each with two photos where `photos` says so.
  static func many(_ count: Int, photos: Bool = false) -> [BeerDetail] {
    (1...Int64(count)).map { id in
      beer(
        id, name: "Beer \(id)", brewery: "Brewery \(id % 7)", style: "Stout", abv: 5, rating: 3,
        photos: photos ? [photo(id * 10, "JPEG", 10, 20, 1000), photo(id * 10 + 1, "PNG", 20, 10, 2000)] : [])
    }
  }

  /// One beer with as many photos as wanted, whose ids count from 1.
  static func album(_ count: Int) -> BeerDetail {
    beer(
      1, name: "Album", photos: (0..<Int64(count)).map { photo($0 + 1, "JPEG", 3024, 4032, 2_900_000) })
  }

  private static let added: DiaryDate = {
    guard let date = DiaryDate("2024-06-02T10:00:00Z") else { preconditionFailure("a date in ISO 8601") }
    return date
  }()

  static func uuid(_ id: Int64) -> UUID {
    let low = UInt64(bitPattern: id)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * $0)) }
    return UUID(
      uuid: (
        0, 0, 0, 0, 0, 0, 0x70, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6],
        bytes[7]
      ))
  }
}
