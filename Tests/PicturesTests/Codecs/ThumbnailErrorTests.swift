import TestSupport

#if PictureCodecs
  import Foundation
  import Pictures
  import Testing

  @Suite struct ThumbnailErrorTests {
    private func refusal(of bytes: Bytes, _ budget: ThumbnailBudget = ThumbnailBudget()) -> ThumbnailError? {
      do {
        _ = try Thumbnail.make(from: MemoryBytes(bytes), budget: budget)
        return nil
      } catch {
        return error
      }
    }

    private func budget(_ change: (inout ThumbnailBudget) -> Void) -> ThumbnailBudget {
      var budget = ThumbnailBudget()
      change(&budget)
      return budget
    }

    @Test func aHugePNGIsRefusedBeforeAPixelIsRead() {
      var png = PNGEncoder(width: 1, height: 1) { _, _ in [0, 0, 0] }.bytes
      let start = PNGBuilder.signature.count
      png.replaceSubrange(
        start..<start + 25, with: PNGEncoder.chunk("IHDR", big32(50_000) + big32(50_000) + [8, 2, 0, 0, 0]))
      #expect(refusal(of: png) == .tooManyPixels)
    }

    @Test func aJPEGThatClaimsMorePixelsThanItsBytesCanHoldIsRefused() throws {
      let bytes = try fixture("orientation-1.jpg")
      let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0, 0x00, 0x11]))
      func claiming(_ side: Int) -> Bytes {
        bytes[..<(frame.lowerBound + 5)] + big16(side) + big16(side) + bytes[(frame.lowerBound + 9)...]
      }
      #expect(refusal(of: claiming(50_000)) == .tooManyPixels)
      #expect(refusal(of: claiming(5000)) == .damaged(.jpeg))
    }

    @Test func aJPEGWithEndlessScansIsRefused() throws {
      let bytes = try fixture("progressive.jpg")
      let scans = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
      let end = bytes.count - 2
      let endless =
        bytes[..<end] + concatenated(Array(repeating: Bytes(bytes[scans.lowerBound..<end]), count: 20_000))
      #expect(refusal(of: Bytes(endless)) == .tooManyScans)
    }

    @Test func noBudgetIsExceeded() throws {
      let progressive = try fixture("progressive.jpg")
      let large = try fixture("large.jpg")
      #expect(refusal(of: large, budget { $0.pixels = 1_000_000 }) == .tooManyPixels)
      #expect(refusal(of: progressive, budget { $0.coefficientBytes = 4000 }) == .tooMuchMemory)
      #expect(refusal(of: progressive, budget { $0.pixels = 48 * 32 * 9 }) == .tooManyScans)
      let png = PNGEncoder(width: 99, height: 99, isInterlaced: true) { _, _ in [1, 2, 3] }.bytes
      #expect(refusal(of: png, budget { $0.workingBytes = 30_000 }) == .tooMuchMemory)
      #expect(refusal(of: png, budget { $0.duration = .zero }) == .tooSlow)
    }

    @Test func eachReasonForARefusalHasItsOwnError() {
      #expect(refusal(of: gif(width: 8, height: 8)) == .noCodec(.gif))
      #expect(refusal(of: HEIFBuilder().bytes) == .noCodec(.heic))
      #expect(refusal(of: ascii("a text, and no picture at all")) == .unknownFormat)
      #expect(refusal(of: []) == .unknownFormat)

      struct Broken: Error {}
      struct BrokenSource: ByteSource {
        let count = 1000
        func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int { throw Broken() }
      }
      #expect(throws: ThumbnailError.unreadable("Broken()")) { try Thumbnail.make(from: BrokenSource()) }
    }

    @Test(
      arguments: [
        "orientation-1.jpg", "progressive.jpg", "gray.jpg", "ink.jpg",
      ])
    func aTruncatedFileIsRefusedOrShownInPart(_ name: String) throws {
      let bytes = try fixture(name)
      for length in 3..<bytes.count {
        guard let thumbnail = try? Thumbnail.make(from: MemoryBytes(bytes.prefix(length))) else { continue }
        #expect(thumbnail.pixels.size == PixelSize(width: 48, height: 32))
      }
    }

    @Test func aTruncatedPNGIsRefused() {
      let bytes = PNGEncoder(width: 20, height: 10) { x, _ in [UInt8(x), 0, 0] }.bytes
      // The end of the last chunk's checksum is not checked when all rows are there.
      for length in 8..<bytes.count - 30 {
        #expect(refusal(of: Bytes(bytes.prefix(length))) == .damaged(.png))
      }
    }
  }

  @Suite struct DamagedPictureTests {
    @Test(
      arguments: [
        "orientation-6.jpg", "progressive.jpg", "large-progressive.jpg", "ink.jpg", "camera-thumbnail.jpg",
      ])
    func damagedPicturesAreRefusedOrShown(_ name: String) throws {
      var random = Seeds.generator(23)
      try survive(fixture(name), rounds: 120, &random)
    }

    @Test(arguments: [false, true])
    func damagedPNGsAreRefusedOrShown(_ isInterlaced: Bool) {
      let bytes = PNGEncoder(width: 30, height: 20, kind: .rgba, isInterlaced: isInterlaced) { x, y in
        [UInt8(x), UInt8(y), 0, 255]
      }
      var random = Seeds.generator(29)
      survive(bytes.bytes, rounds: 120, &random)
    }

    private func survive(_ bytes: Bytes, rounds: Int, _ generator: inout SeededGenerator) {
      for _ in 0..<rounds {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        var budget = ThumbnailBudget()
        budget.pixels = 2_000_000
        guard let thumbnail = try? Thumbnail.make(from: MemoryBytes(damaged), budget: budget) else {
          continue
        }
        #expect(max(thumbnail.pixels.size.width, thumbnail.pixels.size.height) <= 64)
      }
    }
  }
#endif
