import Pictures
import TestSupport
import Testing

/// Reads `bytes` while watching what it costs; a header that cannot be relied on fails the test.
func guardedHeader(
  of bytes: Bytes, count: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> ImageHeader? {
  let source = CountingSource(bytes, count: count)
  let header = try ImageHeader(reading: source)
  if !source.keptToBudget || header?.isSound(in: source.count) == false {
    Issue.record("unsound or too dear: \(String(describing: header))", sourceLocation: sourceLocation)
  }
  return header
}

@Suite struct HostileFileTests {
  @Test(arguments: Fixture.all)
  func aTruncatedFileGivesAPartOfTheHeader(_ fixture: Fixture) throws {
    for length in fixture.bytes.indices {
      guard let cut = try guardedHeader(of: Bytes(fixture.bytes[..<length])) else { continue }
      if !tells(cut, noMoreThan: fixture.header) { Issue.record("cut to \(length): \(cut)") }
    }
  }

  /// A make without its model and a day without its time are fine.
  private func tells(_ cut: ImageHeader, noMoreThan whole: ImageHeader) -> Bool {
    cut.format == whole.format
      && [nil, whole.width].contains(cut.width) && [nil, whole.height].contains(cut.height)
      && [.upright, whole.orientation].contains(cut.orientation)
      && [nil, whole.thumbnail].contains(cut.thumbnail)
      && (cut.takenAt.map { whole.takenAt?.hasPrefix($0) == true } ?? true)
      && [nil, whole.camera, "Apple", "Canon"].contains(cut.camera)
  }

  @Test(arguments: Fixture.all)
  func anyByteMayBeWrong(_ fixture: Fixture) throws {
    for index in fixture.bytes.indices {
      var bytes = fixture.bytes
      for value in [0x00, 0x01, 0x7F, 0x80, 0xFF, bytes[index] ^ 0x08, bytes[index] &+ 1, bytes[index] &- 1] {
        bytes[index] = value
        _ = try guardedHeader(of: bytes)
      }
    }
  }

  @Test(arguments: Fixture.all)
  func garbageMayFollowAnySignature(_ fixture: Fixture) throws {
    var generator = Seeds.generator(11)
    for round in 0..<100 {
      let kept = Int.random(in: 12...max(12, min(64, fixture.bytes.count)), using: &generator)
      let tail = (0..<Int.random(in: 0...3000, using: &generator)).map { _ in
        UInt8.random(in: round.isMultiple(of: 2) ? 0...255 : 0...2, using: &generator)
      }
      _ = try guardedHeader(of: Bytes(fixture.bytes.prefix(kept)) + tail)
    }
  }

  @Test(arguments: Fixture.all)
  func sizesMayExceedTheFile(_ fixture: Fixture) throws {
    for index in fixture.bytes.indices.dropLast(8) {
      for number in [big32(0x7FFF_FFFF), big32(0x8000_0000), big32(-1), big64(.max), big64(.min), big64(-1)] {
        var bytes = fixture.bytes
        bytes.replaceSubrange(index..<index + number.count, with: number)
        _ = try guardedHeader(of: bytes)
      }
    }
  }

  @Test(arguments: Fixture.all)
  func aFileMayHaveTheMaximumSizeAndConsistOfZeros(_ fixture: Fixture) throws {
    for length in stride(from: 12, through: fixture.bytes.count, by: 7) {
      _ = try guardedHeader(of: Bytes(fixture.bytes[..<length]), count: .max)
    }
  }

  @Test func aSourceThatEndsBeforeItsSizeIsATruncatedFile() throws {
    struct ShrunkSource: ByteSource {
      let answer: Int
      let count = 1000
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int { answer }
    }
    for answer in [-1, 0, 1, 1_000_000] {
      #expect(try ImageHeader(reading: ShrunkSource(answer: answer)) == nil)
    }
  }
}

/// Impossible sizes in otherwise valid files.
@Suite struct HostileSizeTests {
  @Test func aSideOfZeroOrBeyondTheMaximumIsUnknown() throws {
    func size(_ width: Int, _ height: Int) throws -> [Int?] {
      let header = try guardedHeader(of: PNGBuilder(width: width, height: height).bytes)
      return [header?.width, header?.height]
    }
    #expect(try size(0, 0) == [nil, nil])
    #expect(try size(0x7FFF_FFFF, 1) == [0x7FFF_FFFF, 1])
    #expect(try size(0x8000_0000, 7) == [nil, 7])
    #expect(try size(7, 0xFFFF_FFFF) == [7, nil])
    #expect(try guardedHeader(of: bmp(width: -1, height: Int(Int32.min))) == ImageHeader(format: .bmp))
    #expect(try guardedHeader(of: gif(width: 0, height: 5))?.displayedSize == nil)
  }

  @Test func theHeightOfAJPEGThatFollowsItsScanIsUnknown() throws {
    let jpeg = JPEGBuilder(frame: JPEGBuilder.frame(width: 100, height: 0))
    #expect(try guardedHeader(of: jpeg.bytes)?.width == 100)
    #expect(try guardedHeader(of: jpeg.bytes)?.height == nil)
  }

  @Test func aSegmentShorterThanItsLengthFieldEndsTheSearch() throws {
    let jpeg = JPEGBuilder(segments: [[0xFF, 0xE2, 0, 1]])
    #expect(try guardedHeader(of: jpeg.bytes) == ImageHeader(format: .jpeg))
  }

  @Test func boxesOfImpossibleSizesEndTheSearch() throws {
    let start = HEIFBuilder().fileType
    for size in [big32(7), big32(1) + ascii("free") + big64(15), big32(1) + ascii("free") + big64(-1)] {
      let file = start + size + ascii("meta") + HEIFBuilder().bytes
      #expect(try guardedHeader(of: file) == ImageHeader(format: .heic))
    }
  }

  @Test func aLocationThatOverflowsHasNoBytes() throws {
    let file = HEIFBuilder(exif: Fixture.camera, usesWideNumbers: true).bytes
    let at = try #require(file.firstRange(of: ascii("iloc")))
    for index in at.upperBound + 8..<file.count - 8 {
      var bytes = file
      bytes.replaceSubrange(index..<index + 8, with: big64(.max))
      _ = try guardedHeader(of: bytes)
    }
  }
}

/// Files that would be read without end.
@Suite struct EndlessFileTests {
  @Test func aDirectoryThatPointsToItselfIsReadOnce() throws {
    let builder = ExifBuilder()
    let first = builder.directory(
      [builder.text(0x110, "Loop 1"), builder.long(0x8769, 8), builder.text(0x9003, "2019:06:01 18:04:00")],
      at: 8, next: 8)
    let header = try guardedHeader(of: builder.header() + first)

    #expect(header?.camera == "Loop 1")
    #expect(header?.takenAt == nil)
  }

  @Test func aDirectoryOf65535EntriesIsRefused() throws {
    let entries = Bytes(repeating: 0, count: 65_535 * 12)
    #expect(
      try guardedHeader(of: ExifBuilder().header() + [0xFF, 0xFF] + entries) == ImageHeader(format: .tiff))
  }

  @Test func thousandsOfEmptyChunksEndAtTheBudget() throws {
    let chunks = Array(repeating: PNGBuilder.chunk("teXt", []), count: 5000)
    let exif = PNGBuilder.chunk("eXIf", Fixture.camera.bytes)
    #expect(try guardedHeader(of: PNGBuilder(chunksBeforeData: chunks + [exif]).bytes)?.camera == nil)
    #expect(try guardedHeader(of: PNGBuilder(chunksBeforeData: chunks).bytes)?.width == 800)

    let segments = Array(repeating: JPEGBuilder.segment(0xEF, []), count: 5000)
    #expect(try guardedHeader(of: JPEGBuilder(segments: segments).bytes)?.width == nil)

    let boxes = concatenated(Array(repeating: HEIFBuilder.box("free", []), count: 5000))
    let file = HEIFBuilder()
    #expect(try guardedHeader(of: file.fileType + boxes + file.bytes)?.width == nil)
  }

  @Test func gigabytesOfFillBytesEndAtTheBudget() throws {
    let source = CountingSource([0xFF, 0xD8, 0xFF] + Bytes(repeating: 0xFF, count: 2_000_000))
    #expect(try ImageHeader(reading: source) == ImageHeader(format: .jpeg))
    #expect(source.keptToBudget)
    #expect(source.bytesRead > 900_000)
  }

  @Test func endlessJumpsEndAtTheBudget() throws {
    let chunk = PNGBuilder.chunk("IDAT", Bytes(repeating: 0, count: 600))
    let source = CountingSource(PNGBuilder(chunksBeforeData: Array(repeating: chunk, count: 6000)).bytes)
    #expect(try ImageHeader(reading: source)?.height == 600)
    #expect(source.keptToBudget)
  }

  @Test func nestedBoxesAreNotFollowed() throws {
    var nested: Bytes = []
    for _ in 0..<2000 { nested = HEIFBuilder.box("meta", [0, 0, 0, 0] + nested) }
    #expect(try guardedHeader(of: HEIFBuilder().fileType + nested) == ImageHeader(format: .heic))
  }

  @Test func aBoxWithFourBillionAssociationsEndsWithItsBytes() throws {
    let file = HEIFBuilder().bytes
    let at = try #require(file.firstRange(of: ascii("ipma")))
    var bytes = file
    bytes.replaceSubrange(at.upperBound + 4..<at.upperBound + 8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try guardedHeader(of: bytes)?.width == 4032)
  }
}
