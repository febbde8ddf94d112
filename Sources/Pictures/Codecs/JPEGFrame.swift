/// The size of a JPEG and how it is coded, according to its markers (ITU-T T.81, annex B).
struct JPEGFrame: Equatable {
  let size: PixelSize
  let isProgressive: Bool
  let isArithmetic: Bool
  /// The number of color components, 1 to 4.
  let componentCount: Int
  /// The index of the first start of scan.
  let firstScan: Int
  /// Whether the first scan has all components.
  let isInterleaved: Bool
  /// The number of blocks of eight by eight samples in all components.
  private let blockCount: Int

  /// Reads the markers; `nil` if there is no frame or no scan.
  init?(_ bytes: [UInt8]) {
    var index = 2
    var frame: JPEGSegment?
    while let segment = JPEGSegment(in: bytes, from: index) {
      if segment.isFrame, frame == nil { frame = segment }
      if segment.code == JPEGSegment.scan {
        guard let frame else { return nil }
        self.init(frame, scan: segment)
        return
      }
      index = segment.payload.endIndex
    }
    return nil
  }

  private init?(_ segment: JPEGSegment, scan: JPEGSegment) {
    let frame = Array(segment.payload)
    guard frame.count >= 6, frame[0] == 8, (1...4).contains(frame[5]), frame.count == 6 + 3 * Int(frame[5])
    else { return nil }
    let size = PixelSize(
      width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]))
    // How many samples of each component are next to and above each other in a unit, 1 to 4.
    let samplings = stride(from: 7, to: frame.count, by: 3).map { (Int(frame[$0] >> 4), Int(frame[$0] & 15)) }
    let possible = 1...4
    guard size.width > 0, size.height > 0,
      samplings.allSatisfy({ possible.contains($0.0) && possible.contains($0.1) })
    else { return nil }
    self.size = size
    isProgressive = segment.code & 3 == 2
    isArithmetic = segment.code >= 0xC9
    componentCount = samplings.count
    firstScan = scan.start
    isInterleaved = scan.payload.first.map(Int.init) == componentCount
    let columns = size.width.dividedRoundingUp(by: 8 * (samplings.map(\.0).max() ?? 1))
    let rows = size.height.dividedRoundingUp(by: 8 * (samplings.map(\.1).max() ?? 1))
    blockCount = columns * rows * samplings.reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The memory in bytes that the decoder needs if several scans make the picture: 64 coefficients of 16 bits a block.
  var coefficientBytes: Int { isProgressive || !isInterleaved ? 128 * blockCount : 0 }

  /// The smallest possible size of the scans in bytes: two bits a block, or one in a progressive picture.
  ///
  /// A smaller file is truncated or lies about its size.
  var minScanBytes: Int { isArithmetic ? 0 : size.width * size.height / (isProgressive ? 512 : 256) }
}

extension Int {
  func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
