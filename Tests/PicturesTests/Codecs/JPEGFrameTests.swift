import Foundation
import Testing

@testable import Pictures

/// What the markers of a JPEG say.
@Suite struct JPEGFrameTests {
  private func bytes(_ name: String) throws -> Bytes {
    Bytes(try Data(contentsOf: testFile("Fixtures/\(name)")))
  }

  @Test func aProgressiveJPEGNeedsMemoryForAllCoefficients() throws {
    let bytes = try bytes("large-progressive.jpg")
    let frame = try #require(JPEGFrame(bytes))
    #expect(frame.size == PixelSize(width: 1280, height: 960))
    #expect(frame.isProgressive && !frame.isArithmetic && frame.isInterleaved && frame.componentCount == 3)
    #expect(JPEGSegment.scanCount(in: bytes, from: frame.firstScan) == 10)
    // 80 by 60 units with four blocks of brightness and two of color.
    #expect(frame.coefficientBytes == 80 * 60 * 6 * 128)
  }

  @Test func aBaselineJPEGNeedsNoMemoryForCoefficients() throws {
    let frame = try #require(JPEGFrame(bytes("large.jpg")))
    #expect(!frame.isProgressive && frame.isInterleaved && frame.coefficientBytes == 0)
  }

  @Test func aJPEGWithoutAFrameOrAScanHasNoFrame() throws {
    let bytes = try bytes("large.jpg")
    let frame = try #require(JPEGFrame(bytes))
    #expect(JPEGFrame(Bytes(bytes.prefix(frame.firstScan))) == nil)
    #expect(JPEGFrame([]) == nil && JPEGFrame([0xFF, 0xD8]) == nil && JPEGFrame([0xFF, 0xD8, 0xFF]) == nil)
  }
}
