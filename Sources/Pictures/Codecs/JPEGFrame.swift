/// What decides how a JPEG can be decoded and what that costs, told by its markers (ITU-T T.81, annex B).
struct JPEGFrame: Equatable {
  struct Component: Equatable {
    let id: UInt8
    /// Samples beside and above each other in an MCU, 1 to 4.
    let horizontal: Int
    let vertical: Int
    let quantization: UInt8

    fileprivate init(_ bytes: ArraySlice<UInt8>) {
      id = bytes[bytes.startIndex]
      horizontal = Int(bytes[bytes.startIndex + 1] >> 4)
      vertical = Int(bytes[bytes.startIndex + 1] & 15)
      quantization = bytes[bytes.startIndex + 2]
    }
  }

  let size: PixelSize
  let isProgressive: Bool
  /// Whether it is baseline, extended or progressive with Huffman codes: not lossless, differential or arithmetic.
  let isHuffmanCoded: Bool
  let isArithmetic: Bool
  let components: [Component]
  /// Where the first start of scan is.
  let firstScan: Int
  /// Whether the first scan has all components.
  let isInterleaved: Bool
  /// Whether the components are brightness alone, or with the two differences of colours.
  let isYCbCr: Bool

  /// The frame of the JPEG that `stream` holds; `nil` where there is none, or no scan.
  init?(_ stream: JPEGStream) {
    var offset = 2
    var frame: [UInt8]?
    var code: UInt8 = 0
    var isAdobeRGB = false
    while let segment = JPEGSegment(in: stream, from: offset) {
      if segment.isFrame, frame == nil {
        frame = stream.bytes(in: segment.payload)
        code = segment.code
      }
      if let transform = segment.adobeTransform(in: stream) { isAdobeRGB = transform == 0 }
      if segment.code == JPEGSegment.scan {
        guard let frame else { return nil }
        self.init(
          code: code, frame, firstScan: segment.start, stream.bytes(in: segment.payload),
          isAdobeRGB: isAdobeRGB)
        return
      }
      offset = segment.payload.upperBound
    }
    return nil
  }

  private init?(code: UInt8, _ frame: [UInt8], firstScan: Int, _ scan: [UInt8], isAdobeRGB: Bool) {
    guard frame.count >= 6, frame[0] == 8, (1...4).contains(frame[5]), frame.count == 6 + 3 * Int(frame[5])
    else { return nil }
    size = PixelSize(
      width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]))
    components = stride(from: 6, to: frame.count, by: 3).map { Component(frame[$0..<$0 + 3]) }
    let possible = 1...4
    guard size.width > 0, size.height > 0,
      components.allSatisfy({ possible.contains($0.horizontal) && possible.contains($0.vertical) })
    else { return nil }
    isProgressive = code & 3 == 2
    isHuffmanCoded = code <= 0xC2
    isArithmetic = code >= 0xC9
    self.firstScan = firstScan
    isInterleaved = scan.first.map(Int.init) == components.count
    isYCbCr =
      components.count == 1
      || components.count == 3 && !isAdobeRGB && components.map(\.id) != Array("RGB".utf8)
  }
}

extension JPEGFrame {
  var mostHorizontal: Int { components.map(\.horizontal).max() ?? 1 }
  var mostVertical: Int { components.map(\.vertical).max() ?? 1 }

  /// How many units of all components interleaved there are beside and above each other.
  var unitCount: PixelSize {
    PixelSize(
      width: size.width.dividedRoundingUp(by: 8 * mostHorizontal),
      height: size.height.dividedRoundingUp(by: 8 * mostVertical))
  }

  /// How many blocks of eight by eight samples all components have.
  var blockCount: Int {
    unitCount.width * unitCount.height * components.reduce(0) { $0 + $1.horizontal * $1.vertical }
  }

  /// What the decoder holds while scans complete each other: 64 coefficients of 16 bits for each block.
  var coefficientBytes: Int { isProgressive || !isInterleaved ? 128 * blockCount : 0 }

  /// The bytes that the scans of a picture this size need at least: two bits a block, or one where scans share them.
  ///
  /// A file of fewer is cut so early, or claims so much, that it shows nothing.
  var leastScanBytes: Int { isArithmetic ? 0 : size.width * size.height / (isProgressive ? 512 : 256) }
}

extension Int {
  func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
