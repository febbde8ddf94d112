/// A JPEG at an eighth of its size, from its DC coefficients alone: each is eight times the mean of its block of eight by
/// eight samples (ITU-T T.81, F.1.2 and G.1.2.1).
///
/// That is all of a photo that a thumbnail shows. The library decodes every coefficient to get there, which takes
/// longer, and of a progressive photo it holds them all: 36 MB for 12 megapixels. It does all other JPEGs: small
/// ones, colours of printing, arithmetic coding, and thumbnails of more than an eighth.
struct CoarseJPEG {
  private let frame: JPEGFrame
  private let bytes: [UInt8]

  init(_ frame: JPEGFrame, _ bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }

  var isPossible: Bool { frame.isHuffmanCoded && frame.isYCbCr }

  var size: PixelSize {
    PixelSize(
      width: frame.size.width.dividedRoundingUp(by: 8), height: frame.size.height.dividedRoundingUp(by: 8))
  }

  /// What is held: the coefficients, of 16 bits, and the pixels.
  var workingBytes: Int { frame.blockCount * 2 + 3 * size.width * size.height }

  /// The picture; `nil` where there is no scan of DC coefficients for every component.
  func pixels() -> PixelGrid? {
    var scans = CoarseScans(frame)
    scans.decode(bytes)
    let planes = scans.planes
    guard planes.count == frame.components.count, planes.allSatisfy(\.isDecoded) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * size.width * size.height)
    for row in 0..<size.height {
      let samples = planes.map { $0.samples(row: row, width: size.width) }
      samples.count == 3 ? Self.addColors(samples, to: &bytes) : Self.addGrays(samples[0], to: &bytes)
    }
    return PixelGrid(size: size, bytes: bytes)
  }

  private static func addGrays(_ lumas: [Int], to bytes: inout [UInt8]) {
    for luma in lumas {
      for _ in 0..<3 { bytes.append(byte(luma)) }
    }
  }

  /// JFIF's colours, with 16 bits behind the point.
  private static func addColors(_ samples: [[Int]], to bytes: inout [UInt8]) {
    for (column, luma) in samples[0].enumerated() {
      let (blue, red) = (samples[1][column] - 128, samples[2][column] - 128)
      bytes.append(byte(luma + ((91_881 * red + 32_768) >> 16)))
      bytes.append(byte(luma - ((22_554 * blue + 46_802 * red + 32_768) >> 16)))
      bytes.append(byte(luma + ((116_130 * blue + 32_768) >> 16)))
    }
  }

  private static func byte(_ value: Int) -> UInt8 { UInt8(min(255, max(0, value))) }
}
