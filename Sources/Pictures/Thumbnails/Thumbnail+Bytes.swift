/// Encodes thumbnails for the cache, which can be deleted at any time.
///
/// Version 1: the version, 0 for gray or 1 for colors, width and height (16 bits each, big endian), a byte of luma for
/// each pixel, and for colors a byte of Cb and then of Cr for each two by two pixels (BT.601, full range, as in JFIF).
/// A thumbnail of 64x48 pixels takes 4.6 kB.
extension Thumbnail {
  private static let version: UInt8 = 1
  private static let headerSize = 6

  /// The encoded thumbnail; gray pictures are lossless, colors have the precision of a JPEG.
  package var encoded: [UInt8] {
    let size = pixels.size
    let isGray = pixels.isGray
    var bytes: [UInt8] = [Self.version, isGray ? 0 : 1]
    for side in [size.width, size.height] {
      bytes += [UInt8(side >> 8), UInt8(side & 0xFF)]
    }
    for y in 0..<size.height {
      for x in 0..<size.width { bytes.append(YCbCr(pixels[x, y]).lumaByte) }
    }
    if !isGray {
      let blocks = blockMeans()
      bytes += blocks.map(\.blueByte) + blocks.map(\.redByte)
    }
    return bytes
  }

  /// Decodes a thumbnail; `nil` if the bytes are damaged or of another version.
  package init?(encoded bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count > Self.headerSize, bytes[0] == Self.version, bytes[1] <= 1 else { return nil }
    let width = Int(bytes[2]) << 8 | Int(bytes[3])
    let height = Int(bytes[4]) << 8 | Int(bytes[5])
    guard (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height) else { return nil }
    let columns = (width + 1) / 2
    let blockCount = bytes[1] == 0 ? 0 : columns * ((height + 1) / 2)
    let firstBlue = Self.headerSize + width * height
    guard bytes.count == firstBlue + 2 * blockCount else { return nil }
    self.init(
      PixelGrid(width: width, height: height) { x, y in
        let luma = bytes[Self.headerSize + y * width + x]
        guard blockCount > 0 else { return RGBColor(gray: luma) }
        let block = firstBlue + y / 2 * columns + x / 2
        return YCbCr(luma: luma, blue: bytes[block], red: bytes[block + blockCount]).color
      })
  }

  private func blockMeans() -> [YCbCr] {
    let size = pixels.size
    return stride(from: 0, to: size.height, by: 2).flatMap { y in
      stride(from: 0, to: size.width, by: 2).map { x in
        let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        return YCbCr(
          meanOf: block.filter { $0.0 < size.width && $0.1 < size.height }.map { pixels[$0.0, $0.1] })
      }
    }
  }
}

/// A color as luma and two color differences.
private struct YCbCr {
  private let luma: Float
  private let blue: Float
  private let red: Float

  init(_ color: RGBColor) {
    let r = Float(color.red)
    let g = Float(color.green)
    let b = Float(color.blue)
    luma = 0.299 * r + 0.587 * g + 0.114 * b
    blue = (b - luma) / 1.772
    red = (r - luma) / 1.402
  }

  init(luma: UInt8, blue: UInt8, red: UInt8) {
    self.luma = Float(luma)
    self.blue = Float(blue) - 128
    self.red = Float(red) - 128
  }

  init(meanOf colors: [RGBColor]) {
    let all = colors.map(YCbCr.init)
    let count = Float(all.count)
    luma = all.reduce(0) { $0 + $1.luma } / count
    blue = all.reduce(0) { $0 + $1.blue } / count
    red = all.reduce(0) { $0 + $1.red } / count
  }

  var lumaByte: UInt8 { Self.byte(luma) }
  var blueByte: UInt8 { Self.byte(blue + 128) }
  var redByte: UInt8 { Self.byte(red + 128) }

  var color: RGBColor {
    RGBColor(
      red: Self.byte(luma + 1.402 * red), green: Self.byte(luma - 0.344_136 * blue - 0.714_136 * red),
      blue: Self.byte(luma + 1.772 * blue))
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
