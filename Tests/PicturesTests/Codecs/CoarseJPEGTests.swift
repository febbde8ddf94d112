import Foundation
import Testing

@testable import Pictures

@Suite("Progressive JPEGs at an eighth")
struct CoarseJPEGTests {
  private let bytes: Bytes

  init() throws {
    bytes = Bytes(try Data(contentsOf: testFile("Fixtures/large-progressive.jpg")))
  }

  private func stream(_ bytes: Bytes) -> JPEGStream { JPEGStream(MemoryBytes(bytes)) }

  @Test("shows the mean of each block of eight by eight")
  func showsMeans() throws {
    let frame = try #require(JPEGFrame(stream(bytes)))
    let coarse = CoarseJPEG(frame, stream(bytes))
    #expect(coarse.isPossible)
    let pixels = try #require(coarse.pixels(at: coarse.size))
    #expect(pixels.size == PixelSize(width: 160, height: 120))
    expectQuadrants(of: pixels)
  }

  @Test("a file cut within the scan shows what it has, and grey below")
  func survivesCut() throws {
    let frame = try #require(JPEGFrame(stream(bytes)))
    let cut = Bytes(bytes.prefix(frame.firstScan + 900))
    let cutFrame = try #require(JPEGFrame(stream(cut)))
    let coarse = CoarseJPEG(cutFrame, stream(cut))
    let pixels = try #require(coarse.pixels(at: coarse.size))
    #expect(pixels[5, 3].red > 180 && pixels[5, 3].green < 80)
    #expect((120...136).contains(pixels[159, 119].red))
  }

  @Test("tells the frame")
  func readsFrame() throws {
    let frame = try #require(JPEGFrame(stream(bytes)))
    #expect(frame.size == PixelSize(width: 1280, height: 960))
    #expect(frame.isProgressive && !frame.isArithmetic && frame.isInterleaved && frame.isYCbCr)
    #expect(frame.components.map(\.horizontal) == [2, 1, 1])
    #expect(JPEGSegment.scanCount(in: bytes, from: frame.firstScan) == 10)
    #expect(frame.unitCount == PixelSize(width: 80, height: 60))
    #expect(frame.coefficientBytes == 80 * 60 * 6 * 128)
  }

  @Test("any byte may be wrong")
  func survivesMutations() {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        damaged[Int.random(in: 0..<700, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let frame = JPEGFrame(stream(damaged)), frame.size.width * frame.size.height < 2_000_000 else {
        continue
      }
      let coarse = CoarseJPEG(frame, stream(damaged))
      if coarse.isPossible, let pixels = coarse.pixels(at: coarse.size) {
        #expect(pixels.size == coarse.size)
      }
    }
  }
}

/// Red, green, blue and white, as the fixtures show them upright.
func expectQuadrants(of pixels: PixelGrid, sourceLocation: SourceLocation = #_sourceLocation) {
  let expected = [(220, 30, 30), (30, 200, 30), (30, 30, 220), (255, 255, 255)]
  let (width, height) = (pixels.size.width, pixels.size.height)
  for (index, color) in expected.enumerated() {
    let found = pixels[(1 + index % 2 * 2) * width / 4, (1 + index / 2 * 2) * height / 4]
    let differences = [Int(found.red) - color.0, Int(found.green) - color.1, Int(found.blue) - color.2]
    #expect(differences.allSatisfy { abs($0) <= 12 }, "\(found) at \(index)", sourceLocation: sourceLocation)
  }
}
