import DiaryModel
import DiaryStore
import Foundation

/// The beers that have a position as a GeoJSON collection of features (RFC 7946), whose properties are the beer as JSON.
struct GeoJSONBeerWriter: BeerWriter {
  private let beers = BeerJSON()
  private var json = JSONWriter()
  private var isFirst = true

  var beginning: [UInt8] { Array(#"{"type":"FeatureCollection","features":["#.utf8) }
  var ending: [UInt8] { Array("\n]}\n".utf8) }

  mutating func append(_ beer: ExportedBeer, files: [UUID: ExportedPhoto.File], to bytes: inout [UInt8])
    -> Bool
  {
    guard let latitude = degrees(beer, "latitude", NumberRange.latitude),
      let longitude = degrees(beer, "longitude", NumberRange.longitude)
    else { return false }
    bytes += isFirst ? "\n".utf8 : ",\n".utf8
    isFirst = false
    json.object { json in
      json.member("type", "Feature")
      json.member("id", beer.uuid)
      json.key("geometry")
      json.object { json in
        json.member("type", "Point")
        // Unlike elsewhere, the longitude comes first.
        json.member("coordinates", .array([.number(longitude), .number(latitude)]))
      }
      json.key("properties")
      beers.write(beer, files: files, to: &json)
    }
    json.move(to: &bytes)
    return true
  }

  /// Returns a latitude or longitude; `nil` if there is none, or if no position has it.
  private func degrees(_ beer: ExportedBeer, _ column: String, _ range: NumberRange) -> Double? {
    guard case .number(let number)? = beer.value(column), range.stored.contains(number) else { return nil }
    return number
  }
}
