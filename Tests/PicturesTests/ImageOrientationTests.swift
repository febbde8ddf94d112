@testable import Pictures
import Testing

@Suite struct ImageOrientationTests {
  @Test(arguments: 1...8)
  func allEightOrientationsAreReadInBothByteOrders(_ number: Int) throws {
    for order in [ExifBuilder.Order.little, .big] {
      var exif = ExifBuilder(orientation: number)
      exif.order = order
      let found = try #require(try header(of: JPEGBuilder(segments: [JPEGBuilder.exif(exif)]).bytes))

      #expect(found.orientation.rawValue == number)
      #expect(
        found.displayedSize == PixelSize(width: number < 5 ? 4032 : 3024, height: number < 5 ? 3024 : 4032))
    }
  }

  @Test(arguments: [0, 9, 65_535])
  func anUnknownOrientationIsUpright(_ number: Int) throws {
    let jpeg = JPEGBuilder(segments: [JPEGBuilder.exif(ExifBuilder(orientation: number))])
    #expect(try header(of: jpeg.bytes)?.orientation == .upright)
  }

  /// Where EXIF 2.32 says the first row and the first column of the stored picture are seen.
  @Test func eachOrientationMovesThePixelsAsEXIFSpecifies() {
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

  @Test(arguments: ImageOrientation.allCases, ImageOrientation.allCases)
  func twoOrientationsAreCombinedIntoOne(_ first: ImageOrientation, _ second: ImageOrientation) {
    let stored = [["A", "B", "C"], ["D", "E", "F"]]
    let inSteps = applied(second, to: applied(first, to: stored))
    #expect(applied(first.followed(by: second), to: stored) == inSteps)
  }

  @Test(arguments: zip(0...3, [1, 8, 3, 6]))
  func theRotationOfAContainerIsAnticlockwise(_ turns: Int, _ expected: Int) throws {
    let file = HEIFBuilder(transformations: [HEIFBuilder.rotation(UInt8(turns))])
    #expect(try header(of: file.bytes)?.orientation.rawValue == expected)
  }

  @Test func theTransformationsOfAContainerAreAppliedInOrder() throws {
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
