/// Encodes pictures as sixels: columns of six pixels, band by band and color by color.
///
/// All pictures have the same colors, with the same number of levels of red, green and blue, so that several of them can
/// be on the screen of a terminal that has few colors. Shades between them are made by ordered dithering. Unlike error
/// diffusion, it draws the same pixels in the same way wherever they are.
///
/// Source: chapter 14 of the VT330/VT340 programmer reference manual.
package struct SixelEncoder {
  /// The number of rows of pixels in a band.
  private static let bandHeight = 6
  /// A 4 by 4 Bayer matrix, row by row.
  private static let ditherMatrix: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// The number of levels of each component, from 2 to 6, which makes 8 to 216 colors.
  let levels: Int

  /// Creates an encoder for a terminal.
  ///
  /// - Parameter colors: The number of colors that the terminal has; a picture has at least 8, even if there are fewer.
  package init(colors: Int) {
    levels = (2...6).last { $0 * $0 * $0 <= colors } ?? 2
  }

  /// Returns the control string that draws a picture at the cursor.
  package func encode(_ pixels: PixelGrid) -> [UInt8] {
    let size = pixels.size
    // P2 is 1, so that nothing but the pixels is drawn.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8)
    for (index, color) in palette.enumerated() {
      bytes += "#\(index);2;\(color.red);\(color.green);\(color.blue)".utf8
    }
    let colors = colorIndices(of: pixels)
    var band = Band(width: size.width, colorCount: levels * levels * levels)
    for top in stride(from: 0, to: size.height, by: Self.bandHeight) {
      for y in top..<min(size.height, top + Self.bandHeight) {
        for x in 0..<size.width { band.add(colors[y * size.width + x], x: x, bit: UInt8(1 << (y - top))) }
      }
      // Not after the last band, where a new line could scroll the screen.
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      band.write(to: &bytes)
    }
    return bytes + "\u{1B}\\".utf8
  }

  /// The colors, with components from 0 to 100 percent.
  private var palette: [(red: Int, green: Int, blue: Int)] {
    func percent(_ level: Int) -> Int { (level * 200 / (levels - 1) + 1) / 2 }
    return (0..<levels * levels * levels).map { index in
      (percent(index / (levels * levels)), percent(index / levels % levels), percent(index % levels))
    }
  }

  /// Returns the index in the palette of each pixel.
  private func colorIndices(of pixels: PixelGrid) -> [Int] {
    let width = pixels.size.width
    var indices: [Int] = []
    indices.reserveCapacity(width * pixels.size.height)
    let last = levels - 1
    for y in 0..<pixels.size.height {
      for x in 0..<width {
        let threshold = (2 * Self.ditherMatrix[y % 4 * 4 + x % 4] + 1) * 255 / 32
        let first = 3 * (y * width + x)
        func level(_ offset: Int) -> Int { (Int(pixels.bytes[first + offset]) * last + threshold) / 255 }
        indices.append((level(0) * levels + level(1)) * levels + level(2))
      }
    }
    return indices
  }
}

/// Six rows of a picture.
private struct Band {
  private let width: Int
  /// A sixel for each color and column.
  private var sixels: [UInt8]
  private var isUsed: [Bool]

  init(width: Int, colorCount: Int) {
    self.width = width
    sixels = Array(repeating: 0, count: width * colorCount)
    isUsed = Array(repeating: false, count: colorCount)
  }

  mutating func add(_ color: Int, x: Int, bit: UInt8) {
    sixels[color * width + x] |= bit
    isUsed[color] = true
  }

  /// Writes the sixels, each color from the left again, and makes the band empty.
  mutating func write(to bytes: inout [UInt8]) {
    for color in isUsed.indices where isUsed[color] {
      bytes += "#\(color)".utf8
      writeRow(color * width..<(color + 1) * width, to: &bytes)
      // Back to the left.
      bytes.append(UInt8(ascii: "$"))
      isUsed[color] = false
    }
  }

  private mutating func writeRow(_ row: Range<Int>, to bytes: inout [UInt8]) {
    var start = row.lowerBound
    while start < row.upperBound {
      let sixel = sixels[start]
      var end = start
      while end < row.upperBound, sixels[end] == sixel {
        sixels[end] = 0
        end += 1
      }
      // What is empty up to the right need not be written.
      if sixel == 0, end == row.upperBound { return }
      let character = 0x3F + sixel
      if end - start > 3 {
        bytes += "!\(end - start)".utf8
        bytes.append(character)
      } else {
        for _ in start..<end { bytes.append(character) }
      }
      start = end
    }
  }
}
