/// A small picture in memory: rows of pixels from the top, in sRGB.
package struct PixelGrid: Hashable, Sendable {
  /// At least 1 by 1.
  package let size: PixelSize
  /// Red, green and blue of each pixel, 0 to 255: `3 * width * height` bytes.
  package let bytes: [UInt8]

  /// - Precondition: Both sides are at least 1, and there are three bytes for each pixel.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width > 0 && size.height > 0, "a picture has pixels")
    precondition(bytes.count == 3 * size.width * size.height, "a pixel has three bytes")
    self.size = size
    self.bytes = bytes
  }

  /// Creates a picture from a function that returns the color at a column and a row.
  @inline(__always)
  package init(width: Int, height: Int, color: (Int, Int) -> RGBColor) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
      }
    }
    self.init(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// The color of a pixel, counted from the top left.
  package subscript(x: Int, y: Int) -> RGBColor {
    let index = 3 * (y * size.width + x)
    return RGBColor(red: bytes[index], green: bytes[index + 1], blue: bytes[index + 2])
  }
}

extension PixelGrid {
  /// Returns strips of the picture, from the top.
  ///
  /// - Parameter height: The rows of pixels of each strip, at least 1; the last one may have fewer.
  package func strips(height: Int) -> [PixelGrid] {
    stride(from: 0, to: size.height, by: height).map { top in
      let rows = top..<min(size.height, top + height)
      let bytesPerRow = 3 * size.width
      return PixelGrid(
        size: PixelSize(width: size.width, height: rows.count),
        bytes: Array(bytes[rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow]))
    }
  }

  var isGray: Bool {
    for index in stride(from: 0, to: bytes.count, by: 3) {
      guard bytes[index] == bytes[index + 1], bytes[index] == bytes[index + 2] else { return false }
    }
    return true
  }

  /// Returns the part with the top left pixel `x`, `y`, which must be within the picture.
  func cropped(x: Int, y: Int, to part: PixelSize) -> PixelGrid {
    part == size ? self : PixelGrid(width: part.width, height: part.height) { self[x + $0, y + $1] }
  }

  /// Returns a part with at least one pixel; 0 to 1 are the sides of the picture.
  package func part(x: Double, y: Double, width: Double, height: Double) -> PixelGrid {
    func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let lower = min(count - 1, max(0, Int((start * Double(count)).rounded())))
      return lower..<min(count, max(lower + 1, Int(((start + length) * Double(count)).rounded())))
    }
    let columns = range(x, width, size.width)
    let rows = range(y, height, size.height)
    return cropped(
      x: columns.lowerBound, y: rows.lowerBound, to: PixelSize(width: columns.count, height: rows.count))
  }

  /// Returns the picture at another size, of any shape.
  package func stretched(to newSize: PixelSize) -> PixelGrid { resized(to: newSize).pixels }

  /// Returns the picture with an orientation applied.
  func rotated(_ orientation: ImageOrientation) -> PixelGrid {
    if orientation == .upright { return self }
    let width = size.width
    let height = size.height
    let turns = orientation.quarterTurns
    let isSwapped = orientation.swapsSides
    return PixelGrid(width: isSwapped ? height : width, height: isSwapped ? width : height) { x, y in
      // The position of the pixel before the rotation, then before the mirroring.
      let (turnedX, turnedY) =
        switch turns {
        case 1: (y, height - 1 - x)
        case 2: (width - 1 - x, height - 1 - y)
        case 3: (width - 1 - y, x)
        default: (x, y)
        }
      return self[orientation.isMirrored ? width - 1 - turnedX : turnedX, turnedY]
    }
  }
}

extension PixelSize {
  /// Returns the largest size of the same shape that fits into `limit` and is not larger than this one; at least 1 by 1.
  func fitted(into limit: PixelSize) -> PixelSize {
    guard width > limit.width || height > limit.height else { return self }
    let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }

  /// The size with width and height swapped.
  var swapped: PixelSize { PixelSize(width: height, height: width) }
}

extension Int {
  func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
