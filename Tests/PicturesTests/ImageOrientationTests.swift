@testable import Pictures
import Testing

@Suite("Orientation")
struct ImageOrientationTests {
  @Test("EXIF's eight orientations are read in both byte orders", arguments: 1...8)
  func readsOrientation(_ number: Int) throws {
    for order in [ExifBuilder.Order.little, .big] {
      var exif = ExifBuilder(orientation: number)
      exif.order = order
      let found = try #require(try header(of: JPEGBuilder(segments: [JPEGBuilder.exif(exif)]).bytes))

      #expect(found.orientation.rawValue == number)
      #expect(
        found.displayedSize == PixelSize(width: number < 5 ? 4032 : 3024, height: number < 5 ? 3024 : 4032))
    }
  }

  @Test("an orientation that does not exist is upright", arguments: [0, 9, 65_535])
  func ignoresUnknown(_ number: Int) throws {
    let jpeg = JPEGBuilder(segments: [JPEGBuilder.exif(ExifBuilder(orientation: number))])
    #expect(try header(of: jpeg.bytes)?.orientation == .upright)
  }

  /// Where EXIF 2.32 says the first row and the first column of the stored picture are seen.
  @Test("each orientation moves the pixels where EXIF says")
  func matchesSpecification() {
    let stored = [["A", "B"], ["C", "D"]]
    let seen = [
      [["A", "B"], ["C", "D"]], [["B", "A"], ["D", "C"]], [["D", "C"], ["B", "A"]],
      [["C", "D"], ["A", "B"]],
      [["A", "C"], ["B", "D"]], [["C", "A"], ["D", "B"]], [["D", "B"], ["C", "A"]],
      [["B", "D"], ["A", "C"]],
    ]
    for orientation in ImageOrientation.allCases {
      #expect(applied(orientation, to: stored) == seen[orientation.rawValue - 1], "\(orientation)")
    }
  }

  @Test("two orientations in a row are one", arguments: ImageOrientation.allCases, ImageOrientation.allCases)
  func composes(_ first: ImageOrientation, _ second: ImageOrientation) {
    let stored = [["A", "B", "C"], ["D", "E", "F"]]
    let inSteps = applied(second, to: applied(first, to: stored))
    #expect(applied(first.followed(by: second), to: stored) == inSteps)
  }

  @Test("a container's turns are anticlockwise", arguments: zip(0...3, [1, 8, 3, 6]))
  func readsRotation(_ turns: Int, _ expected: Int) throws {
    let file = HEIFBuilder(transformations: [HEIFBuilder.rotation(UInt8(turns))])
    #expect(try header(of: file.bytes)?.orientation.rawValue == expected)
  }

  @Test("a container's transformations are applied in their order")
  func readsTransformations() throws {
    let turn = HEIFBuilder.rotation(3)
    let exchangeTopAndBottom = HEIFBuilder.mirror(0)
    let exchangeLeftAndRight = HEIFBuilder.mirror(1)
    let expected: [([Bytes], Int)] = [
      ([exchangeTopAndBottom], 4), ([exchangeLeftAndRight], 2),
      ([exchangeLeftAndRight, turn], 7), ([turn, exchangeLeftAndRight], 5),
      ([turn, exchangeTopAndBottom], 7), ([exchangeTopAndBottom, turn], 5),
    ]
    for (transformations, number) in expected {
      let file = HEIFBuilder(transformations: transformations)
      #expect(try header(of: file.bytes)?.orientation.rawValue == number)
    }
  }

  private func applied(_ orientation: ImageOrientation, to stored: [[String]]) -> [[String]] {
    var picture = orientation.isMirrored ? stored.map { $0.reversed() } : stored
    for _ in 0..<orientation.quarterTurns {
      let before = picture
      picture = before[0].indices.map { column in before.reversed().map { $0[column] } }
    }
    return picture
  }
}
