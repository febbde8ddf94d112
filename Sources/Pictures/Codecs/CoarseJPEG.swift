/// A JPEG at an eighth of its size, from its DC coefficients alone: each is eight times the mean of its block of eight by
/// eight samples (ITU-T T.81, F.1.2 and G.1.2.1).
///
/// That is all of a photo that a thumbnail shows. The library decodes every coefficient to get there, which takes
/// longer, and of a progressive photo it holds them all: 36 MB for 12 megapixels. It does all other JPEGs: small
/// ones, colours of printing, arithmetic coding, and thumbnails of more than an eighth.
struct CoarseJPEG {
  private let frame: JPEGFrame
  private let stream: JPEGStream

  init(_ frame: JPEGFrame, _ stream: JPEGStream) {
    self.frame = frame
    self.stream = stream
  }

  var isPossible: Bool { frame.isHuffmanCoded && frame.isYCbCr }

  var size: PixelSize {
    PixelSize(
      width: frame.size.width.dividedRoundingUp(by: 8), height: frame.size.height.dividedRoundingUp(by: 8))
  }

  /// What is held: the coefficients, of 16 bits, and a row.
  var workingBytes: Int { frame.blockCount * 2 + 15 * size.width }

  /// The picture at another size; `nil` where there is no scan of DC coefficients for every component.
  func pixels(at newSize: PixelSize) -> PixelGrid? {
    var resampler = Resampler(from: size, to: newSize)
    guard forEachRow({ resampler.add(row: $0) }) else { return nil }
    return resampler.result.pixels
  }

  /// Hands the rows to `body` from the top: red, green and blue of each pixel, which last as long as the call.
  ///
  /// - Returns: Whether there is a scan of DC coefficients for every component; else there are no rows.
  func forEachRow(_ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    var scans = CoarseScans(frame)
    scans.decode(stream)
    let (planes, coefficients, size) = (scans.planes, scans.coefficients, size)
    guard planes.count == frame.components.count, planes.allSatisfy(\.isDecoded) else { return false }
    let width = size.width
    var samples = [Int32](repeating: 0, count: planes.count * width)
    var pixels = [UInt8](repeating: 0, count: 3 * width)
    coefficients.withUnsafeBufferPointer { coefficients in
      samples.withUnsafeMutableBufferPointer { samples in
        pixels.withUnsafeMutableBufferPointer { pixels in
          for row in 0..<size.height {
            for (index, plane) in planes.enumerated() {
              plane.sample(
                row: row, of: coefficients,
                into: .init(rebasing: samples[index * width..<(index + 1) * width]))
            }
            Self.write(UnsafeBufferPointer(samples), width, to: pixels)
            body(UnsafeBufferPointer(pixels))
          }
        }
      }
    }
    return true
  }

  /// Writes a row: greys, or JFIF's colours with 16 bits behind the point.
  private static func write(
    _ samples: UnsafeBufferPointer<Int32>, _ width: Int, to bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    let isColored = samples.count > width
    for column in 0..<width {
      let luma = samples[column]
      let (blue, red) =
        isColored ? (samples[width + column] &- 128, samples[2 * width + column] &- 128) : (0, 0)
      bytes[3 * column] = byte(luma &+ (91_881 &* red &+ 32_768) &>> 16)
      bytes[3 * column + 1] = byte(luma &- (22_554 &* blue &+ 46_802 &* red &+ 32_768) &>> 16)
      bytes[3 * column + 2] = byte(luma &+ (116_130 &* blue &+ 32_768) &>> 16)
    }
  }

  private static func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(255, max(0, value))) }
}
