import TestSupport
import Testing

@testable import WorldMap

/// A map shows coasts and positions where they are.
@Suite struct WorldMapTests {
  private let world = WorldLines.shipped

  /// Returns whether a map of 40 by 20 characters around a position has a line.
  private func hasLines(_ latitude: Double, _ longitude: Double, degreesPerRow: Double) -> Bool {
    let center = MapPosition(latitude: latitude, longitude: longitude)
    let dots = MapDots(world, MapView(center: center, degreesPerRow: degreesPerRow), columns: 40, rows: 20)
    return (0..<20).contains { row in (0..<40).contains { dots.bits(column: $0, row: row) != 0 } }
  }

  @Test func everyLineOfTheWorldIsRead() {
    #expect(world.malformedLines == [])
    #expect(world.lines.count { $0.kind == .coast } > 1000)
    #expect(world.lines.count { $0.kind == .border } > 300)
    #expect(WorldLines.data.utf8CodeUnitCount < 200_000)
  }

  @Test func malformedLinesAreLeftOut() {
    // An unknown kind, a number without an end, one point, a latitude beyond the pole.
    let text = "c1234\nx1234\nc123P\nc12\nc0bbA00\nb0000"
    let lines = WorldLines(Array(text.utf8))
    #expect(lines.lines.map(\.kind) == [.coast, .border])
    #expect(lines.malformedLines == [2, 3, 4, 5])
    #expect(lines.lines.first?.points.first == MapPosition(latitude: 0.01, longitude: 0))
  }

  @Test(arguments: [(51.98, 4.1), (50.72, 6.0), (-34.36, 18.47), (35.1, 139.85)])
  func thereAreLinesAtCoastsAndBorders(_ latitude: Double, _ longitude: Double) {
    #expect(hasLines(latitude, longitude, degreesPerRow: 0.02))
  }

  @Test(arguments: [(39.0, -98.0), (0.0, -30.0), (52.1, 5.3)])
  func thereAreNoLinesInlandAndOnTheSea(_ latitude: Double, _ longitude: Double) {
    #expect(!hasLines(latitude, longitude, degreesPerRow: 0.01))
  }

  @Test func theClosestViewOfALongLineIsDrawn() {
    let view = MapView(center: MapPosition(latitude: 49, longitude: -110), degreesPerRow: 0)
    // The border between Canada and the USA is a segment of thousands of dots in this view.
    let dots = MapDots(world, view, columns: 60, rows: 20)
    #expect((0..<60).allSatisfy { column in (0..<20).contains { dots.bits(column: column, row: $0) != 0 } })
  }

  @Test func aMapAcrossThe180thMeridianIsNotOfTheWholeWorld() {
    let positions = [
      MapPosition(latitude: -18.1, longitude: 178.4), MapPosition(latitude: -13.8, longitude: -171.8),
    ]
    let view = MapView(fitting: positions, columns: 60, rows: 20)
    #expect(view.degreesPerColumn * 60 < 30)
    let cells = positions.compactMap { view.cell(of: $0, columns: 60, rows: 20) }
    #expect(cells.count == 2)
    #expect(cells.map(\.column).sorted() == cells.map(\.column))
  }

  @Test(arguments: [
    [(52.1, 5.1), (45.5, -122.7), (-41.3, 174.8)],
    [(52.1, 5.1), (40.7, -74.0), (35.7, 139.7), (-33.9, 151.2)],
    [(0, -180), (0, -90), (0, 90), (0, 179.99), (-90, 10), (90, 10)], [],
  ])
  func aMapOfSeveralContinentsIsOfTheWholeWorldFromTheDateLineOn(_ venues: [(Double, Double)]) {
    let positions = venues.map { MapPosition(latitude: $0.0, longitude: $0.1) }
    for (columns, rows) in [(20, 3), (51, 20), (98, 36), (156, 46)] {
      let view = MapView(fitting: positions, columns: columns, rows: rows)
      #expect(view.center.longitude == 0 && view.degreesPerColumn * Double(columns) >= 359.99)
      let cells = positions.compactMap { view.cell(of: $0, columns: columns, rows: rows) }
      #expect(cells.count == positions.count)
      // From the west to the east.
      let sorted = positions.indices.sorted { positions[$0].longitude < positions[$1].longitude }
      #expect(sorted.map { cells[$0].column } == cells.map(\.column).sorted())
    }
  }

  @Test(arguments: [
    ((52.1, 5.1), (35.7, 139.7), 72.4), ((47.6, -122.3), (-41.3, 174.8), -153.75),
    ((52.1, 5.1), (45.5, -73.6), -34.25),
  ])
  func aMapOfHalfTheWorldIsTheSmallestThatHasAll(
    _ one: (Double, Double), _ other: (Double, Double), _ longitude: Double
  ) {
    let positions = [one, other].map { MapPosition(latitude: $0.0, longitude: $0.1) }
    let view = MapView(fitting: positions, columns: 98, rows: 36)
    #expect(abs(view.center.longitude - longitude) < 0.01 && view.degreesPerColumn * 98 < 260)
    #expect(positions.allSatisfy { view.shows($0, columns: 98, rows: 36) })
  }

  @Test func aFittedMapShowsEveryPosition() {
    var random = Seeds.generator(31)
    for _ in 0..<300 {
      let spread: Double = [0, 0.01, 1, 30, 360].randomElement(using: &random) ?? 0
      let latitude = Double.random(in: -80...80, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let positions = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        MapPosition(
          latitude: max(-90, min(latitude + Double.random(in: -spread...spread, using: &random) / 4, 90)),
          longitude: MapPosition.normalized(
            longitude: longitude + Double.random(in: -spread...spread, using: &random) / 2))
      }
      let columns = Int.random(in: 1...200, using: &random)
      let rows = Int.random(in: 1...50, using: &random)
      let view = MapView(fitting: positions, columns: columns, rows: rows)
      for position in positions {
        #expect(
          view.shows(position, columns: columns, rows: rows), "\(position) in \(view), \(columns)x\(rows)")
      }
    }
  }

  @Test func panningThereAndBackAndZoomingInAndOutChangesNothing() {
    let start = MapView(center: MapPosition(latitude: 10, longitude: 179), degreesPerRow: 1)
    var view = start
    view.pan(columns: 20, rows: 0)
    #expect(view.center.longitude < 0)
    view.pan(columns: -20, rows: 0)
    #expect(abs(view.center.longitude - 179) < 1e-9)
    view.zoom(by: 2)
    view.zoom(by: 0.5)
    #expect(abs(view.degreesPerRow - 1) < 1e-9)
    view.pan(columns: 0, rows: 1000)
    #expect(view.center.latitude == -90)
  }
}
