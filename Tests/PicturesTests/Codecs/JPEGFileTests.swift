import TestSupport

#if PictureCodecs
  import Testing

  @testable import Pictures

  @Suite struct JPEGFileTests {
    @Test func aProgressiveJPEGNeedsMemoryForAllCoefficients() throws {
      let jpeg = try JPEGFile(MemoryBytes(fixture("large-progressive.jpg")))
      #expect(jpeg.size == PixelSize(width: 1280, height: 960))
      // 80 by 60 units with four blocks of brightness and two of color.
      #expect(jpeg.coefficientBytes == 80 * 60 * 6 * 128)
    }

    @Test func aBaselineJPEGNeedsNoMemoryForCoefficients() throws {
      #expect(try JPEGFile(MemoryBytes(fixture("large.jpg"))).coefficientBytes == 0)
    }

    @Test func aJPEGWithoutAScanIsDamaged() throws {
      let bytes = try fixture("large.jpg")
      let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA])).lowerBound
      for damaged in [Bytes(bytes.prefix(scan)), [], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF]] {
        #expect(throws: ThumbnailError.damaged(.jpeg)) { try JPEGFile(MemoryBytes(damaged)) }
      }
    }

    @Test func tenScansAreDecodedIfTenAreAllowed() throws {
      let bytes = try fixture("large-progressive.jpg")
      let target = PixelSize(width: 64, height: 48)
      var budget = ThumbnailBudget()
      budget.pixels = 10 * 1280 * 960
      #expect(try JPEGFile(MemoryBytes(bytes)).pixels(at: target, budget).size == target)
      budget.pixels -= 1
      let jpeg = try JPEGFile(MemoryBytes(bytes))
      #expect(throws: ThumbnailError.tooManyScans) { try jpeg.pixels(at: target, budget) }
    }

    /// Fails from an offset on.
    private struct FailingSource: ByteSource {
      struct Failure: Error {}

      let bytes: Bytes
      let end: Int
      var count: Int { bytes.count }

      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset + buffer.count <= end else { throw Failure() }
        return MemoryBytes(bytes).read(at: offset, into: buffer)
      }
    }

    @Test(arguments: [0, 70_000]) func anErrorOfTheSourceIsReported(_ end: Int) throws {
      let noise = PixelGrid(width: 800, height: 800) { x, y in
        RGBColor(gray: UInt8(truncatingIfNeeded: x * x * 7 + y * y * 13 + x * y))
      }
      let bytes = try #require(noise.jpeg())
      try #require(bytes.count > 150_000)
      #expect(throws: ThumbnailError.unreadable("Failure()")) {
        let jpeg = try JPEGFile(FailingSource(bytes: bytes, end: end))
        _ = try jpeg.pixels(at: PixelSize(width: 64, height: 48), ThumbnailBudget())
      }
    }
  }
#endif
