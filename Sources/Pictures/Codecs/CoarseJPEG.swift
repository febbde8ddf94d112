/// A progressive JPEG at an eighth of its size, from the scans of its DC coefficients alone.
///
/// A DC coefficient is eight times the mean of its block of eight by eight samples, and a progressive JPEG has them all in
/// its first scan or two: a tenth of its bytes. A library would hold all coefficients of all scans, 36 MB for a photo of
/// 12 megapixels, before it shows a pixel. See ITU-T T.81, G.1.2.1.
struct CoarseJPEG {
  private let frame: JPEGFrame
  private let bytes: [UInt8]

  init(_ frame: JPEGFrame, _ bytes: [UInt8]) {
    self.frame = frame
    self.bytes = bytes
  }

  var isPossible: Bool { frame.isProgressive && !frame.isArithmetic && frame.isYCbCr }

  var size: PixelSize {
    PixelSize(
      width: frame.size.width.dividedRoundingUp(by: 8), height: frame.size.height.dividedRoundingUp(by: 8))
  }

  /// What is held: the coefficients, of 16 bits, and the pixels.
  var workingBytes: Int { frame.coefficientBytes / 64 + 3 * size.width * size.height }

  /// The picture; `nil` where there is no scan of DC coefficients for every component.
  func pixels() -> PixelGrid? {
    let scans = bytes.withUnsafeBufferPointer { bytes in
      var scans = CoarseScans(frame, bytes)
      scans.decode(self.bytes)
      return scans
    }
    let planes = scans.planes
    guard planes.count == frame.components.count, planes.allSatisfy(\.isDecoded) else { return nil }
    return PixelGrid(width: size.width, height: size.height) { x, y in
      let luma = planes[0].sample(x, y)
      guard planes.count == 3 else { return RGBColor(gray: Self.byte(luma)) }
      let (blue, red) = (planes[1].sample(x, y) - 128, planes[2].sample(x, y) - 128)
      return RGBColor(
        red: Self.byte(luma + 1.402 * red), green: Self.byte(luma - 0.344_136 * blue - 0.714_136 * red),
        blue: Self.byte(luma + 1.772 * blue))
    }
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}

/// The DC coefficients of one component.
struct CoarsePlane {
  let component: JPEGFrame.Component
  /// Blocks beside and above each other, of which the picture may not need the last.
  let blocks: PixelSize
  /// Blocks of this component for one of the finest, in eighths of a picture's pixel.
  private let across: Int
  private let down: Int
  private let mostHorizontal: Int
  private let mostVertical: Int
  var coefficients: [Int16]
  /// How much of a sample's value one step of a coefficient is.
  var step: Float = 1
  /// By how many bits the coefficients were made coarser.
  var shift = 0
  var isDecoded = false

  init(_ component: JPEGFrame.Component, of frame: JPEGFrame) {
    self.component = component
    (across, down) = (component.horizontal, component.vertical)
    (mostHorizontal, mostVertical) = (frame.mostHorizontal, frame.mostVertical)
    let units = frame.unitCount
    blocks = PixelSize(width: units.width * across, height: units.height * down)
    coefficients = Array(repeating: 0, count: blocks.width * blocks.height)
  }

  /// The mean of the block that shows the coarse picture's pixel at `x`, `y`: 0 to 255, or somewhat beyond.
  func sample(_ x: Int, _ y: Int) -> Float {
    let block = y * down / mostVertical * blocks.width + x * across / mostHorizontal
    // What was cut off by the shift is on average half of it.
    let coefficient = Float(Int(coefficients[block]) << shift) + Float((1 << shift) - 1) / 2
    return 128 + coefficient * step / 8
  }
}
