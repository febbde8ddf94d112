import Pictures
import Testing

/// Reads bytes in memory.
func header(of bytes: Bytes) throws -> ImageHeader? {
  try ImageHeader(reading: MemoryBytes(bytes))
}

/// Headers of well-formed files.
@Suite struct ImageHeaderTests {
  @Test(arguments: Fixture.all)
  func everyFormatHasItsSizeOrientationDateAndCamera(_ fixture: Fixture) throws {
    #expect(try header(of: fixture.bytes) == fixture.header)
  }

  @Test func everyFormatHasAFixture() {
    #expect(Set(Fixture.all.map(\.header.format)) == Set(ImageFormat.allCases))
  }

  @Test(arguments: Fixture.all)
  func aHeaderCostsAFewKilobytesAndAFewReads(_ fixture: Fixture) throws {
    let source = CountingSource(fixture.bytes)
    _ = try ImageHeader(reading: source)
    #expect(source.bytesRead <= 5000)
    #expect(source.reads <= 3)
  }

  @Test func otherFilesHaveNoHeader() throws {
    let bigTIFF = ascii("II") + little16(43) + little16(8) + little16(0) + big64(16)
    let film = HEIFBuilder(brands: ["isom", "mp42"]).bytes
    let sound = ascii("RIFF") + little32(4) + ascii("WAVE")
    let letter = ascii("BM is how this letter to a friend begins")
    for bytes in [[], [0xFF], ascii("hello"), bigTIFF, film, sound, letter] {
      #expect(try header(of: bytes) == nil)
    }
  }

  @Test func theSizeOfTheThumbnailInTheEXIFBlockIsIgnored() throws {
    let fixture = try #require(Fixture.all.first { $0.name == "JPEG of a phone" })
    let found = try #require(try header(of: fixture.bytes))

    #expect(found.width == 4032)
    let range = try #require(found.thumbnail)
    #expect(Bytes(fixture.bytes[range]) == JPEGBuilder.thumbnail)
  }

  @Test func everyKindOfJPEGFrameGivesTheSize() throws {
    for marker in UInt8(0xC0)...0xCF {
      let frame = JPEGBuilder.frame(marker, width: 300, height: 200)
      let found = try header(of: JPEGBuilder(frame: frame).bytes)
      let isTable = [0xC4, 0xC8, 0xCC].contains(marker)
      #expect(found?.width == (isTable ? nil : 300), "marker \(marker)")
    }
  }

  @Test func fillBytesAndStrayBytesBeforeAJPEGMarkerAreSkipped() throws {
    let fill = Bytes(repeating: 0xFF, count: 5000)
    let builder = JPEGBuilder(segments: [JPEGBuilder.jfif, fill, JPEGBuilder.jfif, [0, 1, 2, 0xFF, 0]])
    #expect(try header(of: builder.bytes)?.height == 3024)
  }

  @Test func aJPEGWithManyLargeSegmentsIsReadToItsFrame() throws {
    let depthMap = JPEGBuilder.segment(0xE1, Bytes(repeating: 0xFF, count: 65_000))
    let segments = Array(repeating: depthMap, count: 300)
    let source = CountingSource(JPEGBuilder(segments: segments).bytes)

    #expect(try ImageHeader(reading: source)?.width == 4032)
    #expect(source.bytesRead < 100_000)
  }

  @Test func aMalformedEXIFBlockDoesNotAffectOtherFieldsOfAJPEG() throws {
    let segment = JPEGBuilder.segment(
      0xE1, JPEGBuilder.exifPrefix + ascii("II*") + [0, 0xFF, 0xFF, 0xFF, 0xFF])
    let empty = JPEGBuilder.segment(0xE1, ascii("Exif") + [0])
    for segments in [[segment], [empty], [segment, empty]] {
      #expect(try header(of: JPEGBuilder(segments: segments).bytes) == Fixture.all[0].header)
    }
  }

  @Test func aGenericContainerBrandCountsAsHEIC() throws {
    #expect(try header(of: HEIFBuilder(brands: ["mif1", "miaf"]).bytes)?.format == .heic)
  }

  @Test func theCropOfAContainerCountsUnlessItIsLargerThanThePicture() throws {
    func size(_ width: Int, over denominator: Int) throws -> PixelSize? {
      let fractions = big32(width) + big32(denominator) + big32(3023) + big32(1)
      let crop = HEIFBuilder.box("clap", fractions + Bytes(repeating: 0, count: 16))
      return try header(of: HEIFBuilder(transformations: [crop, HEIFBuilder.rotation(1)]).bytes)?
        .displayedSize
    }
    #expect(try size(8062, over: 2) == PixelSize(width: 3023, height: 4031))
    #expect(try size(4033, over: 1) == PixelSize(width: 3024, height: 4032))
    #expect(try size(0, over: 1) == PixelSize(width: 3024, height: 4032))
  }

  @Test(arguments: 0...2)
  func exifIsFoundWithEveryLayoutOfTheLocationTable(_ version: Int) throws {
    let file = HEIFBuilder(exif: Fixture.camera, locationVersion: version)
    #expect(try header(of: file.bytes)?.camera == "Canon EOS 80D")
  }

  @Test func aFailingSourceIsAnErrorAndNotAnUnknownPicture() {
    struct Fault: Error {}
    struct FailingSource: ByteSource {
      let count = 100
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw Fault() }
    }
    #expect(throws: Fault.self) { try ImageHeader(reading: FailingSource()) }
  }
}
