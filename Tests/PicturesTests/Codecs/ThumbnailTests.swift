#if PictureCodecs
  import Foundation
  import Pictures
  import Testing

  @Suite struct ThumbnailTests {
    @Test(arguments: ImageOrientation.allCases)
    func everyOrientationIsShownUpright(_ orientation: ImageOrientation) throws {
      let thumbnail = try thumbnail(of: "orientation-\(orientation.rawValue).jpg")
      #expect(thumbnail.pixels.size == PixelSize(width: 48, height: 32))
      expectQuadrants(of: thumbnail.pixels)
    }

    @Test(arguments: [1, 6])
    func theShapeIsKeptForAnyLimitAndOrientation(_ orientation: Int) throws {
      let bytes = try fixture("orientation-\(orientation).jpg")
      for (limit, width, height) in [(24, 24, 16), (7, 7, 5), (1, 1, 1), (5000, 48, 32), (0, 1, 1)] {
        let thumbnail = try Thumbnail.make(
          from: MemoryBytes(bytes), fitting: PixelSize(width: limit, height: limit))
        #expect(thumbnail.pixels.size == PixelSize(width: width, height: height))
      }
      let low = try Thumbnail.make(from: MemoryBytes(bytes), fitting: PixelSize(width: 100, height: 8))
      #expect(low.pixels.size == PixelSize(width: 12, height: 8))
    }

    @Test(
      arguments: [
        "progressive.jpg", "restarts.jpg", "full-colors.jpg", "large.jpg", "large-progressive.jpg", "ink.jpg",
      ])
    func everyKindOfJPEGIsDecoded(_ name: String) throws {
      expectQuadrants(of: try thumbnail(of: name).pixels)
    }

    @Test func aJPEGMayHaveAnyNumberOfBytes() throws {
      let bytes = try fixture("large.jpg") + Bytes(repeating: 0, count: 30_000_000)
      expectQuadrants(of: try Thumbnail.make(from: MemoryBytes(bytes)).pixels)
    }

    @Test func aGrayJPEGIsGray() throws {
      let pixels = try thumbnail(of: "gray.jpg").pixels
      #expect(pixels.size == PixelSize(width: 48, height: 32))
      #expect(abs(Int(pixels[12, 8].red) - 87) <= 3 && pixels[12, 8] == RGBColor(gray: pixels[12, 8].red))
    }

    @Test(arguments: PNGCase.all)
    func everyKindOfPNGIsDecoded(_ png: PNGCase) throws {
      let thumbnail = try Thumbnail.make(from: MemoryBytes(png.encoder.bytes))
      #expect(thumbnail.pixels.size == png.size)
      if png.encoder.kind == .gray {
        #expect(thumbnail.pixels[0, 0] == RGBColor(gray: 0x40))
      } else {
        expectQuadrants(of: thumbnail.pixels)
      }
    }

    @Test func transparentPixelsAreBlendedWithWhite() throws {
      let png = PNGEncoder(width: 3, height: 1, kind: .rgba) { x, _ in [0, 0, 0, [0, 128, 255][x]] }
      let pixels = try Thumbnail.make(from: MemoryBytes(png.bytes)).pixels
      #expect((0..<3).map { pixels[$0, 0].red } == [255, 127, 0])
    }

    @Test func theThumbnailInTheEXIFBlockOfOtherFormatsIsUsed() throws {
      let exif = ExifBuilder(thumbnail: try fixture("camera-thumbnail.jpg"))
      let heic = HEIFBuilder(exif: exif).bytes
      expectQuadrants(of: try Thumbnail.make(from: MemoryBytes(heic)).pixels)
    }

    private func thumbnail(of name: String) throws -> Thumbnail {
      try Thumbnail.make(from: MemoryBytes(fixture(name)))
    }
  }

  /// Thumbnails that photos bring with them.
  @Suite struct EmbeddedThumbnailTests {
    /// A gray photo of 640 by 480 pixels or another size, whose own thumbnail has colors.
    private func photo(width: Int, height: Int, orientation: Int = 1, thumbnail: Bytes) -> Bytes {
      let exif = ExifBuilder(orientation: orientation, thumbnail: thumbnail)
      let png = PNGEncoder(width: width, height: height) { _, _ in [90, 90, 90] }.bytes
      let start = PNGBuilder.signature.count + 25
      return png[..<start] + PNGEncoder.chunk("eXIf", exif.bytes) + png[start...]
    }

    @Test func anEmbeddedThumbnailIsUsedAndRotatedWithThePhoto() throws {
      let thumbnail = try fixture("camera-thumbnail.jpg")
      let upright = try Thumbnail.make(
        from: MemoryBytes(photo(width: 640, height: 480, thumbnail: thumbnail)))
      #expect(upright.pixels.size == PixelSize(width: 64, height: 48))
      expectQuadrants(of: upright.pixels)
      let turned = try Thumbnail.make(
        from: MemoryBytes(photo(width: 640, height: 480, orientation: 6, thumbnail: thumbnail)))
      #expect(turned.pixels.size == PixelSize(width: 48, height: 64))
      #expect(turned.pixels[12, 16].blue > 180 && turned.pixels[36, 16].red > 180)
    }

    @Test func anUnsuitableEmbeddedThumbnailIsIgnored() throws {
      let thumbnail = try fixture("camera-thumbnail.jpg")
      for (width, height, bytes) in [
        (600, 400, thumbnail), (480, 640, thumbnail), (640, 480, Bytes(thumbnail.prefix(300))),
        (640, 480, JPEGBuilder.thumbnail),
      ] {
        let made = try Thumbnail.make(
          from: MemoryBytes(photo(width: width, height: height, thumbnail: bytes)))
        #expect(made.pixels.bytes.allSatisfy { $0 == 90 })
      }
      let large = try Thumbnail.make(
        from: MemoryBytes(photo(width: 640, height: 480, thumbnail: thumbnail)),
        fitting: PixelSize(width: 320, height: 320))
      #expect(large.pixels.bytes.allSatisfy { $0 == 90 })
    }
  }

  /// A PNG and the size of its thumbnail.
  struct PNGCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let width: Int
    let height: Int
    let kind: PNGEncoder.Kind
    let bitDepth: Int
    let isInterlaced: Bool
    let size: PixelSize

    static let all = [
      PNGCase("RGB", 40, 24, size: (40, 24)), PNGCase("RGB, large", 200, 100, size: (64, 32)),
      PNGCase("RGBA", 40, 24, .rgba, size: (40, 24)),
      PNGCase("RGB of 16 bits", 40, 24, .rgb, 16, size: (40, 24)),
      PNGCase("grey of 16 bits", 9, 5, .gray, 16, size: (9, 5)), PNGCase("grey", 9, 5, .gray, size: (9, 5)),
      PNGCase("interlaced", 41, 23, isInterlaced: true, size: (41, 23)),
      PNGCase("interlaced RGBA, large", 512, 64, .rgba, isInterlaced: true, size: (64, 8)),
    ]

    init(
      _ name: String, _ width: Int, _ height: Int, _ kind: PNGEncoder.Kind = .rgb, _ bitDepth: Int = 8,
      isInterlaced: Bool = false, size: (Int, Int)
    ) {
      testDescription = name
      self.width = width
      self.height = height
      self.kind = kind
      self.bitDepth = bitDepth
      self.isInterlaced = isInterlaced
      self.size = PixelSize(width: size.0, height: size.1)
    }

    var encoder: PNGEncoder {
      PNGEncoder(width: width, height: height, kind: kind, bitDepth: bitDepth, isInterlaced: isInterlaced) {
        x, y in
        let colors: [Bytes] = [
          [220, 30, 30, 255], [30, 200, 30, 255], [30, 30, 220, 255], [255, 255, 255, 255],
        ]
        let color = colors[(2 * x < width ? 0 : 1) + (2 * y < height ? 0 : 2)]
        let channels = kind == .gray ? [0x40] : color.prefix(kind == .rgb ? 3 : 4)
        return bitDepth == 16 ? channels.flatMap { [$0, $0] } : Bytes(channels)
      }
    }
  }

  func fixture(_ name: String) throws -> Bytes { Bytes(try Data(contentsOf: testFile("Fixtures/\(name)"))) }

  /// Expects red, green, blue and white, as the fixtures show them upright.
  private func expectQuadrants(of pixels: PixelGrid, sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = [(220, 30, 30), (30, 200, 30), (30, 30, 220), (255, 255, 255)]
    let width = pixels.size.width
    let height = pixels.size.height
    for (index, color) in expected.enumerated() {
      let found = pixels[(1 + index % 2 * 2) * width / 4, (1 + index / 2 * 2) * height / 4]
      let differences = [Int(found.red) - color.0, Int(found.green) - color.1, Int(found.blue) - color.2]
      #expect(
        differences.allSatisfy { abs($0) <= 12 }, "\(found) at \(index)", sourceLocation: sourceLocation)
    }
  }
#endif
