import Pictures
import Testing

@Suite struct ThumbnailBytesTests {
  @Test(arguments: TestPicture.allCases)
  func grayIsEncodedWithoutLossAndColorsNearly(_ picture: TestPicture) throws {
    let thumbnail = picture.thumbnail
    let restored = try #require(Thumbnail(encoded: thumbnail.encoded))
    #expect(restored.pixels.size == thumbnail.pixels.size)
    guard picture == .glass else {
      #expect(restored == thumbnail)
      return
    }
    // Within a pixel of an edge the color of two by two pixels is shared; the rest is close.
    let differences = zip(restored.pixels.bytes, thumbnail.pixels.bytes).map { abs(Int($0) - Int($1)) }
      .sorted()
    #expect(differences[differences.count * 8 / 10] <= 3)
    #expect(differences.reduce(0, +) / differences.count <= 5)
  }

  @Test func anEncodedThumbnailIsCompact() {
    let colors = Thumbnail(
      PixelGrid(width: 64, height: 48) { x, _ in RGBColor(red: UInt8(x), green: 0, blue: 0) })
    #expect(colors.encoded.count == 6 + 64 * 48 + 2 * 32 * 24)
    #expect(TestPicture.gradient.thumbnail.encoded.count == 6 + 64 * 48)
  }

  @Test func oddSidesKeepTheirLastPixels() throws {
    let color = RGBColor(red: 200, green: 60, blue: 60)
    for (width, height) in [(1, 1), (3, 5), (5, 2), (1, 7)] {
      let thumbnail = Thumbnail(PixelGrid(width: width, height: height) { _, _ in color })
      let restored = try #require(Thumbnail(encoded: thumbnail.encoded))
      #expect(restored.pixels.size == thumbnail.pixels.size)
      #expect(restored.pixels.bytes.enumerated().allSatisfy { abs(Int($1) - ($0 % 3 == 0 ? 200 : 60)) <= 1 })
    }
  }

  @Test func unknownOrDamagedThumbnailsAreRefusedOrHarmless() {
    let bytes = TestPicture.glass.thumbnail.encoded
    #expect(Thumbnail(encoded: [2] + bytes.dropFirst()) == nil)
    #expect(Thumbnail(encoded: bytes + [0]) == nil)
    for length in [0, 1, 5, 6, 7, bytes.count - 1] {
      #expect(Thumbnail(encoded: bytes.prefix(length)) == nil)
    }
    for index in 0..<6 {
      for value in [0, 1, 2, 0x40, 0x7F, 0xFF] as Bytes {
        var damaged = bytes
        damaged[index] = value
        _ = Thumbnail(encoded: damaged)
      }
    }
    #expect(Thumbnail(encoded: [1, 0, 0xFF, 0xFF, 0xFF, 0xFF] + bytes) == nil)
  }
}
