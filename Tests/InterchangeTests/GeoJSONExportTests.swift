import DiaryModel
import DiaryStore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Interchange

/// A map program reads the beers with a position.
@Suite struct GeoJSONExportTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  private func export(_ filter: BeerFilter? = nil) throws -> (
    features: [[String: Any]], counts: DiaryExport.Counts
  ) {
    var export = DiaryExport(.geojson)
    export.query = filter.map { BeerQuery(filter: $0) }
    var bytes: [UInt8] = []
    let counts = try export.run(from: diary) { bytes += $0 }
    let collection = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(Set(collection.keys) == ["type", "features"])
    #expect(collection["type"] as? String == "FeatureCollection")
    return (try #require(collection["features"] as? [[String: Any]]), counts)
  }

  @Test func anEmptyDiaryIsAnEmptyCollection() throws {
    let (features, counts) = try export()
    #expect(features.isEmpty && counts == DiaryExport.Counts())
  }

  @Test func aFeatureIsAPointWithTheBeerAsProperties() throws {
    let fields = BeerFields(
      name: "Orval \"1\"", latitude: -33.86, longitude: 151.2, extras: ["hop": .text("x")])
    let beer = try diary.add(NewBeer(fields: fields))
    let feature = try #require(try export().features.first)
    #expect(Set(feature.keys) == ["type", "id", "geometry", "properties"])
    #expect(feature["type"] as? String == "Feature" && feature["id"] as? String == beer.uuid.text)
    let geometry = try #require(feature["geometry"] as? [String: Any])
    #expect(Set(geometry.keys) == ["type", "coordinates"] && geometry["type"] as? String == "Point")
    // RFC 7946, 3.1.1: the longitude comes first.
    #expect(geometry["coordinates"] as? [Double] == [151.2, -33.86])

    var json: [UInt8] = []
    _ = try DiaryExport(.jsonl).run(from: diary) { json += $0 }
    let beerObject = try JSONSerialization.jsonObject(with: Data(json))
    #expect(try sorted(try #require(feature["properties"])) == sorted(beerObject))
  }

  private func sorted(_ object: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }

  @Test func beersWithoutAPositionOnTheEarthAreCountedAndLeftOut() throws {
    for (latitude, longitude) in [(1, 2), (nil, nil), (1, nil), (nil, 2), (-90, 180)] as [(Double?, Double?)]
    {
      _ = try diary.add(NewBeer(fields: BeerFields(name: "A", latitude: latitude, longitude: longitude)))
    }
    let file = try DatabaseQueue(path: folder.file("diary.sqlite"))
    try file.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: "UPDATE beer SET longitude = 200 WHERE id = 1")
    }
    try file.close()
    let (features, counts) = try export()
    #expect(features.count == 1 && counts.written == 1 && counts.leftOut == 4)
  }

  @Test func aFilterSelectsTheBeers() throws {
    for name in ["Orval", "Gueuze", "Orval"] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: name, latitude: 1, longitude: 2)))
    }
    let (features, counts) = try export(try BeerFilter("name:orval"))
    #expect(features.count == 2 && counts.leftOut == 0)
  }

  @Test func theFormatFollowsFromTheNameOfTheFile() {
    #expect(DiaryFileFormat(fileName: "beers.geojson") == .geojson)
    #expect(DiaryFileFormat(fileName: "Beers.GeoJSON") == .geojson)
  }
}
